package index

import (
	"cmp"
	"math"
	mathbits "math/bits"
	"slices"
	"sort"
)

// top finds the first k of the matches that pass the filter.
func (s *segment) top(sc *scratch, m *matches, f *filter, k int, number uint16) {
	const spare = 4 // some of the best do not pass the filter
	for {
		least := m.least(spare*k, sc)
		keys := sc.keys[:0]
		for p := range m.is.all() {
			if score := m.score[p]; score >= least && s.passes(p, f) {
				keys = append(keys, keyOf(score, p))
			}
		}
		sc.keys = keys
		if len(keys) >= k || least == 0 {
			sc.answers.addFirst(sorted(keys, &sc.spare), k, number)
			return
		}
		for p := range m.is.all() { // most do not pass: from here on only those that pass count
			if !s.passes(p, f) {
				m.is.unset(p)
			}
		}
	}
}

// least returns a score that at least n matches have; 0 if there are fewer.
func (m *matches) least(n int, sc *scratch) uint16 {
	const step = 16 // scores per bucket of the histogram
	histogram := sc.counts(math.MaxUint16/step + 1)
	for p := range m.is.all() {
		histogram[m.score[p]/step]++
	}
	for i := len(histogram) - 1; i > 0; i-- {
		if n -= int(histogram[i]); n <= 0 {
			return uint16(i * step)
		}
	}
	return 0
}

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
