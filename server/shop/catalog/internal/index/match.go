package index

import (
	"bytes"
	"math"
	"unicode/utf8"
)

// A word of a product counts fully if it equals the query term, half if it is
// slightly longer, as an inflected form is, and a tenth if it only begins with
// the term.
const (
	same      = 10
	inflected = 5
	begun     = 1

	inflection = 2 // the maximum number of letters that an inflected form has more
)

// expansion is what one query term matches in a segment.
type expansion struct {
	spans      []span
	categories []weightedCategory // whose names the term matches
	size       int                // the total length of the posting lists
}

// span is a range of words of the dictionary that begin with a spelling.
type span struct {
	from, to uint32
	spelling spelling
}

type weightedCategory struct {
	number uint32
	factor uint16
}

// factor is the weight of a word that begins with the spelling.
func (s *spelling) factor(word []byte) uint16 {
	switch more := utf8.RuneCount(word[len(s.text):]); {
	case more == 0:
		return same
	case more <= inflection:
		return inflected
	}
	return begun
}

// expand finds the words of the dictionary that a query term matches.
func (s *segment) expand(w *term) expansion {
	r := expansion{categories: w.categories}
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
			r.size += s.postings.size(sp.from, sp.to)
		}
	}
	for _, c := range w.categories {
		r.size += s.members.sizeOf(c.number)
	}
	return r
}

// matches are the products that a query matches so far, with their scores. The
// scores of other products are undefined.
type matches struct {
	is    set
	score []uint16
}

// collect adds all products that the term matches, or those of them that are in
// only. Of several words of a product the one with the highest score counts, and
// the name of its category adds to that.
func (s *segment) collect(r *expansion, into *matches, only set) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			begin, end := s.postings.bounds(w)
			into.note(only, s.postings.to[begin:end], s.postings.impact[begin:end], sp.spelling.factor(s.words.at(w)))
		}
	}
	for _, c := range r.categories {
		into.add(only, s.members.of(c.number), c.factor*categoryImpact)
	}
}

// categoryImpact is the impact of a word in the name of the category.
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

// narrow keeps the products that another term matches too, using its posting
// lists.
func (s *segment) narrow(m, other *matches, r *expansion) {
	clear(other.is)
	s.collect(r, other, m.is)
	for p := range other.is.all() {
		other.score[p] = sum(other.score[p], m.score[p])
	}
	*m, *other = *other, *m
}

// check does the same by a lookup in each product, for a few products.
func (s *segment) check(m *matches, r *expansion) {
	for p := range m.is.all() {
		more, found := s.lookup(p, r)
		if !found {
			m.is.unset(p)
			continue
		}
		m.score[p] = sum(m.score[p], more)
	}
}

// look returns the score of the term in a product, if it matches.
func (s *segment) lookup(p uint32, r *expansion) (score uint16, found bool) {
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

// sum saturates at the highest score, which only dozens of terms expansion.
func sum(a, b uint16) uint16 { return uint16(min(uint32(a)+uint32(b), math.MaxUint16)) }

// lowerBound returns the index of the first number that is not less than v.
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
