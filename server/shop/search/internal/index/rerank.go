package index

import (
	"bytes"
	"cmp"
	"slices"
)

// mostReranked is the number of best products that are reranked.
const mostReranked = 200

// unit is what an impact of 1 adds to a score: 32 steps, times same.
const unit = 32 * same

// rerank finds the first n of the best products, and leaves the others behind them:
// the things that are called by the noun of the query come first (noun is its index, -1
// for none). They show what kind of product is meant; without them, those whose names
// contain every term. A product is likely to be of that kind, rather than an accessory
// for it, if many of them contain the words that it contains in any of its fields. The
// first of the places, as many as bySku says, stay before the others, and so do the next, as many as named says.
func (x *Index) rerank(sc *scratch, places []place, bySku, named int, terms [][]speltWord, noun, n int) {
	best, names := sc.best[:len(places)], sc.names[:len(places)]
	defer clear(names) // they keep segments from being collected
	for i, p := range places {
		best[i], names[i] = rerankedPlace{place: p, bySku: i < bySku, named: i < bySku+named}, x.segments[p.segment].named.of(p.product)
	}
	var called []bool
	if noun >= 0 {
		called = x.called(sc, names, terms[noun])
	}
	read := contents(sc.contents[:len(places)], names, terms)
	k := sc.kind.empty()
	for i, p := range places {
		if k.size < mostShowing && (called != nil && called[i] || called == nil && read[i].all) {
			k.add(x.segments[p.segment], p.product)
		}
	}
	if k.size == 0 {
		return
	}
	whole := unit * float64(len(terms)) // an impact of 1 in every term
	for i := range best {
		p := &best[i]
		p.alike = k.compare(x.segments[p.segment], p.product)
		p.weight = float64(int(p.score&^direct)-HeadImpact*read[i].heads) + whole*p.alike
		p.thing = called != nil && called[i]
	}
	dropUnlike(best)
	sortFirst(best, n, func(a, b rerankedPlace) int {
		switch {
		case a.bySku && !b.bySku:
			return -1
		case b.bySku && !a.bySku:
			return 1
		case a.named && !b.named:
			return -1
		case b.named && !a.named:
			return 1
		case a.score&direct != b.score&direct:
			return cmp.Compare(b.score, a.score)
		case a.thing && !b.thing:
			return -1
		case b.thing && !a.thing:
			return 1
		case a.weight != b.weight:
			return cmp.Compare(b.weight, a.weight)
		}
		return x.compareInLists(a.place, b.place)
	})
	for i := range best {
		places[i] = best[i].place
	}
}

type rerankedPlace struct {
	place
	bySku  bool // its sku is the whole query
	named  bool // its name is, or its sku
	thing  bool // that the noun means
	alike  float64
	weight float64
}

// leastAlike is how much a thing must have in common with those that are called so,
// as a share of the average: a notebook to write in is no laptop.
const leastAlike = 0.8

// dropUnlike finds things that are unlike the others to be something else.
func dropUnlike(best []rerankedPlace) {
	sum, n := 0.0, 0.0
	for _, p := range best {
		if p.thing {
			sum, n = sum+p.alike, n+1
		}
	}
	for i := range best {
		best[i].thing = best[i].thing && best[i].alike*n >= leastAlike*sum
	}
}

// sortFirst has the first n, at least one, be in order at the beginning, and the others
// in any order behind them.
func sortFirst[T any](all []T, n int, compare func(a, b T) int) {
	const few = 4 // for a larger part of all, it is faster to sort all
	if n > len(all)/few {
		slices.SortFunc(all, compare)
		return
	}
	first := all[:n]
	slices.SortFunc(first, compare)
	for i := n; i < len(all); i++ {
		one := all[i]
		if compare(one, first[n-1]) >= 0 {
			continue
		}
		all[i] = first[n-1]
		at, _ := slices.BinarySearchFunc(first, one, compare)
		copy(first[at+1:], first[at:])
		first[at] = one
	}
}

// kind describes what a set of products has in common.
type kind struct {
	size    int
	holding [marks]uint16 // number of products with a word of each mark
	kept    []uint32      // memory of wordsOf
}

// mostShowing is the maximum number of products that show what a kind is: more of
// them order no better, and take time.
const mostShowing = 64

// mostApart is the maximum that a word of a product counts. No count of a kind
// overflows, unless many words of most products share a mark.
const mostApart = 256

// empty returns the kind of no products, in the same memory.
func (k *kind) empty() *kind {
	k.size = 0
	clear(k.holding[:])
	return k
}

func (k *kind) add(s *segment, p uint32) {
	k.size++
	words := k.wordsOf(s, p)
	apart := step(len(words))
	for i := 0; i < len(words); i += apart {
		k.holding[s.marks[words[i]]] += uint16(min(apart, mostApart)) // counts for the words that are skipped, too
	}
}

// compare returns the share of the products of the kind that contain a word of a
// product, averaged over its words. Words of all fields count: names are short and
// full of model numbers.
func (k *kind) compare(s *segment, p uint32) float64 {
	words := k.wordsOf(s, p)
	if len(words) == 0 {
		return 0
	}
	apart, sum, n := step(len(words)), 0, 0
	for i := 0; i < len(words); i += apart {
		sum += int(k.holding[s.marks[words[i]]])
		n++
	}
	return float64(sum) / float64(n) / float64(k.size)
}

// wordsOf returns the words of a product, but those that only its skus have: they say nothing about what it is, and a
// product with many variants would be unlike all others.
func (k *kind) wordsOf(s *segment, p uint32) []uint32 {
	words, impacts := s.forward.withImpacts(p)
	if bytes.IndexByte(impacts, OnlySku) < 0 {
		return words
	}
	k.kept = k.kept[:0]
	for i, w := range words {
		if impacts[i] != OnlySku {
			k.kept = append(k.kept, w)
		}
	}
	return k.kept
}

// step is the distance between the words of a product that are compared, in
// alphabetical order: it limits the time that long texts take.
func step(words int) int {
	const most = 50
	return 1 + (words-1)/most
}

// A mark identifies a word in all segments, each of which has its own numbers
// for words. Words may share a mark: a few collisions change the average of a
// product little, and counts of 32 KiB stay in the processor's cache.
const marks = 1 << 14

// mark is a hash of a word (FNV-1a). It is the same in every process, and so is
// the order of results.
func mark(word []byte) uint16 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return uint16((h ^ h>>16) % marks)
}

// A query such as "HP laptop" means laptops, rather than what only mentions them.
// The names of the products say what that is: those that are called laptops are, unless
// their other words differ.

// fewestCalled is the number of products that must be called by a word, in the shop
// or among the best products, before it says what is searched.
const fewestCalled = 5

// noun returns the index of the term that can say what is searched: the only one
// that is not part of a brand or colour. It returns -1 if there are several, or none.
func (x *Index) noun(terms [][]speltWord) int {
	at := -1
	for i := range terms {
		if x.isLabel(terms[i]) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// isLabel reports whether a term is more often part of a brand or colour than the
// head of a name.
func (x *Index) isLabel(term []speltWord) bool {
	heads, labels := 0, 0
	for _, word := range term {
		if word.by == Written {
			heads, labels = heads+x.tallies.roles.heads.of(word.number), labels+x.tallies.roles.labels.of(word.number)
		}
	}
	return labels > heads
}

// prefer has synonyms count as the word itself does when the shop rather calls the things
// by them: where all laptops are called notebooks, "laptop" is part of the names of
// their accessories.
func (x *Index) prefer(w *term, spelt []speltWord) {
	var called [Joined + 1]int
	for _, word := range spelt {
		called[word.by] += x.tallies.roles.heads.of(word.number)
	}
	if called[Synonym] < fewestCalled || called[Synonym] < called[Written] {
		return
	}
	for i := range w.spellings {
		if w.spellings[i].by == Synonym {
			w.spellings[i].by = Written
		}
	}
	w.categories = x.categories.matching(w)
	for i := range spelt {
		if spelt[i].by == Synonym {
			spelt[i].by, spelt[i].factor = Written, same
		}
	}
}

// called returns which of the best products, whose names are given, are called by a noun:
// nil if too few are.
func (x *Index) called(sc *scratch, names [][]uint32, noun []speltWord) []bool {
	called, n := sc.called[:len(names)], 0
	for i, name := range names {
		if called[i] = headFactor(name, noun) > 0; called[i] {
			n++
		}
	}
	if n < fewestCalled {
		return nil
	}
	return called
}

// speltWord is a spelling of a query term that occurs in names, as a whole word.
type speltWord struct {
	number uint32
	factor uint16 // see spelling.factor
	by     By
}

// spelt returns the spellings of each term that occur in names.
func (x *Index) spelt(terms []term) [][]speltWord {
	out := make([][]speltWord, len(terms))
	for i := range terms {
		for j := range terms[i].spellings {
			sp := &terms[i].spellings[j]
			if v, known := x.numbers.known(string(sp.text)); known {
				out[i] = append(out[i], speltWord{v, sp.factor(sp.text), sp.by})
			}
		}
	}
	return out
}

// factorOf returns the factor of a word of a name, 0 if it does not spell the term.
func factorOf(named uint32, term []speltWord) (factor uint16) {
	for i := range term {
		if term[i].number == named&wordBits {
			factor = max(factor, term[i].factor)
		}
	}
	return factor
}

// content is what a name has of a query.
type content struct {
	all   bool // whether it contains every term
	heads int  // the sum of the factors of its heads, of each term the highest
}

// contents sets out to what names have of a query, and returns it.
func contents(out []content, names [][]uint32, terms [][]speltWord) []content {
	var some uint64 // most words spell no term: a bit for each that does, by the last bits of its number
	for _, term := range terms {
		for _, word := range term {
			some |= 1 << (word.number & 63)
		}
	}
	type part struct {
		held bool
		head uint16
	}
	parts := make([]part, len(terms))
	for i, name := range names {
		clear(parts)
		for _, v := range name {
			if some>>(v&63)&1 == 0 {
				continue
			}
			for j, term := range terms {
				factor := factorOf(v, term)
				parts[j].held = parts[j].held || factor > 0
				if roleOf(v) == Head {
					parts[j].head = max(parts[j].head, factor)
				}
			}
		}
		out[i] = content{all: true}
		for _, p := range parts {
			out[i].all = out[i].all && p.held
			out[i].heads += int(p.head)
		}
	}
	return out
}

// headFactor returns the highest factor of the heads of a name, 0 if none spells
// the term.
func headFactor(name []uint32, term []speltWord) (factor uint16) {
	for _, v := range name {
		if roleOf(v) == Head {
			factor = max(factor, factorOf(v, term))
		}
	}
	return factor
}
