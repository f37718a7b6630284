package index

import (
	"cmp"
	"slices"
)

// Search appends the hits of a query to dst, as JSON objects separated by
// commas. found reports whether anything matches, even if it is before the
// offset.
func (x *Index) Search(dst []byte, q *Query) (out []byte, found bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	f, possible := x.filter(&q.Filter)
	if !possible {
		return dst, false
	}
	terms := x.terms(q.Terms)
	k := q.Offset + q.Limit
	if len(terms) > 0 {
		k = max(k, reranked)
	}
	sc := x.borrow()
	defer x.scratch.Put(sc)
	sc.answers.clear()
	for i := range x.segments {
		if len(terms) == 0 {
			x.segments[i].first(&sc.answers, &f, k, uint16(i))
		} else {
			x.answer(sc, uint16(i), terms, &f, k)
		}
		sc.answers.end()
	}
	places := x.join(&sc.answers, k)
	if len(terms) > 0 && q.Offset < reranked {
		x.rerank(sc, places[:min(len(places), reranked)], terms)
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

// terms prepares the query terms for the segments.
func (x *Index) terms(terms []Term) []term {
	out := make([]term, len(terms))
	for i, w := range terms {
		for _, sp := range w {
			one := spelling{[]byte(sp.Text), sp.Whole}
			out[i].spellings = append(out[i].spellings, one)
			out[i].categories = x.categories.named(out[i].categories, one)
		}
	}
	return out
}

// answer finds the first k products of a segment that match.
func (x *Index) answer(sc *scratch, number uint16, terms []term, f *filter, k int) {
	s := x.segments[number]
	expansions := make([]expansion, len(terms))
	for i := range terms {
		expansions[i] = s.expand(&terms[i])
		if expansions[i].size == 0 {
			return
		}
	}
	slices.SortFunc(expansions, func(a, b expansion) int { return cmp.Compare(a.size, b.size) })
	if len(terms) == 1 {
		s.best(sc, &expansions[0], f, k, number)
		return
	}
	found, other := sc.found.of(s.len()), sc.other.of(s.len())
	s.collect(&expansions[0], &found, nil)
	for i := range expansions[1:] {
		r := &expansions[1+i]
		if left := found.is.count(); left == 0 {
			return
		} else if r.size/lookupCost > left {
			s.check(&found, r)
		} else {
			s.narrow(&found, &other, r)
		}
	}
	s.top(sc, &found, f, k, number)
}

// lookupCost is the number of postings that are read in the time of one lookup
// of a term in a product.
const lookupCost = 20
