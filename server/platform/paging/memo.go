package paging

import (
	"sync"
	"time"
)

// Memo remembers for a while which lists have more than Most rows, which take
// the longest to count: a list that gets shorter meanwhile is noticed late. A
// nil Memo remembers nothing.
type Memo struct {
	mu    sync.Mutex
	until map[string]time.Time
}

const (
	remembered = 10 * time.Second
	mostLists  = 1000
)

// Count returns the number of rows of a list, or a number over Most if there are
// more. count counts them.
func (m *Memo) Count(list string, now time.Time, count func() (int64, error)) (int64, error) {
	if m == nil {
		return count()
	}
	m.mu.Lock()
	long := now.Before(m.until[list])
	m.mu.Unlock()
	if long {
		return Most + 1, nil
	}
	n, err := count()
	if err != nil || n <= Most {
		return n, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.until == nil || len(m.until) >= mostLists {
		m.until = map[string]time.Time{}
	}
	m.until[list] = now.Add(remembered)
	return n, nil
}
