package index

import "sync"

// memo remembers a value for each query, and of more than most forgets those that nobody
// asked for first.
type memo[T any] struct {
	most int

	mu         sync.RWMutex
	young, old map[uint64]T // by the key of a query; old holds what was young before
}

func (m *memo[T]) get(key uint64) (value T, known bool) {
	m.mu.RLock()
	value, young := m.young[key]
	if !young {
		value, known = m.old[key]
	}
	m.mu.RUnlock()
	if known {
		m.put(key, value)
	}
	return value, young || known
}

func (m *memo[T]) put(key uint64, value T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.young == nil || len(m.young) >= m.most/2 {
		m.young, m.old = map[uint64]T{}, m.young
	}
	m.young[key] = value
}

// clear must not run at the same time as get: who reads what is remembered holds
// Index.mu.
func (m *memo[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.young)
	m.old = nil
}
