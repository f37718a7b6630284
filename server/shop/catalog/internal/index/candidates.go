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
	all := s.members.of(category)
	at, _ := slices.BinarySearch(all, from)
	return slices.Values(all[at:])
}
