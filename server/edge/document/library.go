package document

import (
	"slices"
	"sync"
)

// mostBases is the maximum number of addresses of the service in the cache.
// Without a configured address each caller's Host counts, and the documents that
// contain it take about 1 MB for each.
const mostBases = 8

// Library caches documents by the address of the service, so that each is made
// once. The zero Library is ready for use. It is safe for concurrent use.
type Library struct {
	mu      sync.Mutex
	shelves []*shelf // the most recently used one first
}

// shelf holds the documents for one address.
type shelf struct {
	base string
	made map[string]func() (*Document, error)
}

// Get returns the document with this name for the service at base; the first
// time, write makes it. A document that does not contain the address has the
// base "". The names must come from the program and not from a caller, because
// all of them are kept. The errors are those of write.
func (l *Library) Get(base, name string, write func() ([]byte, error)) (*Document, error) {
	return l.making(base, name, write)()
}

// making returns the entry that makes the document or waits until it is made.
func (l *Library) making(base, name string, write func() ([]byte, error)) func() (*Document, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.shelf(base)
	if s.made[name] == nil {
		s.made[name] = sync.OnceValues(func() (*Document, error) {
			text, err := write()
			if err != nil {
				return nil, err
			}
			return New(text), nil
		})
	}
	return s.made[name]
}

// shelf returns the shelf of an address. A new one replaces the least recently
// used one.
func (l *Library) shelf(base string) *shelf {
	at := slices.IndexFunc(l.shelves, func(s *shelf) bool { return s.base == base })
	if at < 0 {
		at = min(len(l.shelves), mostBases-1)
		l.shelves = append(l.shelves[:at], &shelf{base: base, made: map[string]func() (*Document, error){}})
	}
	found := l.shelves[at]
	copy(l.shelves[1:at+1], l.shelves[:at])
	l.shelves[0] = found
	return found
}
