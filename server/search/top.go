package search

import (
	"cmp"
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
	total, most := 0, uint16(0)
	for p := range m.is.all() {
		if !s.passes(p, f) {
			m.is.unset(p)
			continue
		}
		most = max(most, m.score[p])
		total++
	}
	if total == 0 {
		return nil
	}
	histogram := sc.counts(int(most) + 1)
	for p := range m.is.all() {
		histogram[m.score[p]]++
	}
	least, ties := threshold(histogram, k)
	out := make([]place, starts(histogram, least, ties))
	for p := range m.is.all() {
		score := m.score[p]
		if score < least {
			continue
		}
		if score == least {
			if ties == 0 {
				continue
			}
			ties-- // the first ones stand first in lists
		}
		out[histogram[score]] = place{p, number, score}
		histogram[score]++
	}
	return out
}

// starts turns how many products have a score into where they stand in the
// answer, and returns how long that is.
func starts(histogram []uint32, least uint16, ties int) uint32 {
	at := uint32(0)
	for score := len(histogram) - 1; score > int(least); score-- {
		n := histogram[score]
		histogram[score] = at
		at += n
	}
	n := min(histogram[least], uint32(ties))
	histogram[least] = at
	return at + n
}

// threshold returns the least score among the k best, and how many that have
// just this score are among them.
func threshold(histogram []uint32, k int) (least uint16, ties int) {
	left := k
	for score := len(histogram) - 1; score >= 0; score-- {
		n := int(histogram[score])
		if n >= left {
			return uint16(score), left
		}
		left -= n
	}
	return 0, left
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
