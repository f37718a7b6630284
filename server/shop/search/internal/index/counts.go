package index

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/google/uuid"
)

// Facets counts what the products have that match a query. Each of its parts
// counts the products that pass all filters but its own, so that it shows what
// another choice would find.
type Facets struct {
	Brands, Frames, Lenses []LabelCount // in no order
	Categories             []LabelCount // slugs
	InStock                int
	Total                  int   // the products that pass all filters
	Least, Most            int64 // the range of the prices in ore; Least is above Most if there are none
	Attributes             []AttributeCounts
}

// LabelCount is a label and how many products have it.
type LabelCount struct {
	Label
	Count int
}

// Facets counts what the products have that match a query, regardless of its
// order and page. It returns false while a product is in a category that is not
// known, because another change has not been applied yet.
func (x *Index) Facets(q *Query) (Facets, bool) {
	if found, whole, known := x.keptFacets(q); known {
		return found, whole
	}
	x.turns <- struct{}{}
	defer func() { <-x.turns }()
	x.mu.RLock()
	defer x.mu.RUnlock()
	facets := x.count(q)
	x.cache.put(x.cache.key(q, true), result{facets: facets})
	return x.facetsOf(facets)
}

func (x *Index) keptFacets(q *Query) (found Facets, whole, known bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	kept, known := x.cache.get(x.cache.key(q, true))
	if known {
		found, whole = x.facetsOf(kept.facets)
	}
	return found, whole, known
}

// facetCounts are the facets of a query, by numbers.
type facetCounts struct {
	labelCounts
	least, most int64 // the range of the prices
	total       int
	attributes  []AttributeCounts
}

// WithoutFacets returns the filter without those that Facets counts the choices of.
func (f *Filter) WithoutFacets() Filter {
	rest := *f
	rest.Category, rest.Brands, rest.Frame, rest.Lens = Any.Category, Any.Brands, Any.Frame, Any.Lens
	rest.InStock, rest.Min, rest.Max = Any.InStock, Any.Min, Any.Max
	return rest
}

// count counts in one pass over the products that pass all but the facets' own
// filters, and in one more for each attribute of the filter. What all products have is known but for the prices.
func (x *Index) count(q *Query) *facetCounts {
	out := &facetCounts{least: math.MaxInt64, most: math.MinInt64}
	if len(q.Terms) == 0 && q.Filter.IsOpen() {
		out.labelCounts, out.total = x.tallies.clone(), x.live()
		for _, in := range x.segments {
			for p, price := range in.mutable.price {
				if !in.tombstones.has(uint32(p)) {
					out.least, out.most = min(out.least, price), max(out.most, price)
				}
			}
		}
		out.attributes = x.allAttributes(q.Names)
		return out
	}
	out.labelCounts = x.tallies.zeros()
	found := x.each(q, out.add)
	without := map[string][]some{}
	for _, wanted := range q.Filter.Attributes {
		if without[wanted.Name] != nil {
			continue
		}
		others := *q
		others.Filter.Attributes = slices.DeleteFunc(slices.Clone(q.Filter.Attributes), func(one WantedAttribute) bool { return one.Name == wanted.Name })
		without[wanted.Name] = x.each(&others, func(*segment, uint32, uint8) {})
	}
	out.attributes = countAttributes(found, without, q.Names)
	return out
}

// each calls add with each product that passes all but the facets' own filters, and the facets whose filters it does not
// pass. It returns those that pass all.
func (x *Index) each(q *Query, add func(in *segment, p uint32, missed uint8)) []some {
	rest := *q
	rest.Filter = q.Filter.WithoutFacets()
	own, _ := x.filter(&q.Filter)
	base, _ := x.filter(&rest.Filter)
	sc := x.borrow()
	defer x.scratch.Put(sc)
	s := search{Index: x, scratch: sc, query: &rest, terms: x.terms(q.Terms)}
	found := make([]some, len(x.segments))
	for i, in := range x.segments {
		s.filter = base
		s.filter.only = in.only(sc, &rest.Filter)
		s.match(in)
		found[i] = in.attributes.none()
		for p := range in.candidates(&s.filter, 0) {
			if in.passes(p, &s.filter) {
				missed := in.missed(p, &own)
				add(in, p, missed)
				if missed == 0 {
					found[i].add(p)
				}
			}
		}
	}
	return found
}

// The facets that have a filter of their own, each a bit.
const (
	ofCategory = 1 << iota
	ofBrand
	ofFrame
	ofLens
	ofPrice
	ofStock
)

// missed returns the facets whose filters a product does not pass.
func (s *segment) missed(p uint32, f *filter) (facets uint8) {
	if f.category != 0 && s.category[p] != f.category {
		facets |= ofCategory
	}
	if !isOneOf(f.brands, s.brand[p]) {
		facets |= ofBrand
	}
	if !isOneOf(f.frames, s.frame[p]) {
		facets |= ofFrame
	}
	if !isOneOf(f.lenses, s.lens[p]) {
		facets |= ofLens
	}
	if price := s.mutable.price[p]; price < f.min || price > f.max {
		facets |= ofPrice
	}
	if f.inStock && s.mutable.stock[p] <= 0 {
		facets |= ofStock
	}
	return facets
}

// add counts a product in each facet if it misses no filter but that of the facet.
func (f *facetCounts) add(s *segment, p uint32, missed uint8) {
	if missed&(missed-1) != 0 { // two filters or more
		return
	}
	if missed&^ofCategory == 0 {
		f.category[s.category[p]]++
	}
	if missed&^ofBrand == 0 {
		f.brand[s.brand[p]]++
	}
	if missed&^ofFrame == 0 {
		f.frame[s.frame[p]]++
	}
	if missed&^ofLens == 0 {
		f.lens[s.lens[p]]++
	}
	if price := s.mutable.price[p]; missed&^ofPrice == 0 {
		f.least, f.most = min(f.least, price), max(f.most, price)
	}
	if missed&^ofStock == 0 {
		f.inStock += inStock(s.mutable.stock[p])
	}
	if missed == 0 {
		f.total++
	}
}

// facetsOf replaces the numbers by labels and slugs.
func (x *Index) facetsOf(f *facetCounts) (Facets, bool) {
	out := Facets{
		Brands: x.numbers.countsOf(f.brand), Frames: x.numbers.countsOf(f.frame), Lenses: x.numbers.countsOf(f.lens),
		InStock: f.inStock, Total: f.total, Least: f.least, Most: f.most, Attributes: f.attributes,
	}
	whole := true
	for of, n := range f.category {
		if n == 0 {
			continue
		}
		slug, live := x.categories.slugs[uint32(of)]
		whole = whole && live
		out.Categories = append(out.Categories, LabelCount{Label{slug, slug}, int(n)})
	}
	return out, whole
}

// countsOf returns the labels that products have.
func (n *numbers) countsOf(all counts) (list []LabelCount) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	for v, count := range all {
		if v > 0 && count > 0 {
			list = append(list, LabelCount{n.labelled[v], int(count)})
		}
	}
	return list
}

// Category is a category in the index. A deleted one is not found by its name,
// but its members still appear in the hits of products that the index has not
// moved out of it yet.
type Category struct {
	ID      uuid.UUID
	Slug    string
	Words   []string // of its name, in all spellings
	Hit     []byte   // the JSON values of the members whose source is OfCategory, one per line
	Entry   Entry
	Deleted bool
}

// Entry is the JSON object of a category in a list, split where the number of
// its products goes.
type Entry struct{ Before, After []byte }

// Categories appends at most most live categories, in the order in which they
// were set, as JSON objects separated by commas, and counts them. whole is false while a product
// is in none of them, because another change has not been applied yet.
func (x *Index) Categories(dst []byte, includeEmpty bool, most int) (out []byte, listed int, whole bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	elsewhere := x.live()
	for _, e := range x.categories.live {
		n := x.tallies.category.of(e.of)
		elsewhere -= n
		if listed == most || n == 0 && !includeEmpty {
			continue
		}
		if listed > 0 {
			dst = append(dst, ',')
		}
		listed++
		dst = append(dst, e.Before...)
		dst = strconv.AppendInt(dst, int64(n), 10)
		dst = append(dst, e.After...)
	}
	return dst, listed, elsewhere == 0
}

// categories holds the categories of the index.
type categories struct {
	bySlug map[string]uint32
	slugs  map[uint32]string // of live categories
	hits   map[uint32][]byte // Category.Hit of each category, by its number
	words  []categoryWord    // sorted
	live   []entry           // in the order in which they were set, without deleted ones
}

type categoryWord struct {
	text []byte
	of   uint32
}

type entry struct {
	of uint32
	Entry
}

func newCategories(all []Category, n *numbers) categories {
	c := categories{bySlug: map[string]uint32{}, slugs: map[uint32]string{}, hits: map[uint32][]byte{}}
	for _, one := range all {
		of := n.category(one.ID)
		c.hits[of] = one.Hit
		if one.Deleted {
			continue
		}
		c.bySlug[one.Slug], c.slugs[of] = of, one.Slug
		c.live = append(c.live, entry{of, one.Entry})
		for _, text := range one.Words {
			c.words = append(c.words, categoryWord{[]byte(text), of})
		}
	}
	slices.SortFunc(c.words, func(a, b categoryWord) int { return bytes.Compare(a.text, b.text) })
	return c
}

// tallies are the counts of all live products. They are kept up to date with each
// change, so that a list of categories and facets without a filter need no pass
// over the products.
type tallies struct {
	labelCounts
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
		case Modifier:
		}
	}
}

// labelCounts are counts of products by what they have, and of those in stock.
type labelCounts struct {
	category, brand, frame, lens counts
	inStock                      int
}

func (l *labelCounts) clone() labelCounts {
	return labelCounts{slices.Clone(l.category), slices.Clone(l.brand), slices.Clone(l.frame), slices.Clone(l.lens), l.inStock}
}

// zeros returns counts of no products, with room for the same numbers.
func (l *labelCounts) zeros() labelCounts {
	return labelCounts{make(counts, len(l.category)), make(counts, len(l.brand)), make(counts, len(l.frame)), make(counts, len(l.lens)), 0}
}

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
