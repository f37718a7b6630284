package search

import (
	"bytes"
	"math"
)

// reach is what one word of a question may match in a segment.
type reach struct {
	spans      []span
	categories []uint32 // whose names the word matches
	size       int      // of all the lists together
	weight     uint32   // how much the word counts among the others, 0 to 65535/255
}

// span is a range of words of the dictionary that begin with a spelling; exact
// is the one that is the spelling itself, or none.
type span struct{ from, to, exact uint32 }

const none = math.MaxUint32

// begun is how much a word counts that only begins with what was asked, of 256.
const begun = 128

// reaches finds the words of the dictionary that a word of the question means.
func (s *segment) reaches(w *asked) reach {
	r := reach{categories: w.categories}
	for _, spelling := range w.spellings {
		sp := span{exact: none}
		sp.from, sp.to = s.words.prefixed(spelling.text)
		if sp.from < sp.to && bytes.Equal(s.words.at(sp.from), spelling.text) {
			sp.exact = sp.from
		}
		if spelling.whole {
			if sp.exact == none {
				continue
			}
			sp.to = sp.from + 1
		}
		if sp.from < sp.to {
			r.spans = append(r.spans, sp)
			r.size += s.inverted.size(sp.from, sp.to)
		}
	}
	for _, c := range w.categories {
		if int(c) < len(s.members.end) {
			r.size += s.members.size(c, c+1)
		}
	}
	return r
}

// matches are the products that a question matches so far, with their scores.
// The scores of products that are not among them mean nothing.
type matches struct {
	is    set
	score []uint16
}

// collect has fn called for everything that the word reaches; a product may come
// more than once.
func (s *segment) collect(r *reach, into *matches, only set) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			factor := r.weight * begun
			if w == sp.exact {
				factor = r.weight * 256
			}
			begin, end := s.inverted.bounds(w)
			s.note(into, only, s.inverted.to[begin:end], s.inverted.impact[begin:end], factor)
		}
	}
	for _, c := range r.categories {
		if int(c) >= len(s.members.end) {
			continue
		}
		begin, end := s.members.bounds(c)
		into.noteAll(only, s.members.to[begin:end], uint16(r.weight*categoryImpact)) //nolint:gosec // at most 65535
	}
}

// categoryImpact is what a word in the name of the category says about a product.
const categoryImpact = 100

func (s *segment) note(m *matches, only set, to []uint32, impact []uint8, factor uint32) {
	impact = impact[:len(to)]
	for i, p := range to {
		if only != nil && !only.has(p) {
			continue
		}
		score := uint16(uint32(impact[i]) * factor >> 8) //nolint:gosec // at most 65535
		if !m.is.has(p) {
			m.is.set(p)
			m.score[p] = score
		} else if score > m.score[p] {
			m.score[p] = score
		}
	}
}

func (m *matches) noteAll(only set, to []uint32, score uint16) {
	for _, p := range to {
		if only != nil && !only.has(p) {
			continue
		}
		if !m.is.has(p) {
			m.is.set(p)
			m.score[p] = score
		} else if score > m.score[p] {
			m.score[p] = score
		}
	}
}

// narrow keeps the products that another word matches too, found by its lists.
func (s *segment) narrow(m, other *matches, r *reach) {
	clear(other.is)
	s.collect(r, other, m.is)
	for p := range other.is.all() {
		other.score[p] += m.score[p]
	}
	*m, *other = *other, *m
}

// check does the same by looking into each product, for a few products.
func (s *segment) check(m *matches, r *reach) {
	for p := range m.is.all() {
		best, found := s.bestOf(p, r)
		if !found {
			m.is[p>>6] &^= 1 << (p & 63)
			continue
		}
		m.score[p] += best
	}
}

// bestOf returns the most that the word says about a product, if it matches.
func (s *segment) bestOf(p uint32, r *reach) (best uint16, found bool) {
	begin, end := s.forward.bounds(p)
	words := s.forward.to[begin:end]
	for _, sp := range r.spans {
		for i := lowerBound(words, sp.from); i < len(words) && words[i] < sp.to; i++ {
			factor := r.weight * begun
			if words[i] == sp.exact {
				factor = r.weight * 256
			}
			found = true
			best = max(best, uint16(uint32(s.forward.impact[int(begin)+i])*factor>>8)) //nolint:gosec // at most 65535
		}
	}
	for _, c := range r.categories {
		if s.category[p] == c {
			found, best = true, max(best, uint16(r.weight*categoryImpact)) //nolint:gosec // at most 65535
		}
	}
	return best, found
}

// lowerBound returns the first place that is not below v.
func lowerBound(sorted []uint32, v uint32) int {
	low, high := 0, len(sorted)
	for low < high {
		if middle := (low + high) / 2; sorted[middle] < v {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}
