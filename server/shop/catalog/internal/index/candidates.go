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
		members := s.members.of(f.category)
		return slices.Values(members[lowerBound(members, from):])
	}
	return func(yield func(uint32) bool) {
		for p := from; int(p) < s.len() && yield(p); p++ {
		}
	}
}
