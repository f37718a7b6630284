package catalog

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"
)

// answers keeps encoded responses about products, by slug, as many as fit. It is told of every
// change and never returns a response that is older than a change. It is safe for concurrent use.
//
// Changes name products by id. Each moves one of the versions, which products share by a part of their ids:
// a response counts while its version is the one that it was put with, and is evicted some time after that.
type answers struct {
	kept       *otter.Cache[string, *answer] // nil: nothing is kept
	generation atomic.Uint64                 // the number of changes
	versions   [1 << 16]atomic.Uint32

	hits, misses atomic.Int64
}

// answer is a response about a product.
type answer struct {
	body    []byte
	id      uuid.UUID
	version uint32
}

// newAnswers returns a cache of that many bytes; 0 keeps nothing.
func newAnswers(bytes int) *answers {
	a := &answers{}
	if bytes > 0 {
		a.kept = otter.Must(&otter.Options[string, *answer]{MaximumWeight: uint64(bytes), Weigher: func(slug string, kept *answer) uint32 {
			const entry = 200 // bytes besides the texts
			return uint32(entry + len(slug) + len(kept.body))
		}})
	}
	return a
}

func (a *answers) version(id uuid.UUID) *atomic.Uint32 {
	return &a.versions[binary.BigEndian.Uint16(id[len(id)-2:])]
}

func (a *answers) counts(kept *answer) bool { return kept.version == a.version(kept.id).Load() }

// len returns the number of responses that are not older than a change.
func (a *answers) len() (n int) {
	if a.kept == nil {
		return 0
	}
	for kept := range a.kept.Values() {
		if a.counts(kept) {
			n++
		}
	}
	return n
}

// get returns the response about a slug, which must not be changed, or nil; and the generation
// to pass to put.
func (a *answers) get(slug string) (body []byte, generation uint64) {
	if a.kept == nil {
		return nil, 0
	}
	generation = a.generation.Load()
	if kept, found := a.kept.GetIfPresent(slug); found && a.counts(kept) {
		a.hits.Add(1)
		return kept.body, generation
	}
	a.misses.Add(1)
	return nil, generation
}

// put keeps a response that was read from the database after get, unless something has
// changed since.
func (a *answers) put(slug string, id uuid.UUID, body []byte, generation uint64) {
	if a.kept == nil {
		return
	}
	version := a.version(id).Load() // before the generation, which drop moves first: a change in between is noticed by one of them
	if a.generation.Load() == generation {
		a.kept.Set(slug, &answer{body, id, version})
	}
}

// drop drops the responses about products that changed.
func (a *answers) drop(ids ...uuid.UUID) {
	a.generation.Add(1)
	for _, id := range ids {
		a.version(id).Add(1)
	}
}

// clear drops everything.
func (a *answers) clear() {
	a.generation.Add(1)
	for i := range a.versions {
		a.versions[i].Add(1)
	}
	if a.kept != nil {
		a.kept.InvalidateAll()
	}
}
