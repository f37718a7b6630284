// Package index is an index of the products in memory: it finds products by
// words and filters, and counts those of each category, without asking the
// database. It is told of every change.
package index

import (
	"sync"

	"github.com/google/uuid"
)

// Index finds products. It is safe for concurrent use. Its numbers, and those
// into the texts of a segment, have 32 bits: enough for some millions of products.
type Index struct {
	hit     []part // of the JSON object of a product
	numbers *numbers
	scratch sync.Pool

	mu         sync.RWMutex
	segments   []*segment
	categories categories
	counts     counts

	merging sync.Mutex // held by the one merge that goes on beside searches
	merges  sync.WaitGroup
}

// New returns an empty index. Its answers are JSON objects of these members, in
// this order.
func New(members ...Member) *Index {
	x := &Index{hit: partsOf(members), numbers: newNumbers()}
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
// away those that are gone. A search sees all of it or nothing. Calls must not
// overlap.
func (x *Index) Apply(changed []Product, gone []uuid.UUID) {
	same, others := x.split(changed)
	added := build(others, x.numbers)
	x.mu.Lock()
	late := x.adjust(same)
	x.put(others, added)
	x.put(late, build(late, x.numbers))
	for _, id := range gone {
		x.kill(id)
	}
	x.mu.Unlock()
	x.tidy()
}

// put puts a segment with products in the place of what there was of them.
func (x *Index) put(products []Product, in *segment) {
	if len(products) == 0 {
		return
	}
	for i := range products {
		x.kill(products[i].ID)
	}
	x.segments = append(x.segments, in)
	x.counts.add(in.category)
}

func (x *Index) kill(id uuid.UUID) {
	if s, p, found := x.find(id); found {
		s.kill(p)
		x.counts[s.category[p]]--
	}
}

// find returns where a product is: one version of it is alive.
func (x *Index) find(id uuid.UUID) (s *segment, p uint32, found bool) {
	for _, s := range x.segments {
		if p, found := s.find(id); found {
			return s, p, true
		}
	}
	return nil, 0, false
}

// Versions calls fn for each product there is, with its version.
func (x *Index) Versions(fn func(id uuid.UUID, version int64)) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, s := range x.segments {
		for p, id := range s.ids {
			if !s.dead.has(uint32(p)) {
				fn(id, s.goods[p].version)
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
