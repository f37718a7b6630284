// Package index is an in-memory index of the products: it finds products by
// words and filters, and counts those of each category, without querying the
// database. It is notified of every change.
package index

import (
	"runtime"
	"sync"

	"github.com/google/uuid"
)

// Index finds products. It is safe for concurrent use. Its numbers, and its
// offsets into the texts of a segment, have 32 bits: enough for some millions of
// products.
type Index struct {
	hit     []part // of the JSON object of a product
	numbers *numbers
	scratch sync.Pool

	// turns has a place for each processor. Who counts facets takes one: more at once would
	// slow each other down, and hold up every short call.
	turns chan struct{}

	mu         sync.RWMutex
	segments   []*segment
	categories categories
	tallies    tallies
	remembered remembered

	merging sync.Mutex // held by the one merge that runs in the background
	merges  sync.WaitGroup
}

// New returns an empty index. Its hits are JSON objects of these members, in
// this order.
func New(members ...Member) *Index {
	x := &Index{hit: partsOf(members), numbers: newNumbers(), turns: make(chan struct{}, runtime.GOMAXPROCS(0)), remembered: newRemembered()}
	x.categories = newCategories(nil, x.numbers)
	return x
}

// SetCategories replaces the categories, which are given in list order.
func (x *Index) SetCategories(all []Category) {
	c := newCategories(all, x.numbers)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.categories = c
	x.remembered.content++
}

// Apply adds products, replaces those with the same ids, and removes those in
// gone. A search sees all of the change or nothing. Calls must not overlap.
func (x *Index) Apply(changed []Product, gone []uuid.UUID) {
	x.numbers.forget(&x.tallies)
	same, others := x.split(changed)
	added := build(others, x.numbers)
	x.mu.Lock()
	late := x.adjust(same)
	x.put(others, added)
	x.put(late, build(late, x.numbers))
	for _, id := range gone {
		x.markDeleted(id)
	}
	x.remembered.content++
	x.mu.Unlock()
	x.tidy()
}

// setSegments replaces the segments: products are in other places then.
func (x *Index) setSegments(all []*segment) {
	x.segments = all
	x.remembered.content++
}

// put adds a segment with products and removes their previous versions.
func (x *Index) put(products []Product, in *segment) {
	if len(products) == 0 {
		return
	}
	for i := range products {
		x.markDeleted(products[i].ID)
	}
	x.setSegments(append(x.segments, in))
	x.tallies.add(in)
}

func (x *Index) markDeleted(id uuid.UUID) {
	if s, p, found := x.find(id); found {
		s.markDeleted(p)
		x.tallies.remove(s, p)
	}
}

// find returns the place of the live version of a product.
func (x *Index) find(id uuid.UUID) (s *segment, p uint32, found bool) {
	for _, s := range x.segments {
		if p, found := s.find(id); found {
			return s, p, true
		}
	}
	return nil, 0, false
}

// Len returns the number of products.
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
