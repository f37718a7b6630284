package index

import (
	"slices"
)

// counts are numbers of live products, indexed by the number of what they have.
type counts []int32

func (c *counts) add(of []uint32) {
	for _, v := range of {
		c.change(v, 1)
	}
}

func (c *counts) change(v uint32, by int) {
	for int(v) >= len(*c) {
		*c = append(*c, 0)
	}
	(*c)[v] += int32(by)
}

func (c counts) of(v uint32) int {
	if int(v) >= len(c) {
		return 0
	}
	return int(c[v])
}

// labelled are counts of products by what they have, and of those in stock.
type labelled struct {
	category, brand, frame, lens counts
	inStock                      int
}

func (l *labelled) clone() labelled {
	return labelled{slices.Clone(l.category), slices.Clone(l.brand), slices.Clone(l.frame), slices.Clone(l.lens), l.inStock}
}

// zeros returns counts of no products, with room for the same numbers.
func (l *labelled) zeros() labelled {
	return labelled{make(counts, len(l.category)), make(counts, len(l.brand)), make(counts, len(l.frame)), make(counts, len(l.lens)), 0}
}

// tallies are the counts of all live products. They are kept up to date with each
// change, so that a list of categories and facets without a filter need no pass
// over the products.
type tallies struct {
	labelled
	words counts // of all names, which say which are in use
	roles roles  // of those words
}

func (t *tallies) add(s *segment) {
	t.category.add(s.category)
	t.brand.add(s.brand)
	t.frame.add(s.frame)
	t.lens.add(s.lens)
	t.name(s.named.to, 1)
	for _, stock := range s.mutable.stock {
		t.inStock += inStock(stock)
	}
}

func (t *tallies) remove(s *segment, p uint32) {
	t.category.change(s.category[p], -1)
	t.brand.change(s.brand[p], -1)
	t.frame.change(s.frame[p], -1)
	t.lens.change(s.lens[p], -1)
	t.name(s.named.of(p), -1)
	t.inStock -= inStock(s.mutable.stock[p])
}

// name counts the words of a name.
func (t *tallies) name(name []uint32, by int) {
	for _, v := range name {
		t.words.change(v&wordBits, by)
	}
	t.roles.change(name, by)
}

// NameWord is a word of the name of a product.
type NameWord struct {
	Text string
	Role Role
}

// Role is what a word does in the name of a product.
type Role uint8

// The roles.
const (
	Modifier Role = iota // of another word; or the name of a model, or a number
	Head                 // it says what the product is: "lock" in "Laptop Lock – Keyed"
	OfLabel              // it is part of the brand or of a colour of the product
	Aside                // it says what the product is for, or what comes with it
)

// HeadImpact is what is added to the impact of a word for being a head, so that the
// products that are called by a query term are among those that are reranked. It
// does not count there.
const HeadImpact = 32

// A number in segment.named is that of a word, with its role in the highest bits.
const (
	roleBit  = 30
	wordBits = 1<<roleBit - 1
)

func nameWord(word uint32, role Role) uint32 { return word | uint32(role)<<roleBit }

func roleOf(named uint32) Role { return Role(named >> roleBit) }

// roles counts, for each word, the products in whose names it is a head, and those
// in which it is part of a label.
type roles struct{ heads, labels counts }

// change counts the words of a name.
func (r *roles) change(name []uint32, by int) {
	for _, v := range name {
		switch roleOf(v) {
		case Head:
			r.heads.change(v&wordBits, by)
		case OfLabel:
			r.labels.change(v&wordBits, by)
		case Modifier, Aside:
		}
	}
}
