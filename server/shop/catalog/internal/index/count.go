package index

import mathbits "math/bits"

// count returns the number of products that pass the filter, counted up to most.
func (s *segment) count(f *filter, most int) int {
	switch {
	case most == 0:
		return 0
	case f.only != nil:
		return s.countIn(f.only, f, most)
	case f.category != 0:
		return s.countOf(f.category, f, most)
	case f.simple:
		return min(s.countCosting(f.min, f.max, most), most)
	}
	n := 0
	for p := 0; p < s.len() && n < most; p++ {
		if s.passes(uint32(p), f) {
			n++
		}
	}
	return n
}

// countIn is count for the products of a set.
func (s *segment) countIn(all set, f *filter, most int) (n int) {
	if most == 0 {
		return 0
	}
	if f.open {
		for i, word := range all {
			n += mathbits.OnesCount64(word &^ s.tombstones[i])
		}
		return min(n, most)
	}
	for p := range all.all() {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// countOf is count for the members of a category.
func (s *segment) countOf(category uint32, f *filter, most int) (n int) {
	for _, p := range s.members.of(category) {
		if s.passes(p, f) {
			if n++; n == most {
				break
			}
		}
	}
	return n
}

// countCosting counts the live products in a range of prices, up to most or a few
// more. It does not branch on the price of a product: the processor would guess
// wrong too often.
func (s *segment) countCosting(cheapest, dearest int64, most int) (n int) {
	const block = 64 // products of an element of the set of tombstones
	width := uint64(dearest - cheapest)
	for i, dead := range s.tombstones {
		first := i * block
		for p := first; p < min(first+block, s.len()); p++ {
			_, outside := mathbits.Sub64(width, uint64(s.mutable.price[p]-cheapest), 0)
			n += int(1 - outside)
		}
		for ; dead != 0; dead &= dead - 1 {
			if s.costs(uint32(first+mathbits.TrailingZeros64(dead)), cheapest, dearest) {
				n--
			}
		}
		if n >= most {
			break
		}
	}
	return n
}
