package site

import (
	"context"
	"crypto/sha256"

	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"

	"github.com/storefront/storefront/server/edge/document"
)

// digest identifies a page by all that it is made of: the answers that it shows,
// its frame, its address, its language and its form. A page is therefore never
// outdated, and nothing has to be told when something changes.
type digest = [sha256.Size]byte

// memo is a cache of pages. It is safe for concurrent use.
type memo struct {
	pages   *otter.Cache[string, *document.Document] // by digest
	counter *stats.Counter
}

func newMemo(maxBytes int) *memo {
	m := &memo{counter: stats.NewCounter()}
	m.pages = otter.Must(&otter.Options[string, *document.Document]{
		StatsRecorder: m.counter, MaximumWeight: uint64(max(maxBytes, 1)), // 1: no page is so small
		Weigher: func(_ string, page *document.Document) uint32 { return uint32(page.Size()) },
	})
	return m
}

// get returns the page with this digest, or makes it. Callers who want the same page at once wait for the one
// that makes it.
func (m *memo) get(ctx context.Context, key digest, write func() ([]byte, error)) (*document.Document, error) {
	return m.pages.Get(ctx, string(key[:]), otter.LoaderFunc[string, *document.Document](func(context.Context, string) (*document.Document, error) {
		text, err := write()
		if err != nil {
			return nil, err
		}
		return document.Packed(text), nil
	}))
}

// CacheStatus is how the cache of pages is used.
type CacheStatus struct {
	Entries      int
	Hits, Misses uint64
}

// Cache returns how the cache of pages is used.
func (s *Site) Cache() CacheStatus {
	used := s.cache.counter.Snapshot()
	return CacheStatus{s.cache.pages.EstimatedSize(), used.Hits, used.Misses}
}
