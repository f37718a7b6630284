package index

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/google/uuid"
)

// mutable holds the fields of a product that change most often. They are changed
// in place: an order that takes one from the stock must not reindex all words of
// the product.
type mutable struct {
	price    int64 // in ore
	stock    int64
	updated  int64 // in milliseconds
	featured bool
	pieces   Pieces
}

func mutableOf(p *Product) mutable {
	return mutable{p.Price, p.Stock, p.Updated, p.Featured, p.Pieces}
}

// mutables are the mutable fields of the products of a segment. Each is a column,
// because a pass over the products reads one or two of them.
type mutables struct {
	price, stock, updated []int64
	featured              []bool
	pieces                map[uint32]Pieces // of those with variants
}

// newMutables returns the fields of no products, with room for some.
func newMutables(products int) mutables {
	column := func() []int64 { return make([]int64, 0, products) }
	return mutables{column(), column(), column(), make([]bool, 0, products), nil}
}

func (m *mutables) add(of mutable) {
	m.price, m.stock = append(m.price, of.price), append(m.stock, of.stock)
	m.updated, m.featured = append(m.updated, of.updated), append(m.featured, of.featured)
	m.setPieces(uint32(len(m.stock)-1), of.pieces)
}

func (m *mutables) setPieces(p uint32, to Pieces) {
	switch {
	case to == "":
		delete(m.pieces, p)
	case m.pieces == nil:
		m.pieces = map[uint32]Pieces{p: to}
	default:
		m.pieces[p] = to
	}
}

func (m *mutables) at(p uint32) mutable {
	return mutable{m.price[p], m.stock[p], m.updated[p], m.featured[p], m.pieces[p]}
}

func (m *mutables) set(p uint32, to mutable) {
	m.price[p], m.stock[p], m.updated[p], m.featured[p] = to.price, to.stock, to.updated, to.featured
	m.setPieces(p, to.pieces)
}

// inStock returns 1 for a product with stock, else 0.
func inStock(stock int64) int {
	if stock > 0 {
		return 1
	}
	return 0
}

// split separates the products of which only mutable fields change from the
// others.
func (x *Index) split(changed []Product) (same, others []Product) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, c := range changed {
		if s, p, found := x.find(c.ID); found && !s.merging && s.contents[p] == c.Content {
			same = append(same, c)
		} else {
			others = append(others, c)
		}
	}
	return same, others
}

// adjust changes mutable fields in place. It returns the products for which it
// cannot, because their segment is being copied by now.
func (x *Index) adjust(same []Product) (late []Product) {
	for i := range same {
		if s, p, found := x.find(same[i].ID); found && !s.merging {
			x.set(s, p, mutableOf(&same[i]))
		} else {
			late = append(late, same[i])
		}
	}
	return late
}

// set changes the mutable fields of a product, and forgets what depended on them.
func (x *Index) set(s *segment, p uint32, now mutable) {
	before := s.mutable.at(p)
	s.mutable.set(p, now)
	x.tallies.inStock += inStock(now.stock) - inStock(before.stock)
	if before.changesOffer(now) {
		x.cache.offers++
	}
}

// State is what of a product changes most often, and the digest of the rest. The
// fields are those of Product.
type State struct {
	ID                    uuid.UUID
	Content               int64
	Price, Stock, Updated int64
	Featured              bool
	Pieces                Pieces
}

func (s *State) mutable() mutable { return mutable{s.Price, s.Stock, s.Updated, s.Featured, s.Pieces} }

// Adjust changes products in place of which nothing else changed, and returns the ids
// of the others, which Apply has to replace. Calls of it and of Apply must not overlap.
func (x *Index) Adjust(states []State) (others []uuid.UUID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, c := range states {
		if s, p, found := x.find(c.ID); found && !s.merging && s.contents[p] == c.Content {
			x.set(s, p, c.mutable())
		} else {
			others = append(others, c.ID)
		}
	}
	return others
}

// Reconcile compares the index with a part of the database: states are all products
// with ids above after and up to last, in the order of their ids. It changes in
// place what Adjust would, and returns the ids of those that have to be read, and of
// the products that the index has between the two ids and the database has not.
// Calls of it, of Adjust and of Apply must not overlap.
func (x *Index) Reconcile(after, last uuid.UUID, states []State) (differ, gone []uuid.UUID) {
	x.mu.Lock()
	defer x.mu.Unlock()
	same := newSet(len(states))
	for _, s := range x.segments {
		at := 0
		for _, p := range s.byID[s.firstAfter(after):s.firstAfter(last)] {
			if s.tombstones.has(p) {
				continue
			}
			id := &s.ids[p]
			for at < len(states) && bytes.Compare(states[at].ID[:], id[:]) < 0 {
				at++
			}
			switch {
			case at == len(states) || states[at].ID != *id:
				gone = append(gone, *id)
			case !s.merging && s.contents[p] == states[at].Content:
				if now := states[at].mutable(); s.mutable.at(p) != now {
					x.set(s, p, now)
				}
				same.set(uint32(at))
			}
		}
	}
	for i := range states {
		if !same.has(uint32(i)) {
			differ = append(differ, states[i].ID)
		}
	}
	return differ, gone
}

// firstAfter returns the place in byID of the first product whose id is above id.
func (s *segment) firstAfter(id uuid.UUID) int {
	return sort.Search(len(s.byID), func(i int) bool { return bytes.Compare(s.ids[s.byID[i]][:], id[:]) > 0 })
}

// Checker compares an index with products, for tests.
type Checker struct {
	index      *Index
	attributes map[*segment][][]string // of each product, sorted
}

// Checker returns a checker. Products must not change while it is used.
func (x *Index) Checker() *Checker {
	return &Checker{x, map[*segment][][]string{}}
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

// attributesOf returns the values of each product of a segment.
func (c *Checker) attributesOf(s *segment) [][]string {
	if known, ok := c.attributes[s]; ok {
		return known
	}
	all := make([][]string, s.len())
	for v := range uint32(s.attributes.values.len()) {
		for _, p := range s.attributes.products.of(v) {
			all[p] = append(all[p], string(s.attributes.values.at(v)))
		}
	}
	c.attributes[s] = all
	return all
}
