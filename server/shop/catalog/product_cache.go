package catalog

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
)

// ProductCache keeps encoded responses about products, by slug, as many as fit. It follows every
// change and never returns a response that is older than a change. They are used only while
// they are as new as the database. A nil ProductCache keeps nothing. It is safe for concurrent use.
//
// Changes name products by id. Each moves one of the versions, which products share by a part of their ids:
// a response counts while its version is the one that it was put with, and is evicted some time after that.
type ProductCache struct {
	store *store.Store
	feed  *changes.Feed

	kept       *otter.Cache[string, *answer] // nil: nothing is kept
	generation atomic.Uint64                 // the number of changes
	versions   [1 << 16]atomic.Uint32

	hits, misses atomic.Int64
}

// NewProductCache returns a cache of that many bytes, which follows the feed; 0 keeps nothing.
func NewProductCache(st *store.Store, feed *changes.Feed, bytes int) *ProductCache {
	a := newProductCache(bytes)
	a.store, a.feed = st, feed
	feed.Follow(a, "products", "categories")
	return a
}

// newProductCache returns a cache of that many bytes; 0 keeps nothing.
func newProductCache(bytes int) *ProductCache {
	a := &ProductCache{}
	if bytes > 0 {
		a.kept = otter.Must(&otter.Options[string, *answer]{MaximumWeight: uint64(bytes), Weigher: func(slug string, kept *answer) uint32 {
			const entry = 200 // bytes besides the texts
			return uint32(entry + len(slug) + len(kept.body))
		}})
	}
	return a
}

// ProductCacheStatus is how the cache is used.
type ProductCacheStatus struct {
	Entries      int
	Hits, Misses int64
}

// Status returns how the cache is used now.
func (a *ProductCache) Status() ProductCacheStatus {
	return ProductCacheStatus{Entries: a.len(), Hits: a.hits.Load(), Misses: a.misses.Load()}
}

// Get returns the response about a product, which must not be changed, or nil when
// the database has to be queried; and the generation to pass to Keep.
func (a *ProductCache) Get(slug string) (body []byte, generation uint64) {
	if a == nil || !a.feed.Current() {
		return nil, 0
	}
	return a.get(slug)
}

// Keep keeps a response that the database gave after Get.
func (a *ProductCache) Keep(slug string, id uuid.UUID, body []byte, generation uint64) {
	if a != nil && a.feed.Current() {
		a.put(slug, id, body, generation)
	}
}

// Changed drops the responses that a change may have made wrong. The name of a
// category is in the response about each of its products.
func (a *ProductCache) Changed(table string, ids []uuid.UUID) error {
	if table == "categories" || ids == nil {
		a.clear()
	} else {
		a.drop(ids...)
	}
	return nil
}

// Verify compares every cached response about a product, and returns an
// error if there is one about anything else.
func (a *ProductCache) Verify(ctx context.Context) error {
	var faults []error
	there := 0
	err := EveryRecord(ctx, a.store, func(r *db.ProductRecord) error {
		kept, _ := a.get(r.Slug)
		if kept == nil {
			return nil
		}
		there++
		want, err := productAnswer(r)
		if err != nil {
			return err
		}
		if !bytes.Equal(kept, want) {
			faults = append(faults, fmt.Errorf("the answer about the product %s is %s, want %s", r.Slug, kept, want))
		}
		return nil
	})
	if err != nil {
		return errors.Join(append(faults, err)...)
	}
	if n := a.len(); n != there {
		faults = append(faults, fmt.Errorf("%d answers are kept, %d of them about live products", n, there))
	}
	return errors.Join(faults...)
}

// answer is a response about a product.
type answer struct {
	body    []byte
	id      uuid.UUID
	version uint32
}

// get returns the response about a slug, which must not be changed, or nil; and the generation
// to pass to put.
func (a *ProductCache) get(slug string) (body []byte, generation uint64) {
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
func (a *ProductCache) put(slug string, id uuid.UUID, body []byte, generation uint64) {
	if a.kept == nil {
		return
	}
	version := a.version(id).Load() // before the generation, which drop moves first: a change in between is noticed by one of them
	if a.generation.Load() == generation {
		a.kept.Set(slug, &answer{body, id, version})
	}
}

// drop drops the responses about products that changed.
func (a *ProductCache) drop(ids ...uuid.UUID) {
	a.generation.Add(1)
	for _, id := range ids {
		a.version(id).Add(1)
	}
}

// clear drops everything.
func (a *ProductCache) clear() {
	a.generation.Add(1)
	for i := range a.versions {
		a.versions[i].Add(1)
	}
	if a.kept != nil {
		a.kept.InvalidateAll()
	}
}

// len returns the number of responses that are not older than a change.
func (a *ProductCache) len() (n int) {
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

func (a *ProductCache) version(id uuid.UUID) *atomic.Uint32 {
	return &a.versions[binary.BigEndian.Uint16(id[len(id)-2:])]
}

func (a *ProductCache) counts(kept *answer) bool { return kept.version == a.version(kept.id).Load() }
