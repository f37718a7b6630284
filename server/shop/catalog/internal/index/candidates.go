package index

import (
	"iter"
	"slices"
)

// candidates returns the products among which those that pass the filter are, in
// list order, from the given one on.
func (s *segment) candidates(f *filter, from uint32) iter.Seq[uint32] {
	if f.only != nil {
		return f.only.from(from)
	}
	if f.category != 0 {
		return s.membersFrom(f.category, from)
	}
	return func(yield func(uint32) bool) {
		for p := from; int(p) < s.len() && yield(p); p++ {
		}
	}
}

// membersFrom returns the members of a category, from a product on.
func (s *segment) membersFrom(category, from uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		s.members.each(category, func(base uint32, rest []uint16) bool {
			if last := base | uint32(rest[len(rest)-1]); last < from {
				return true
			}
			if from > base {
				at, _ := slices.BinarySearch(rest, uint16(from-base))
				rest = rest[at:]
			}
			for _, v := range rest {
				if !yield(base | uint32(v)) {
					return false
				}
			}
			return true
		})
	}
}
