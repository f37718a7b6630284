package index

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
	sc := x.borrow()
	defer x.scratch.Put(sc)
	sc.answers.clear()
	for i := range x.segments {
		if len(words) == 0 {
			x.segments[i].first(&sc.answers, &f, k, uint16(i))
		} else {
			x.answer(sc, uint16(i), words, &f, k)
		}
		sc.answers.end()
	}
	places := x.join(&sc.answers, k)
	if len(words) > 0 && q.Offset < weighedAgain {
		x.weighAgain(sc, places[:min(len(places), weighedAgain)], words)
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

// asked prepares the words of a question for the segments.
func (x *Index) asked(words []Asked) []asked {
	out := make([]asked, len(words))
	for i, w := range words {
		for _, sp := range w {
			one := spelling{[]byte(sp.Text), sp.Whole}
			out[i].spellings = append(out[i].spellings, one)
			out[i].categories = x.categories.named(out[i].categories, one)
		}
	}
	return out
}

// answer finds the first k products of a segment that match.
func (x *Index) answer(sc *scratch, number uint16, words []asked, f *filter, k int) {
	s := x.segments[number]
	reaches := make([]reach, len(words))
	for i := range words {
		reaches[i] = s.reaches(&words[i])
		if reaches[i].size == 0 {
			return
		}
	}
	slices.SortFunc(reaches, func(a, b reach) int { return cmp.Compare(a.size, b.size) })
	if len(words) == 1 {
		s.best(sc, &reaches[0], f, k, number)
		return
	}
	found, other := sc.found.of(s.len()), sc.other.of(s.len())
	s.collect(&reaches[0], &found, nil)
	for i := range reaches[1:] {
		r := &reaches[1+i]
		if left := found.is.count(); left == 0 {
			return
		} else if r.size/lookCost > left {
			s.check(&found, r)
		} else {
			s.narrow(&found, &other, r)
		}
	}
	s.top(sc, &found, f, k, number)
}

// lookCost is how many entries of a list are read in the time that it takes to
// look a word up in one product.
const lookCost = 20
