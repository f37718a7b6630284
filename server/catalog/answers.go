package catalog

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/klauspost/compress/s2"

	"github.com/storefront/storefront/server/store"
)

// answers keeps the answers of products.get, as many as fit. It is told of every
// change, and keeps no answer that may be older than one.
type answers struct {
	most int // bytes of answers; 0 keeps none

	mu         sync.RWMutex
	generation uint64 // grows with every change
	bySlug     map[string]kept
	byID       map[uuid.UUID]string // slugs
	size       int
	sample     []byte   // of answers, until there is a dictionary
	dictionary *s2.Dict // what answers have in common, so that one takes a third

	hits, misses atomic.Int64
}

type kept struct {
	id     uuid.UUID
	body   []byte
	packed bool
}

// overhead is about what an entry takes beside its body.
const overhead = 200

func newAnswers(most int) *answers {
	return &answers{most: most, bySlug: map[string]kept{}, byID: map[uuid.UUID]string{}}
}

// find returns the answer about a product, or nil and the generation that keep
// wants to know.
func (a *answers) find(slug string) (body []byte, generation uint64) {
	a.mu.RLock()
	k, found := a.bySlug[slug]
	generation, dictionary := a.generation, a.dictionary
	a.mu.RUnlock()
	if found && k.packed {
		unpacked, err := dictionary.Decode(nil, k.body)
		found, k.body = err == nil, unpacked
	}
	if !found {
		a.misses.Add(1)
		return nil, generation
	}
	a.hits.Add(1)
	return k.body, generation
}

// keep keeps an answer that was asked of the database after find, unless
// something has changed since.
func (a *answers) keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if a.most == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.generation != generation {
		return
	}
	k := kept{id: id, body: body}
	if a.learn(body); a.dictionary != nil {
		k.body, k.packed = bytes.Clone(a.dictionary.Encode(nil, body)), true // what Encode returns has room for the worst case
	}
	if old, found := a.bySlug[slug]; found {
		a.drop(slug, old)
	}
	a.bySlug[slug], a.byID[id] = k, slug
	a.size += len(k.body) + overhead
	for other, old := range a.bySlug { // in no order: any of them may go
		if a.size <= a.most {
			break
		}
		a.drop(other, old)
	}
}

// learn collects what the dictionary is made of.
func (a *answers) learn(body []byte) {
	if a.dictionary != nil {
		return
	}
	if a.sample = append(a.sample, body...); len(a.sample) >= s2.MaxDictSize {
		a.dictionary, a.sample = s2.MakeDict(a.sample[:s2.MaxDictSize], nil), nil
	}
}

func (a *answers) drop(slug string, k kept) {
	delete(a.bySlug, slug)
	delete(a.byID, k.id)
	a.size -= len(k.body) + overhead
}

// forget drops what a change may have made wrong. The name of a category stands
// with each of its products.
func (a *answers) forget(c store.Changes) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.generation++
	if c.Categories {
		a.clear()
		return
	}
	for _, id := range c.Products {
		if slug, found := a.byID[id]; found {
			a.drop(slug, a.bySlug[slug])
		}
	}
}

// doubt drops everything.
func (a *answers) doubt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.generation++
	a.clear()
}

func (a *answers) clear() {
	clear(a.bySlug)
	clear(a.byID)
	a.size = 0
}
