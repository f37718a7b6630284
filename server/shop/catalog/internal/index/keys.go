package index

import (
	"math"
	mathbits "math/bits"
	"slices"
)

// keyOf returns a number that orders products: the lower, the earlier in the
// result.
func keyOf(score uint16, p uint32) uint64 { return uint64(math.MaxUint16-score)<<32 | uint64(p) }

func scoreOf(key uint64) uint16 { return math.MaxUint16 - uint16(key>>32) }

// sorted sorts keys, in their memory or in spare. It uses a radix sort for many
// keys, from the lowest bits on, and skips bits in which none differ.
func sorted(keys []uint64, spare *[]uint64) []uint64 {
	const few, digit = 512, 11
	if len(keys) < few {
		slices.Sort(keys)
		return keys
	}
	if cap(*spare) < len(keys) {
		*spare = make([]uint64, len(keys))
	}
	from, to := keys, (*spare)[:len(keys)]
	differ := uint64(0)
	for _, key := range keys {
		differ |= key ^ keys[0]
	}
	for shift := 0; differ>>shift != 0; shift += digit {
		shift += mathbits.TrailingZeros64(differ >> shift)
		var next [1 << digit]uint32
		for _, key := range from {
			next[key>>shift%(1<<digit)]++
		}
		toStarts(next[:])
		for _, key := range from {
			at := &next[key>>shift%(1<<digit)]
			to[*at] = key
			*at++
		}
		from, to = to, from
	}
	return from
}
