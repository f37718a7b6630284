package index

import (
	"bytes"
	"sort"

	"github.com/google/uuid"
)

// Reconcile compares the index with a part of the database: states are all products
// with ids above after and up to last, in the order of their ids. It changes in
// place what Adjust would, and returns the ids of those that have to be read, and of
// the products that the index has between the two ids and the database has not.
// Calls of it, of Adjust and of Apply must not overlap.
func (x *Index) Reconcile(after, last uuid.UUID, states []State) (differ, gone []uuid.UUID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	same := newSet(len(states))
	for _, s := range x.segments {
		at := 0
		for _, p := range s.byID[s.firstAfter(after):s.firstAfter(last)] {
			if s.tombstones.has(p) {
				continue
			}
			id := &s.ids[p]
			for at < len(states) && bytes.Compare(states[at].ID[:], id[:]) < 0 {
				at++
			}
			switch {
			case at == len(states) || states[at].ID != *id:
				gone = append(gone, *id)
			case !s.merging && s.contents[p] == states[at].Content:
				if now := states[at].mutable(); s.mutable.at(p) != now {
					x.set(s, p, now)
				}
				same.set(uint32(at))
			}
		}
	}
	for i := range states {
		if !same.has(uint32(i)) {
			differ = append(differ, states[i].ID)
		}
	}
	return differ, gone
}

// firstAfter returns the place in byID of the first product whose id is above id.
func (s *segment) firstAfter(id uuid.UUID) int {
	return sort.Search(len(s.byID), func(i int) bool { return bytes.Compare(s.ids[s.byID[i]][:], id[:]) > 0 })
}
