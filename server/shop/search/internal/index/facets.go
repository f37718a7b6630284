package index

import "math"

// Facets counts what the products have that match a query. Each of its parts
// counts the products that pass all filters but its own, so that it shows what
// another choice would find.
type Facets struct {
	Brands, Frames, Lenses []LabelCount // in no order
	Categories             []LabelCount // slugs
	InStock                int
	Total                  int   // the products that pass all filters
	Least, Most            int64 // the range of the prices in ore; Least is above Most if there are none
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
	if found, whole, known := x.rememberedFacets(q); known {
		return found, whole
	}
	x.turns <- struct{}{}
	defer func() { <-x.turns }()
	x.mu.RLock()
	defer x.mu.RUnlock()
	counted := x.count(q)
	x.remembered.put(x.remembered.key(q, true), answer{facets: counted})
	return x.named(counted)
}

func (x *Index) rememberedFacets(q *Query) (found Facets, whole, known bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	counted, known := x.remembered.get(x.remembered.key(q, true))
	if known {
		found, whole = x.named(counted.facets)
	}
	return found, whole, known
}

// faceted are the facets of a query, by numbers.
type faceted struct {
	labelled
	least, most int64 // the range of the prices
	total       int
}

// WithoutFacets returns the filter without those that Facets counts the choices of.
func (f *Filter) WithoutFacets() Filter {
	rest := *f
	rest.Category, rest.Brands, rest.Frame, rest.Lens = Any.Category, Any.Brands, Any.Frame, Any.Lens
	rest.InStock, rest.Min, rest.Max = Any.InStock, Any.Min, Any.Max
	return rest
}

// count counts in one pass over the products that pass all but the facets' own
// filters. What all products have is known but for the prices.
func (x *Index) count(q *Query) *faceted {
	out := &faceted{least: math.MaxInt64, most: math.MinInt64}
	if len(q.Terms) == 0 && q.Filter.IsOpen() {
		out.labelled, out.total = x.tallies.clone(), x.live()
		for _, in := range x.segments {
			for p, price := range in.mutable.price {
				if !in.tombstones.has(uint32(p)) {
					out.least, out.most = min(out.least, price), max(out.most, price)
				}
			}
		}
		return out
	}
	out.labelled = x.tallies.zeros()
	rest := *q
	rest.Filter = q.Filter.WithoutFacets()
	own, _ := x.filter(&q.Filter)
	base, _ := x.filter(&rest.Filter)
	sc := x.borrow()
	defer x.scratch.Put(sc)
	s := search{Index: x, scratch: sc, query: &rest, terms: x.terms(q.Terms)}
	for _, in := range x.segments {
		s.filter = base
		s.filter.only = in.only(sc, &rest.Filter)
		s.match(in)
		for p := range in.candidates(&s.filter, 0) {
			if in.passes(p, &s.filter) {
				out.add(in, p, in.missed(p, &own))
			}
		}
	}
	return out
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
func (f *faceted) add(s *segment, p uint32, missed uint8) {
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

// named replaces the numbers by labels and slugs.
func (x *Index) named(f *faceted) (Facets, bool) {
	out := Facets{
		Brands: x.numbers.counted(f.brand), Frames: x.numbers.counted(f.frame), Lenses: x.numbers.counted(f.lens),
		InStock: f.inStock, Total: f.total, Least: f.least, Most: f.most,
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

// counted returns the labels that products have.
func (n *numbers) counted(all counts) (list []LabelCount) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	for v, count := range all {
		if v > 0 && count > 0 {
			list = append(list, LabelCount{n.labelled[v], int(count)})
		}
	}
	return list
}
