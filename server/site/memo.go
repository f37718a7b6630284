package site

import (
	"container/list"
	"crypto/sha256"
	"sync"

	"golang.org/x/sync/singleflight"

	"github.com/storefront/storefront/server/edge/document"
)

// digest identifies a page by all that it is made of: the answers that it shows,
// its frame, its address, its language and its form. A page is therefore never
// outdated, and nothing has to be told when something changes.
type digest = [sha256.Size]byte

// memo is a cache of the pages that were used last. It is safe for concurrent use.
type memo struct {
	maxBytes int
	making   singleflight.Group

	mu      sync.Mutex
	entries map[digest]*list.Element
	order   *list.List // of memoEntry; the one used last first
	bytes   int

	hits, misses uint64
}

// memoEntry is a page in the cache.
type memoEntry struct {
	key  digest
	page *document.Document
}

func newMemo(maxBytes int) *memo {
	return &memo{maxBytes: maxBytes, entries: map[digest]*list.Element{}, order: list.New()}
}

// get returns the page with this digest, or makes it. Callers who want the same page at once wait for the one
// that makes it.
func (m *memo) get(key digest, write func() ([]byte, error)) (*document.Document, error) {
	if page := m.find(key); page != nil {
		return page, nil
	}
	page, err, _ := m.making.Do(string(key[:]), func() (any, error) {
		text, err := write()
		if err != nil {
			return nil, err
		}
		page := document.Packed(text)
		m.add(memoEntry{key, page})
		return page, nil
	})
	if err != nil {
		return nil, err
	}
	return page.(*document.Document), nil
}

func (m *memo) find(key digest) *document.Document {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.entries[key]
	if e == nil {
		m.misses++
		return nil
	}
	m.hits++
	m.order.MoveToFront(e)
	return e.Value.(memoEntry).page
}

// add adds a page, and evicts those that were not used for the longest time.
func (m *memo) add(entry memoEntry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.entries[entry.key] != nil || entry.page.Size() > m.maxBytes {
		return
	}
	m.entries[entry.key] = m.order.PushFront(entry)
	m.bytes += entry.page.Size()
	for m.bytes > m.maxBytes {
		evicted := m.order.Remove(m.order.Back()).(memoEntry)
		delete(m.entries, evicted.key)
		m.bytes -= evicted.page.Size()
	}
}

// CacheStatus is how the cache of pages is used.
type CacheStatus struct {
	Entries      int
	Hits, Misses uint64
}

// Cache returns how the cache of pages is used.
func (s *Site) Cache() CacheStatus {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	return CacheStatus{len(s.cache.entries), s.cache.hits, s.cache.misses}
}
