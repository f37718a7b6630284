package search

// scratch is the memory that a search needs beside the index.
type scratch struct {
	answers      answers
	found, other matches
	histogram    []uint32
	keys, spare  []uint64
	ranked       ranked
	common       []uint16
	holding      [marks]uint32
}

func (x *Index) borrow() *scratch {
	sc, _ := x.scratch.Get().(*scratch)
	if sc == nil {
		sc = &scratch{}
	}
	return sc
}

// of returns an empty set of matches with room for so many products.
func (m *matches) of(products int) matches {
	if len(m.score) < products {
		m.score, m.is = make([]uint16, products), newSet(products)
	}
	out := matches{is: m.is[:(products+63)/64], score: m.score[:products]}
	clear(out.is)
	return out
}

// counts returns n zeros.
func (sc *scratch) counts(n int) []uint32 { return zeros(&sc.histogram, n) }

// shared returns n zeros.
func (sc *scratch) shared(n int) []uint16 { return zeros(&sc.common, n) }

func zeros[T uint16 | uint32](memory *[]T, n int) []T {
	if len(*memory) < n {
		*memory = make([]T, n)
	}
	clear((*memory)[:n])
	return (*memory)[:n]
}
