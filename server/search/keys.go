package search

import (
	"math"
	"slices"
)

// keyOf returns a number that is lower the earlier a product stands in an answer.
func keyOf(score int, p uint32) uint64 { return uint64(math.MaxUint16-score)<<32 | uint64(p) }

// sorted sorts keys, in their memory or in spare. Many it sorts by one byte after
// the other.
func sorted(keys []uint64, spare *[]uint64) []uint64 {
	const few = 512
	if len(keys) < few {
		slices.Sort(keys)
		return keys
	}
	if cap(*spare) < len(keys) {
		*spare = make([]uint64, len(keys))
	}
	from, to := keys, (*spare)[:len(keys)]
	for shift := 0; shift < 48; shift += 8 {
		var next [256]uint32
		for _, key := range from {
			next[byte(key>>shift)]++
		}
		if next[byte(from[0]>>shift)] == uint32(len(from)) {
			continue
		}
		toStarts(next[:])
		for _, key := range from {
			digit := byte(key >> shift)
			to[next[digit]] = key
			next[digit]++
		}
		from, to = to, from
	}
	return from
}
