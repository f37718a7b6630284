package catalog

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/klauspost/compress/s2"

	"github.com/storefront/storefront/server/ring"
	"github.com/storefront/storefront/server/store"
)

// answers keeps the answers of products.get, as many as fit. It is told of every
// change, and keeps no answer that may be older than one.
type answers struct {
	most int // bytes of answers; 0 keeps none
	seed maphash.Seed

	mu         sync.RWMutex
	generation uint64     // grows with every change
	ring       *ring.Ring // of packed answers, by their slugs and ids
	sample     []byte     // of answers, until there is a dictionary
	dictionary *s2.Dict   // what answers have in common, so that one takes a fourth

	hits, misses atomic.Int64
}

func newAnswers(most int) *answers {
	return &answers{most: most, seed: maphash.MakeSeed(), ring: ring.New(most)}
}

func (a *answers) name(slug string) uint32 { return uint32(maphash.String(a.seed, slug)) }

func (a *answers) id(id uuid.UUID) uint32 { return uint32(maphash.Bytes(a.seed, id[:])) }

// find returns the answer about a product, in the memory of into when that is
// enough, or nil, and the generation that keep wants to know.
func (a *answers) find(slug string, into []byte) (body []byte, generation uint64) {
	a.mu.RLock()
	body = answerOf(slug, unpacked(a.ring.Get(a.name(slug)), a.dictionary, into))
	generation = a.generation
	a.mu.RUnlock()
	if body == nil {
		a.misses.Add(1)
	} else {
		a.hits.Add(1)
	}
	return body, generation
}

// keep keeps an answer that was asked of the database after find, unless
// something has changed since.
func (a *answers) keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if a.most == 0 {
		return
	}
	a.mu.RLock()
	dictionary := a.dictionary
	a.mu.RUnlock()
	text, room := buffer(), buffer()
	defer buffers.Put(text)
	defer buffers.Put(room)
	text.body = named(text.body[:0], slug, body)
	room.body = packed(text.body, dictionary, room.body)

	a.mu.Lock()
	defer a.mu.Unlock()
	if a.generation != generation {
		return
	}
	a.learn(text.body)
	a.ring.Put(a.name(slug), a.id(id), room.body)
}

// learn collects what the dictionary is made of.
func (a *answers) learn(text []byte) {
	if a.dictionary != nil {
		return
	}
	if a.sample = append(a.sample, text...); len(a.sample) >= s2.MaxDictSize {
		a.dictionary, a.sample = s2.MakeDict(a.sample[:s2.MaxDictSize], nil), nil
	}
}

// forget drops what a change may have made wrong. The name of a category stands
// with each of its products.
func (a *answers) forget(c store.Changes) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.generation++
	if c.Categories {
		a.ring.Clear()
		return
	}
	for _, id := range c.Products {
		a.ring.Drop(a.id(id))
	}
}

// doubt drops everything.
func (a *answers) doubt() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.generation++
	a.ring.Clear()
}
