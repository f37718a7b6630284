package index

import (
	"cmp"
	"slices"
)

// reranked is the number of best products that are reranked.
const reranked = 200

// categoryShared is what it counts for each term, in impacts, that a product is in the
// category of all products of a kind. Having all words that they have counts 1.
const categoryShared = 0.3

// unit is what an impact of 1 adds to a score: 32 steps, times same.
const unit = 32 * same

// rerank finds the first n of the best products, and leaves the others behind them:
// the things that the noun of the query means come first (noun is its index, -1 for
// none). Those that are called so show what kind of product is meant; without things,
// those whose names contain every term. A product is likely to be of that kind, rather
// than an accessory for it, if many of them are in its category, and if many of them
// contain the words that it contains in any of its fields.
func (x *Index) rerank(sc *scratch, places []place, terms [][]speltWord, noun, n int) {
	best, names := sc.reranked[:len(places)], sc.names[:len(places)]
	defer clear(names) // they keep segments from being collected
	for i, p := range places {
		best[i], names[i] = rerankedPlace{place: p}, x.segments[p.segment].named.of(p.product)
	}
	var t *things
	if noun >= 0 {
		t = x.things(sc, names, terms[noun])
	}
	read := contents(sc.contents[:len(places)], names, terms)
	k := sc.kind.empty()
	for i, p := range places {
		if k.size < mostShowing && (t != nil && t.called[i] || t == nil && read[i].all) {
			k.add(x.segments[p.segment], p.product)
		}
	}
	if k.size == 0 {
		return
	}
	whole := unit * float64(len(terms)) // an impact of 1 in every term
	for i := range best {
		p := &best[i]
		share, alike := k.compare(x.segments[p.segment], p.product)
		p.weight, p.alike = float64(int(p.score&^direct)-HeadImpact*read[i].heads)+whole*(categoryShared*share+alike), alike
		p.thing = t != nil && t.include(names[i])
	}
	if t != nil {
		t.release(names)
	}
	dropUnlike(best)
	sortFirst(best, n, func(a, b rerankedPlace) int {
		switch {
		case a.score&direct != b.score&direct:
			return cmp.Compare(b.score, a.score)
		case a.thing != b.thing:
			return trueFirst(a.thing, b.thing)
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

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// kind describes what a set of products has in common.
type kind struct {
	size    int
	share   map[uint32]int // number of products in each category
	holding [marks]uint16  // number of products with a word of each mark
}

// mostShowing is the maximum number of products that show what a kind is: more of
// them order no better, and take time.
const mostShowing = 64

// mostApart is the maximum that a word of a product counts. No count of a kind
// overflows, unless many words of most products share a mark.
const mostApart = 256

// empty returns the kind of no products, in the same memory.
func (k *kind) empty() *kind {
	if k.share == nil {
		k.share = map[uint32]int{}
	}
	k.size = 0
	clear(k.share)
	clear(k.holding[:])
	return k
}

func (k *kind) add(s *segment, p uint32) {
	k.size++
	k.share[s.category[p]]++
	words := s.forward.of(p)
	apart := step(len(words))
	for i := 0; i < len(words); i += apart {
		k.holding[s.marks[words[i]]] += uint16(min(apart, mostApart)) // counts for the words that are skipped, too
	}
}

// compare returns the share of the products of the kind that are in the category
// of a product, and the share that contains a word of the product, averaged over
// its words. Words of all fields count: names are short and full of model
// numbers.
func (k *kind) compare(s *segment, p uint32) (share, alike float64) {
	share = float64(k.share[s.category[p]]) / float64(k.size)
	words := s.forward.of(p)
	if len(words) == 0 {
		return share, 0
	}
	apart, sum, n := step(len(words)), 0, 0
	for i := 0; i < len(words); i += apart {
		sum += int(k.holding[s.marks[words[i]]])
		n++
	}
	return share, float64(sum) / float64(n) / float64(k.size)
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
