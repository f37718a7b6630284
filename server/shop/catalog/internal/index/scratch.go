package index

// scratch is the memory that a search needs in addition to the index.
type scratch struct {
	answers      answers
	found, other matches
	histogram    []uint32
	keys, spare  []uint64
	ranked       ranked
	common       []uint16
	holding      [marks]uint32
	named        [2]set
	numbered     []numbered
}

func (x *Index) borrow() *scratch {
	sc, _ := x.scratch.Get().(*scratch)
	if sc == nil {
		sc = &scratch{}
	}
	return sc
}

// of returns an empty set of matches with room for products products.
func (m *matches) of(products int) matches {
	if len(m.score) < products {
		m.score = make([]uint16, products)
	}
	return matches{is: zeros(&m.is, setSize(products)), score: m.score[:products]}
}

// counts returns n zeros.
func (sc *scratch) counts(n int) []uint32 { return zeros(&sc.histogram, n) }

// shared returns n zeros.
func (sc *scratch) shared(n int) []uint16 { return zeros(&sc.common, n) }

func zeros[S ~[]T, T uint16 | uint32 | uint64](memory *S, n int) S {
	if len(*memory) < n {
		*memory = make(S, n)
	}
	clear((*memory)[:n])
	return (*memory)[:n]
}
