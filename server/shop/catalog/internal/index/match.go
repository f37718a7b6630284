package index

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// A word of a product counts fully when it is what was asked for, half when it is
// a little longer, as an inflected form is, and a tenth when it only begins so.
const (
	same      = 10
	inflected = 5
	begun     = 1

	inflection = 2 // letters that an inflected form is longer at most
)

// reach is what one word of a question may match in a segment.
type reach struct {
	spans      []span
	categories []weighed // whose names the word matches
	size       int       // of all the lists together
}

// span is a range of words of the dictionary that begin with a spelling.
type span struct {
	from, to uint32
	spelling spelling
}

type weighed struct {
	number uint32
	factor uint16
}

// factor is how much a word that begins with a spelling counts.
func (s *spelling) factor(word []byte) uint16 {
	switch more := utf8.RuneCount(word[len(s.text):]); {
	case more == 0:
		return same
	case more <= inflection:
		return inflected
	}
	return begun
}

// reaches finds the words of the dictionary that a word of the question means.
func (s *segment) reaches(w *asked) reach {
	r := reach{categories: w.categories}
	for _, spelling := range w.spellings {
		sp := span{spelling: spelling}
		sp.from, sp.to = s.words.prefixed(spelling.text)
		if spelling.whole && sp.from < sp.to {
			if !bytes.Equal(s.words.at(sp.from), spelling.text) {
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
		r.size += s.members.sizeOf(c.number)
	}
	return r
}

// matches are the products that a question matches so far, with their scores.
// The scores of products that are not among them mean nothing.
type matches struct {
	is    set
	score []uint16
}

// collect notes everything that the word reaches, or what of it is among only.
// Of several words of a product the one that says most counts, and the name of
// its category adds to that.
func (s *segment) collect(r *reach, into *matches, only set) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			begin, end := s.inverted.bounds(w)
			into.note(only, s.inverted.to[begin:end], s.inverted.impact[begin:end], sp.spelling.factor(s.words.at(w)))
		}
	}
	for _, c := range r.categories {
		into.add(only, s.members.of(c.number), c.factor*categoryImpact)
	}
}

// categoryImpact is what a word in the name of the category says about a product.
const categoryImpact = 8

func (m *matches) note(only set, to []uint32, impact []uint8, factor uint16) {
	impact = impact[:len(to)]
	for i, p := range to {
		if only != nil && !only.has(p) {
			continue
		}
		score := uint16(impact[i]) * factor
		if !m.is.has(p) {
			m.is.set(p)
			m.score[p] = score
		} else if score > m.score[p] {
			m.score[p] = score
		}
	}
}

func (m *matches) add(only set, to []uint32, score uint16) {
	for _, p := range to {
		if only != nil && !only.has(p) {
			continue
		}
		if !m.is.has(p) {
			m.is.set(p)
			m.score[p] = 0
		}
		m.score[p] += score
	}
}

// narrow keeps the products that another word matches too, found by its lists.
func (s *segment) narrow(m, other *matches, r *reach) {
	clear(other.is)
	s.collect(r, other, m.is)
	for p := range other.is.all() {
		other.score[p] = sum(other.score[p], m.score[p])
	}
	*m, *other = *other, *m
}

// check does the same by looking into each product, for a few products.
func (s *segment) check(m *matches, r *reach) {
	for p := range m.is.all() {
		more, found := s.look(p, r)
		if !found {
			m.is.unset(p)
			continue
		}
		m.score[p] = sum(m.score[p], more)
	}
}

// look returns what the word says about a product, if it matches.
func (s *segment) look(p uint32, r *reach) (score uint16, found bool) {
	begin, end := s.forward.bounds(p)
	words := s.forward.to[begin:end]
	for _, sp := range r.spans {
		for i := lowerBound(words, sp.from); i < len(words) && words[i] < sp.to; i++ {
			found = true
			score = max(score, uint16(s.forward.impact[int(begin)+i])*sp.spelling.factor(s.words.at(words[i])))
		}
	}
	for _, c := range r.categories {
		if s.category[p] == c.number {
			found, score = true, score+c.factor*categoryImpact
		}
	}
	return score, found
}

// sum stops at the highest score there is, which only dozens of words reach.
func sum(a, b uint16) uint16 { return uint16(min(uint32(a)+uint32(b), math.MaxUint16)) }

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
