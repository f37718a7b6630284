package index

import (
	"cmp"
	"slices"
	"sort"
)

// place is the position of a product in the index.
type place struct {
	product uint32
	segment uint16 // index in Index.segments during a search
	score   uint16
}

// answers holds the products that each segment has found, each in order, in
// memory that is reused.
type answers struct {
	places []place
	ends   []int // of the products of each segment
	joined [2][]place
}

func (a *answers) clear() { a.places, a.ends = a.places[:0], a.ends[:0] }

func (a *answers) add(p place) { a.places = append(a.places, p) }

// addFirst adds the first k of the sorted keys.
func (a *answers) addFirst(keys []uint64, k int, number uint16) {
	for _, key := range keys[:min(k, len(keys))] {
		a.add(place{uint32(key), number, scoreOf(key)})
	}
}

// end marks the end of a segment's products.
func (a *answers) end() { a.ends = append(a.ends, len(a.places)) }

// join merges the products of all segments and returns the first k.
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

// interleave merges two sorted lists of products, of which the second is much
// longer, into into.
func (x *Index) interleave(into, few, many []place) []place {
	for _, p := range few {
		at := sort.Search(len(many), func(i int) bool { return x.compare(many[i], p) > 0 })
		into = append(append(into, many[:at]...), p)
		many = many[at:]
	}
	return append(into, many...)
}

// compare orders products by score, then in list order.
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
