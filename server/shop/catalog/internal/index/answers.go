package index

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// place is a product in the order of an answer.
type place struct {
	product uint32
	segment uint16 // its number in the snapshot of an answer
	score   uint16
}

// answers are the products that each segment has found, each in order, in memory
// that is used again.
type answers struct {
	places []place
	ends   []int // of each segment's
	joined [2][]place
}

func (a *answers) clear() { a.places, a.ends = a.places[:0], a.ends[:0] }

func (a *answers) add(p place) { a.places = append(a.places, p) }

// addFirst adds the first k of sorted keys.
func (a *answers) addFirst(keys []uint64, k int, number uint16) {
	for _, key := range keys[:min(k, len(keys))] {
		a.add(place{uint32(key), number, math.MaxUint16 - uint16(key>>32)})
	}
}

// end ends the answer of a segment.
func (a *answers) end() { a.ends = append(a.ends, len(a.places)) }

// join merges the answers and returns the first k.
func (x *Index) join(a *answers, k int) []place {
	var all [][]place
	from := 0
	for _, end := range a.ends {
		if end > from {
			all = append(all, a.places[from:end])
		}
		from = end
	}
	slices.SortFunc(all, func(a, b []place) int { return cmp.Compare(len(a), len(b)) })
	var sum []place
	for i, one := range all {
		if i == 0 {
			sum = one
			continue
		}
		into := &a.joined[i%2]
		*into = x.interleave((*into)[:0], sum, one)
		sum = *into
	}
	return sum[:min(k, len(sum))]
}

// interleave appends two sorted answers, of which the second is much longer.
func (x *Index) interleave(into, few, many []place) []place {
	for _, p := range few {
		at := sort.Search(len(many), func(i int) bool { return x.compare(many[i], p) > 0 })
		into = append(append(into, many[:at]...), p)
		many = many[at:]
	}
	return append(into, many...)
}

// compare orders places: by score, then as lists are.
func (x *Index) compare(a, b place) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return x.compareInLists(a, b)
}

func (x *Index) compareInLists(a, b place) int {
	if a.segment == b.segment {
		return cmp.Compare(a.product, b.product)
	}
	return before(x.segments[a.segment], a.product, x.segments[b.segment], b.product)
}
