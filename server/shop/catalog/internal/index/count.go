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
		return s.countOf(s.members.of(f.category), f, most)
	case f.simple:
		return min(s.countCosting(f.min, f.max), most)
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

// countOf is count for a list of products.
func (s *segment) countOf(list []uint32, f *filter, most int) (n int) {
	for _, p := range list {
		if n == most {
			break
		}
		if s.passes(p, f) {
			n++
		}
	}
	return n
}

// countCosting counts the live products in a range of prices. It decides nothing
// for a single product, because half of such guesses of the processor are wrong.
func (s *segment) countCosting(least, most int64) (n int) {
	for p := range s.mutable {
		if s.costs(uint32(p), least, most) {
			n++
		}
	}
	for p := range s.tombstones.all() {
		if s.costs(p, least, most) {
			n--
		}
	}
	return n
}
