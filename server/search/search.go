package search

import (
	"cmp"
	"math"
	"slices"
)

// Search appends the hits of a question to dst: JSON objects with commas
// between. found tells whether anything matches, be it before the offset.
func (x *Index) Search(dst []byte, q *Question) (out []byte, found bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	f, possible := x.filter(&q.Filter)
	if !possible {
		return dst, false
	}
	k := q.Offset + q.Limit
	words := x.asked(q.Words)
	var answers [][]place
	for _, s := range x.segments {
		if len(words) == 0 {
			answers = append(answers, s.first(&f, k))
			continue
		}
		answers = append(answers, x.answer(s, words, &f, k))
	}
	places := join(answers, k)
	for i := q.Offset; i < len(places); i++ {
		if i > q.Offset {
			dst = append(dst, ',')
		}
		dst = x.appendHit(dst, places[i])
	}
	return dst, len(places) > 0
}

func (x *Index) appendHit(dst []byte, p place) []byte {
	dst = append(dst, '{')
	dst = append(dst, p.in.hits.at(p.product)...)
	dst = append(dst, ',')
	dst = append(dst, x.categories.hits[p.in.category[p.product]]...)
	return append(dst, '}')
}

// asked weighs the words of a question: a rare one says more than a common one
// (the inverse document frequency of BM25). Together they weigh 65535/255.
func (x *Index) asked(words []Asked) []asked {
	out := make([]asked, len(words))
	products := 0
	for _, s := range x.segments {
		products += s.live
	}
	idf, sum := make([]float64, len(words)), 0.0
	for i, w := range words {
		for _, sp := range w {
			one := spelling{[]byte(sp.Text), sp.Whole}
			out[i].spellings = append(out[i].spellings, one)
			out[i].categories = x.categories.named(out[i].categories, one)
		}
		have := 0
		for _, s := range x.segments {
			have += s.reaches(&out[i]).size
		}
		have = min(have, products)
		idf[i] = math.Log(1 + (float64(products-have)+0.5)/(float64(have)+0.5))
		sum += idf[i]
	}
	for i := range out {
		out[i].weight = uint32(idf[i] / sum * (math.MaxUint16 / math.MaxUint8))
	}
	return out
}

// scratch is the memory that a search needs beside the index.
type scratch struct {
	found, other matches
	histogram    []uint32
}

func (x *Index) borrow(products int) *scratch {
	sc, _ := x.scratch.Get().(*scratch)
	if sc == nil {
		sc = &scratch{histogram: make([]uint32, math.MaxUint16+1)}
	}
	for _, m := range []*matches{&sc.found, &sc.other} {
		if len(m.score) < products {
			m.score = make([]uint16, products)
			m.is = newSet(products)
		}
	}
	return sc
}

// answer returns the first k products of a segment that match.
func (x *Index) answer(s *segment, words []asked, f *filter, k int) []place {
	reaches := make([]reach, len(words))
	for i := range words {
		reaches[i] = s.reaches(&words[i])
		reaches[i].weight = words[i].weight
		if reaches[i].size == 0 {
			return nil
		}
	}
	slices.SortFunc(reaches, func(a, b reach) int { return cmp.Compare(a.size, b.size) })
	sc := x.borrow(s.len())
	defer x.scratch.Put(sc)
	found, other := sc.found.of(s.len()), sc.other.of(s.len())
	clear(found.is)
	s.collect(&reaches[0], &found, nil)
	for i := range reaches[1:] {
		r := &reaches[1+i]
		if left := found.is.count(); left == 0 {
			return nil
		} else if r.size/lookCost > left {
			s.check(&found, r)
		} else {
			s.narrow(&found, &other, r)
		}
	}
	return s.top(&found, f, k, sc.histogram)
}

// lookCost is how many entries of a list are read in the time that it takes to
// look a word up in one product.
const lookCost = 20

func (m *matches) of(products int) matches {
	return matches{is: m.is[:(products+63)/64], score: m.score[:products]}
}
