package search

import (
	"cmp"
	"math"
	"slices"
)

// place is a product in the order of an answer.
type place struct {
	product uint32
	segment uint16 // its number in the snapshot of an answer
	score   uint16
}

// compare orders places: by score, then as lists are.
func (x *Index) compare(a, b place) int {
	if a.score != b.score {
		return cmp.Compare(b.score, a.score)
	}
	return x.compareInLists(a, b)
}

func (x *Index) compareInLists(a, b place) int {
	if a.segment == b.segment {
		return cmp.Compare(a.product, b.product)
	}
	return before(x.segments[a.segment], a.product, x.segments[b.segment], b.product)
}

// top returns the first k of the matches that pass, in order.
func (s *segment) top(m *matches, f *filter, k int, number uint16, sc *scratch) []place {
	const spare = 4 // a part of the best will not pass
	for {
		least := m.least(spare*k, sc)
		keys := sc.keys[:0]
		for p := range m.is.all() {
			if score := m.score[p]; score >= least && s.passes(p, f) {
				keys = append(keys, keyOf(int(score), p))
			}
		}
		sc.keys = keys
		if len(keys) >= k || least == 0 {
			return firstOf(keys, k, number, &sc.spare)
		}
		for p := range m.is.all() { // most do not pass: from here on only those that do count
			if !s.passes(p, f) {
				m.is.unset(p)
			}
		}
	}
}

// least returns a score that n matches have at least; 0 when there are fewer.
func (m *matches) least(n int, sc *scratch) uint16 {
	const step = 16 // not each score is counted by itself
	histogram := sc.counts(math.MaxUint16/step + 1)
	for p := range m.is.all() {
		histogram[m.score[p]/step]++
	}
	for i := len(histogram) - 1; i > 0; i-- {
		if n -= int(histogram[i]); n <= 0 {
			return uint16(i * step)
		}
	}
	return 0
}

// first returns the first k products that pass, in the order of lists.
func (s *segment) first(f *filter, k int, number uint16) []place {
	out := make([]place, 0, min(k, 128))
	if f.category != 0 {
		for _, p := range s.members.of(f.category) {
			if len(out) == k {
				break
			}
			if s.passes(p, f) {
				out = append(out, place{product: p, segment: number})
			}
		}
		return out
	}
	for p := range uint32(s.len()) {
		if len(out) == k {
			break
		}
		if s.passes(p, f) {
			out = append(out, place{product: p, segment: number})
		}
	}
	return out
}

// join merges sorted answers and returns the first k.
func (x *Index) join(answers [][]place, k int) []place {
	answers = slices.DeleteFunc(answers, func(a []place) bool { return len(a) == 0 })
	if len(answers) == 1 {
		return answers[0][:min(k, len(answers[0]))]
	}
	var out []place
	for len(out) < k && len(answers) > 0 {
		best := 0
		for i := range answers[1:] {
			if x.compare(answers[i+1][0], answers[best][0]) < 0 {
				best = i + 1
			}
		}
		out = append(out, answers[best][0])
		if answers[best] = answers[best][1:]; len(answers[best]) == 0 {
			answers = slices.Delete(answers, best, best+1)
		}
	}
	return out
}
