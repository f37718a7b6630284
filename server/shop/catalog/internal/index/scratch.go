package index

// scratch is the memory that a search needs in addition to the index.
type scratch struct {
	answers      answers
	found, other matches
	histogram    []uint32
	keys, spare  []uint64
	ranked       ranked
	common       []uint16
	reranked     [reranked]rerankedPlace
	names        [reranked][]uint32
	contents     [reranked]content
	called       [reranked]bool
	kind         kind
	beside       []uint16 // zeros between searches: there may be a million words
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

// numbersBeside returns n zeros, which things.release makes zeros again.
func (sc *scratch) numbersBeside(n int) []uint16 {
	if len(sc.beside) < n {
		sc.beside = make([]uint16, n)
	}
	return sc.beside
}

// shared returns n zeros.
func (sc *scratch) shared(n int) []uint16 { return zeros(&sc.common, n) }

func zeros[S ~[]T, T uint16 | uint32 | uint64](memory *S, n int) S {
	if len(*memory) < n {
		*memory = make(S, n)
	}
	clear((*memory)[:n])
	return (*memory)[:n]
}
