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
