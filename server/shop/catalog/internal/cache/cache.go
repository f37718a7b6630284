// Package cache keeps encoded responses in one fixed block of memory, which the
// garbage collector does not scan.
package cache

import (
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/klauspost/compress/s2"
)

// Cache keeps responses about things, each under its slug and its id, as many as
// fit. It is notified of every change and never returns a response that is older
// than a change. It is safe for concurrent use.
type Cache struct {
	size int // bytes of responses; 0 disables the cache
	seed maphash.Seed

	mu         sync.RWMutex
	generation uint64 // incremented by every change
	ring       *ring  // of packed responses, by their slugs and ids
	sample     []byte // of responses, until there is a dictionary
	dictionary *s2.Dict

	hits, misses atomic.Int64
	scratch      sync.Pool // of *scratch
}

// scratch is memory for packing a response.
type scratch struct{ named, packed []byte }

// New returns a cache of size bytes; 0 keeps nothing.
func New(size int) *Cache {
	c := &Cache{size: size, seed: maphash.MakeSeed(), ring: newRing(size)}
	c.scratch.New = func() any { return &scratch{} }
	return c
}

func (c *Cache) name(slug string) uint32 { return uint32(maphash.String(c.seed, slug)) }

func (c *Cache) id(id uuid.UUID) uint32 { return uint32(maphash.Bytes(c.seed, id[:])) }

// Enabled reports whether the cache keeps anything at all.
func (c *Cache) Enabled() bool { return c.size > 0 }

// Len returns the number of responses.
func (c *Cache) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.ring.Len()
}

// Counts returns how often Get found a response, and how often it did not.
func (c *Cache) Counts() (hits, misses int64) { return c.hits.Load(), c.misses.Load() }

// Get returns the response about a slug, in the memory of into if that is large
// enough, or nil; and the generation to pass to Put.
func (c *Cache) Get(slug string, into []byte) (body []byte, generation uint64) {
	c.mu.RLock()
	body = answerOf(slug, unpacked(c.ring.Get(c.name(slug)), c.dictionary, into))
	generation = c.generation
	c.mu.RUnlock()
	if body == nil {
		c.misses.Add(1)
	} else {
		c.hits.Add(1)
	}
	return body, generation
}

// Put keeps a copy of a response that was read from the database after Get,
// unless something has changed since.
func (c *Cache) Put(slug string, id uuid.UUID, body []byte, generation uint64) {
	if !c.Enabled() {
		return
	}
	c.mu.RLock()
	dictionary := c.dictionary
	c.mu.RUnlock()
	s, _ := c.scratch.Get().(*scratch)
	defer c.scratch.Put(s)
	s.named = named(s.named[:0], slug, body)
	s.packed = packed(s.named, dictionary, s.packed)

	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation != generation {
		return
	}
	c.learn(s.named)
	c.ring.Put(c.name(slug), c.id(id), s.packed)
}

// learn collects samples for the compression dictionary. It holds what responses
// have in common, so that each takes a quarter of its size.
func (c *Cache) learn(text []byte) {
	if c.dictionary != nil {
		return
	}
	if c.sample = append(c.sample, text...); len(c.sample) >= s2.MaxDictSize {
		c.dictionary, c.sample = s2.MakeDict(c.sample[:s2.MaxDictSize], nil), nil
	}
}

// Drop drops the responses about things that changed.
func (c *Cache) Drop(ids ...uuid.UUID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	for _, id := range ids {
		c.ring.Drop(c.id(id))
	}
}

// Clear drops everything.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.ring.Clear()
}
