package catalog

// MemoryStatus is what is kept in memory, and how it is used.
type MemoryStatus struct {
	Indexed      bool // whether there is to be an index
	Trusted      bool // whether searches are answered from the index now
	Products     int  // in the index
	Answers      int  // in the cache
	Hits, Misses int64
}

// Status returns what is kept now.
func (m *Memory) Status() MemoryStatus {
	s := MemoryStatus{Indexed: m.index != nil, Trusted: m.Ready() != nil, Answers: m.answers.len()}
	s.Hits, s.Misses = m.answers.hits.Load(), m.answers.misses.Load()
	if m.index != nil {
		s.Products = m.index.Len()
	}
	return s
}
