package document

import (
	"slices"
	"sync"
)

// mostBases is how many addresses of the service are remembered. Without a
// configured one it is what each caller calls the host, and the documents that
// name it take about 1 MB for each address.
const mostBases = 8

// Library makes each document once for each address of the service. The zero
// Library is ready for use. It is safe for concurrent use.
type Library struct {
	mu      sync.Mutex
	shelves []*shelf // the one used last comes first
}

// shelf holds the documents for one address.
type shelf struct {
	base string
	made map[string]func() (*Document, error)
}

// Get returns the document of this name for the service at base, which write
// makes the first time. A document that does not name the address has the base
// "". The names are the program's, not the caller's: all of them are kept. The
// errors are those of write.
func (l *Library) Get(base, name string, write func() ([]byte, error)) (*Document, error) {
	return l.making(base, name, write)()
}

// making returns what makes the document or waits until it is made.
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

// shelf returns the shelf of an address. A new one takes the place of that which
// has not been used for longest.
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
