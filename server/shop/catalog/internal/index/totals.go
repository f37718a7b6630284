package index

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

// seed is that of the keys of queries.
var seed = maphash.MakeSeed()

// memo remembers what queries have, until the next change: the pages of one list,
// and the searches of many people, are counted once.
type memo[T any] struct {
	mu sync.RWMutex
	of map[uint64]T // by Query.key
}

func (m *memo[T]) get(key uint64) (value T, known bool) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	value, known = m.of[key]
	return value, known
}

// put adds a value. It limits the memory: above most values all are forgotten.
func (m *memo[T]) put(key uint64, value T, most int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil || len(m.of) >= most {
		m.of = map[uint64]T{}
	}
	m.of[key] = value
}

func (m *memo[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.of)
}

// key returns a hash of everything that decides which products match.
func (q *Query) key() uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	number := func(n uint64) {
		var bytes [8]byte
		binary.LittleEndian.PutUint64(bytes[:], n)
		_, _ = h.Write(bytes[:])
	}
	flag := func(is bool) {
		if is {
			number(1)
		} else {
			number(0)
		}
	}
	text := func(s string) {
		number(uint64(len(s)))
		_, _ = h.WriteString(s)
	}
	texts := func(list []string) {
		flag(list == nil)
		number(uint64(len(list)))
		for _, s := range list {
			text(s)
		}
	}
	number(uint64(len(q.Terms)))
	for _, term := range q.Terms {
		number(uint64(len(term)))
		for _, sp := range term {
			text(sp.Text)
			flag(sp.Whole)
			flag(sp.Ends)
		}
	}
	f := &q.Filter
	flag(f.IDs == nil)
	number(uint64(len(f.IDs)))
	for _, id := range f.IDs {
		_, _ = h.Write(id[:])
	}
	texts(f.Slugs)
	texts(f.Brands)
	texts([]string{f.Category, f.Frame, f.Lens})
	flag(f.Featured != nil)
	flag(f.Featured != nil && *f.Featured)
	flag(f.InStock)
	for _, n := range []int64{f.Min, f.Max, f.Since} {
		number(uint64(n))
	}
	number(uint64(len(f.Attributes)))
	for _, keys := range f.Attributes {
		number(uint64(len(keys)))
		for _, key := range keys {
			number(key)
		}
	}
	return h.Sum64()
}
