// Package search is an index of the products in memory: it finds products by
// words and filters, and counts those of each category, without asking the
// database. It is told of every change.
package search

import (
	"sync"

	"github.com/google/uuid"
)

// Index finds products. It is safe for concurrent use. Its numbers, and those
// into the texts of a segment, have 32 bits: enough for some millions of products.
type Index struct {
	members [][]byte // of a hit, as they stand before their values
	numbers *numbers
	scratch sync.Pool

	mu         sync.RWMutex
	segments   []*segment
	categories categories
	counts     counts

	merging sync.Mutex // held by the one merge that goes on beside searches
	merges  sync.WaitGroup
}

// New returns an empty index. The hits that it answers are JSON objects: first
// comes the id, then these members, then those of the category.
func New(members ...string) *Index {
	x := &Index{numbers: newNumbers()}
	for _, name := range members {
		x.members = append(x.members, []byte(`,"`+name+`":`))
	}
	x.categories = newCategories(nil, x.numbers)
	return x
}

// SetCategories replaces the categories, which come in the order of lists.
func (x *Index) SetCategories(all []Category) {
	c := newCategories(all, x.numbers)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.categories = c
}

// Apply puts products in the place of what there was under their ids, and takes
// away those that are gone. Calls must not overlap.
func (x *Index) Apply(changed []Product, gone []uuid.UUID) {
	var added *segment
	if len(changed) > 0 {
		added = build(changed, x.numbers)
	}
	x.mu.Lock()
	for _, p := range changed {
		x.kill(p.ID)
	}
	for _, id := range gone {
		x.kill(id)
	}
	if added != nil {
		x.segments = append(x.segments, added)
		x.counts.add(added.category)
	}
	x.mu.Unlock()
	x.tidy()
}

func (x *Index) kill(id uuid.UUID) {
	for _, s := range x.segments {
		if p, found := s.find(id); found {
			s.kill(p)
			x.counts[s.category[p]]--
			return // one version of a product is alive
		}
	}
}

// Versions calls fn for each product there is, with its version.
func (x *Index) Versions(fn func(id uuid.UUID, version int64)) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, s := range x.segments {
		for p, id := range s.ids {
			if !s.dead.has(uint32(p)) {
				fn(id, s.versions[p])
			}
		}
	}
}

// Len returns how many products there are.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.live()
}

func (x *Index) live() (n int) {
	for _, s := range x.segments {
		n += s.live
	}
	return n
}
