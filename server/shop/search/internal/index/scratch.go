package index

import (
	"iter"
	mathbits "math/bits"
)

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

// set is a set of numbers.
type set []uint64

func newSet(n int) set { return make(set, setSize(n)) }

// setSize is the length of a set of numbers below n.
func setSize(n int) int { return (n + 63) / 64 }

func (b set) has(i uint32) bool { return b[i>>6]&(1<<(i&63)) != 0 }

func (b set) set(i uint32) { b[i>>6] |= 1 << (i & 63) }

func (b set) setAll(numbers []uint32) {
	for _, v := range numbers {
		b.set(v)
	}
}

func (b set) unset(i uint32) { b[i>>6] &^= 1 << (i & 63) }

func (b set) count() (n int) {
	for _, word := range b {
		n += mathbits.OnesCount64(word)
	}
	return n
}

// before returns the highest number below n, or -1. The set has room for n.
func (b set) before(n int) int {
	i := n >> 6
	word := b[i] & (1<<(n&63) - 1)
	for word == 0 {
		if i--; i < 0 {
			return -1
		}
		word = b[i]
	}
	return i<<6 + mathbits.Len64(word) - 1
}

// all returns the numbers in order.
func (b set) all() iter.Seq[uint32] { return b.from(0) }

// from returns the numbers from n on, in order.
func (b set) from(n uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := int(n >> 6); i < len(b); i++ {
			word := b[i]
			if i == int(n>>6) {
				word &= ^uint64(0) << (n & 63)
			}
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(i<<6 + mathbits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
