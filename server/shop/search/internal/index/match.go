package index

import (
	"bytes"
	"slices"
	"sort"
)

// A word of a product counts fully if it equals the query term as it was written, a fifth if it is another spelling of
// it, and a tenth if it only begins with it or ends with it, or equals a synonym, or what several terms make together.
const (
	same    = 10
	folded  = 2
	related = 1
)

// direct is the bit of a score that says that every term matches a whole word or
// the beginning of one. All other products, in which a term matches only the end
// of a longer word, rank below. The other bits are the sum over the terms.
const direct = 1 << 15

// expansion is what one query term matches in a segment.
type expansion struct {
	spans      []span
	ended      [][]uint32         // words that end with a spelling
	endings    [][]byte           // these spellings
	categories []weightedCategory // whose names the term matches
	size       int                // about the total length of the posting lists
}

// span is a range of words of the dictionary that begin with a spelling.
type span struct {
	from, to uint32
	spelling spelling
}

type weightedCategory struct {
	number uint32
	score  uint16 // of its products, for the category alone
}

// factor is the weight of a word that begins with the spelling.
func (s *spelling) factor(word []byte) uint16 {
	switch {
	case len(word) > len(s.text) || s.by != Written:
		return related
	case s.folded:
		return folded
	}
	return same
}

// expand finds the words of the dictionary that a query term matches.
func (s *segment) expand(w *term) expansion {
	r := expansion{categories: w.categories}
	for _, spelling := range w.spellings {
		sp := span{spelling: spelling}
		if spelling.whole {
			sp.from, sp.to = s.words.equal(spelling.text)
		} else {
			sp.from, sp.to = s.words.prefixed(spelling.text)
		}
		if sp.from < sp.to {
			r.spans = append(r.spans, sp)
			r.size += s.postings.size(sp.from, sp.to)
		}
	}
	for _, spelling := range w.spellings {
		if !spelling.ends {
			continue
		}
		if words := s.ending(spelling.text); len(words) > 0 {
			r.ended, r.endings = append(r.ended, words), append(r.endings, spelling.text)
			for _, word := range words {
				r.size += s.postings.size(word, word+1)
			}
		}
	}
	for _, c := range w.categories {
		r.size += s.members.size(c.number, c.number+1)
	}
	return r
}

// matching returns the categories whose names contain a term.
func (c *categories) matching(w *term) (found []weightedCategory) {
	for _, s := range w.spellings {
		found = c.named(found, s)
	}
	return found
}

// named adds the categories whose names contain a spelling.
func (c *categories) named(found []weightedCategory, s spelling) []weightedCategory {
	i := sort.Search(len(c.words), func(i int) bool { return bytes.Compare(c.words[i].text, s.text) >= 0 })
	for ; i < len(c.words) && bytes.HasPrefix(c.words[i].text, s.text); i++ {
		if !s.whole || len(c.words[i].text) == len(s.text) {
			found = withCategory(found, weightedCategory{c.words[i].of, s.factor(c.words[i].text)*categoryImpact | direct})
		}
	}
	if s.ends {
		for _, word := range c.words {
			if bytes.HasSuffix(word.text, s.text) {
				found = withCategory(found, weightedCategory{word.of, related * categoryImpact})
			}
		}
	}
	return found
}

// withCategory adds a category, or raises its score.
func withCategory(found []weightedCategory, one weightedCategory) []weightedCategory {
	at := slices.IndexFunc(found, func(w weightedCategory) bool { return w.number == one.number })
	if at < 0 {
		return append(found, one)
	}
	found[at].score = max(found[at].score, one.score)
	return found
}

// Danish writes compounds in one word, whose last part says what the thing is:
// solbriller are a kind of briller.

// byEnding returns the numbers of words in the order of their last bytes.
func byEnding(words *texts) []uint32 {
	order := make([]uint32, words.len())
	for w := range order {
		order[w] = uint32(w)
	}
	slices.SortFunc(order, func(a, b uint32) int { return compareEnds(words.at(a), words.at(b)) })
	return order
}

// compareEnds compares two words from their last bytes on.
func compareEnds(a, b []byte) int {
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a[i] != b[j] {
			return int(a[i]) - int(b[j])
		}
	}
	return len(a) - len(b)
}

// ending returns the longer words that end with a text.
func (s *segment) ending(text []byte) []uint32 {
	from := sort.Search(len(s.byEnd), func(i int) bool { return compareEnds(s.words.at(s.byEnd[i]), text) >= 0 })
	n := sort.Search(len(s.byEnd)-from, func(i int) bool { return !bytes.HasSuffix(s.words.at(s.byEnd[from+i]), text) })
	if n > 0 && len(s.words.at(s.byEnd[from])) == len(text) { // the text itself comes first
		from, n = from+1, n-1
	}
	return s.byEnd[from : from+n]
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
			s.note(into, only, w, sp.spelling.factor(s.words.at(w)), direct)
		}
	}
	for _, words := range r.ended {
		for _, w := range words {
			s.note(into, only, w, related, 0)
		}
	}
	for _, c := range r.categories {
		into.add(only, s.members.of(c.number), c.score)
	}
}

// categoryImpact is the impact of a word in the name of the category.
const categoryImpact = 8

// note adds the products of a word.
func (s *segment) note(into *matches, only set, word uint32, factor, flag uint16) {
	products, impacts := s.postings.withImpacts(word)
	for i, p := range products {
		if only != nil && !only.has(p) {
			continue
		}
		score := uint16(impacts[i])*factor | flag
		if !into.is.has(p) {
			into.is.set(p)
			into.score[p] = score
		} else if score > into.score[p] {
			into.score[p] = score
		}
	}
}

func (m *matches) add(only set, products []uint32, score uint16) {
	for _, p := range products {
		if only != nil && !only.has(p) {
			continue
		}
		if !m.is.has(p) {
			m.is.set(p)
			m.score[p] = 0
		}
		m.score[p] = either(m.score[p], score)
	}
}

// narrow keeps the products that another term matches too, using its posting
// lists.
func (s *segment) narrow(m, other *matches, r *expansion) {
	clear(other.is)
	s.collect(r, other, m.is)
	for p := range other.is.all() {
		other.score[p] = both(other.score[p], m.score[p])
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
		m.score[p] = both(m.score[p], more)
	}
}

// scoreOf returns the score of a product, if every term matches it.
func (s *segment) scoreOf(p uint32, expansions []expansion) (score uint16, found bool) {
	for i := range expansions {
		more, found := s.lookup(p, &expansions[i])
		if !found {
			return 0, false
		}
		if i > 0 {
			more = both(score, more)
		}
		score = more
	}
	return score, true
}

// lookup returns the score of the term in a product, if it matches.
func (s *segment) lookup(p uint32, r *expansion) (score uint16, found bool) {
	words, impacts := s.forward.withImpacts(p)
	for _, sp := range r.spans {
		for i, _ := slices.BinarySearch(words, sp.from); i < len(words) && words[i] < sp.to; i++ {
			found = true
			score = max(score, uint16(impacts[i])*sp.spelling.factor(s.words.at(words[i]))|direct)
		}
	}
	for i, longer := range r.ended {
		if more, ends := s.lookupEnded(p, longer, r.endings[i]); ends {
			found, score = true, max(score, more)
		}
	}
	for _, c := range r.categories {
		if s.category[p] == c.number {
			found, score = true, either(score, c.score)
		}
	}
	return score, found
}

// lookupEnded is lookup for the words that end with a text. It searches for each
// of them among the words of the product, or looks at each of these, whichever
// are fewer.
func (s *segment) lookupEnded(p uint32, longer []uint32, text []byte) (score uint16, found bool) {
	words, impacts := s.forward.withImpacts(p)
	if len(longer) < len(words) {
		for _, w := range longer {
			if i, is := slices.BinarySearch(words, w); is {
				found, score = true, max(score, uint16(impacts[i])*related)
			}
		}
		return score, found
	}
	for i, w := range words {
		if bytes.HasSuffix(s.words.at(w), text) {
			found, score = true, max(score, uint16(impacts[i])*related)
		}
	}
	return score, found
}

// both is the score of a product that two terms match.
func both(a, b uint16) uint16 { return sum(a, b) | a&b&direct }

// either is the score of a product of which a word and the category match one
// term.
func either(a, b uint16) uint16 { return sum(a, b) | (a|b)&direct }

// sum saturates at the highest score, which only a dozen terms reach.
func sum(a, b uint16) uint16 { return min(a&^direct+b&^direct, direct-1) }

// matched returns the products of a segment that match all terms, without their scores:
// who counts products, or lists them in another order, needs none.
func (s *segment) matched(sc *scratch, terms []term) set {
	found := zeros(&sc.found.is, setSize(s.len()))
	expansions := s.expandAll(terms)
	if expansions == nil {
		return found
	}
	s.mark(&expansions[0], found)
	for i := range expansions[1:] {
		r := &expansions[1+i]
		if left := found.count(); left == 0 {
			break
		} else if r.size/lookupCost > left {
			s.dropOthers(found, r)
			continue
		}
		other := zeros(&sc.other.is, len(found))
		s.mark(r, other)
		for i := range found {
			found[i] &= other[i]
		}
	}
	return found
}

// mark adds all products that the term matches.
func (s *segment) mark(r *expansion, into set) {
	for _, sp := range r.spans {
		for w := sp.from; w < sp.to; w++ {
			into.setAll(s.postings.of(w))
		}
	}
	for _, words := range r.ended {
		for _, w := range words {
			into.setAll(s.postings.of(w))
		}
	}
	for _, c := range r.categories {
		into.setAll(s.members.of(c.number))
	}
}

// dropOthers removes the products that the term does not match, by a lookup in each.
func (s *segment) dropOthers(found set, r *expansion) {
	for p := range found.all() {
		if _, matches := s.lookup(p, r); !matches {
			found.unset(p)
		}
	}
}
