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
	sc := x.borrow()
	defer x.scratch.Put(sc)
	if len(words) == 1 {
		return s.best(&reaches[0], f, k, number, sc)
	}
	found, other := sc.found.of(s.len()), sc.other.of(s.len())
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
