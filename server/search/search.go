package search

import (
	"cmp"
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
	words := x.asked(q.Words)
	k := q.Offset + q.Limit
	if len(words) > 0 {
		k = max(k, weighedAgain)
	}
	var answers [][]place
	for i := range x.segments {
		number := uint16(i)
		if len(words) == 0 {
			answers = append(answers, x.segments[i].first(&f, k, number))
			continue
		}
		answers = append(answers, x.answer(number, words, &f, k))
	}
	places := x.join(answers, k)
	if len(words) > 0 && q.Offset < weighedAgain {
		x.weighAgain(places[:min(len(places), weighedAgain)], words)
	}
	places = places[:min(len(places), q.Offset+q.Limit)]
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
	s := x.segments[p.segment]
	dst = append(dst, s.hits.at(p.product)...)
	dst = append(dst, ',')
	dst = append(dst, x.categories.hits[s.category[p.product]]...)
	return append(dst, '}')
}

// asked prepares the words of a question for the segments.
func (x *Index) asked(words []Asked) []asked {
	out := make([]asked, len(words))
	for i, w := range words {
		for _, sp := range w {
			one := spelling{[]byte(sp.Text), sp.Whole, sp.Less}
			out[i].spellings = append(out[i].spellings, one)
			out[i].categories = x.categories.named(out[i].categories, one)
		}
	}
	return out
}

// scratch is the memory that a search needs beside the index.
type scratch struct {
	found, other matches
	histogram    []uint32
	holding      [marks]uint32
}

func (x *Index) borrow(products int) *scratch {
	sc, _ := x.scratch.Get().(*scratch)
	if sc == nil {
		sc = &scratch{}
	}
	for _, m := range []*matches{&sc.found, &sc.other} {
		if len(m.score) < products {
			m.score = make([]uint16, products)
			m.is = newSet(products)
		}
	}
	return sc
}

// counts returns n zeros.
func (sc *scratch) counts(n int) []uint32 {
	if len(sc.histogram) < n {
		sc.histogram = make([]uint32, n)
	}
	clear(sc.histogram[:n])
	return sc.histogram[:n]
}

// answer returns the first k products of a segment that match.
func (x *Index) answer(number uint16, words []asked, f *filter, k int) []place {
	s := x.segments[number]
	reaches := make([]reach, len(words))
	for i := range words {
		reaches[i] = s.reaches(&words[i])
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
	return s.top(&found, f, k, number, sc)
}

// lookCost is how many entries of a list are read in the time that it takes to
// look a word up in one product.
const lookCost = 20

func (m *matches) of(products int) matches {
	return matches{is: m.is[:(products+63)/64], score: m.score[:products]}
}
