package index

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// Checker compares an index with products, for tests.
type Checker struct {
	index      *Index
	attributes map[*segment][][]uint64 // of each product, sorted
}

// Checker returns a checker. Products must not change while it is used.
func (x *Index) Checker() *Checker {
	return &Checker{x, map[*segment][][]uint64{}}
}

// Holds reports whether the index holds exactly this version of a product.
func (c *Checker) Holds(p *Product) bool {
	x := c.index
	x.mu.RLock()
	defer x.mu.RUnlock()
	s, at, found := x.find(p.ID)
	return found && s.mutable.at(at) == mutableOf(p) && s.contents[at] == p.Content && s.created[at] == p.Created &&
		string(s.names.at(at)) == p.Name && string(s.slugs.at(at)) == p.Slug && bytes.Equal(s.hits.at(at), p.Hit) &&
		x.numbers.category(p.Category) == s.category[at] && x.holdsLabels(s, at, p) &&
		slices.Equal(c.namedOf(s, at), p.Named) && slices.Equal(s.wordsOf(at), alphabetical(p.Words)) &&
		slices.Equal(c.attributesOf(s)[at], slices.Compact(slices.Sorted(slices.Values(p.Attributes))))
}

func (x *Index) holdsLabels(s *segment, p uint32, of *Product) bool {
	n := x.numbers
	n.mu.RLock()
	defer n.mu.RUnlock()
	held := func(v uint32, l Label) bool { return l.Key == "" && v == 0 || n.labelled[v] == l }
	return held(s.brand[p], of.Brand) && held(s.frame[p], of.Frame) && held(s.lens[p], of.Lens)
}

// namedOf returns the words of the name of a product.
func (c *Checker) namedOf(s *segment, p uint32) (all []NameWord) {
	for _, v := range s.named.of(p) {
		all = append(all, NameWord{c.index.numbers.wordOf(v & wordBits), roleOf(v)})
	}
	return all
}

// wordsOf returns the words of a product, in alphabetical order.
func (s *segment) wordsOf(p uint32) (all []Word) {
	words, impacts := s.forward.withImpacts(p)
	for i, w := range words {
		all = append(all, Word{string(s.words.at(w)), impacts[i]})
	}
	return all
}

func alphabetical(words []Word) []Word {
	return slices.SortedFunc(slices.Values(words), func(a, b Word) int { return cmp.Or(strings.Compare(a.Text, b.Text), cmp.Compare(a.Impact, b.Impact)) })
}

// attributesOf returns the keys of each product of a segment.
func (c *Checker) attributesOf(s *segment) [][]uint64 {
	if known, ok := c.attributes[s]; ok {
		return known
	}
	all := make([][]uint64, s.len())
	for i, key := range s.attributes.keys {
		for _, p := range s.attributes.products.of(uint32(i)) {
			all[p] = append(all[p], key)
		}
	}
	c.attributes[s] = all
	return all
}
