package index

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

// facet is one of the filters that Facets counts the choices of, as a bit.
type facet uint8

const (
	ofCategory facet = 1 << iota
	ofBrand
	ofFrame
	ofLens
	ofPrice
	ofStock
)

// Facets counts what the products have that match a query, regardless of its
// order and page. It returns false while a product is in a category that is not
// known, because another change has not been applied yet.
func (x *Index) Facets(q *Query) (Facets, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if len(q.Terms) == 0 && q.Filter.IsOpen() {
		return x.named(&x.tallies, x.prices(), x.live())
	}
	key := q.key()
	if known, ok := x.facets.get(key); ok {
		return x.named(&known.tallies, known.prices, known.total)
	}
	counted := x.count(q)
	x.facets.put(key, counted, mostFacets)
	return x.named(&counted.tallies, counted.prices, counted.total)
}

// mostFacets is how many facets of queries are remembered: each takes some bytes for each
// label that a product has.
const mostFacets = 64

// prices returns the range of the prices of all products.
func (x *Index) prices() priceRange {
	all := noPrices
	for _, s := range x.segments {
		all = all.joined(s.priceRange())
	}
	return all
}

// faceted are the facets of a query, by numbers.
type faceted struct {
	tallies
	prices priceRange
	total  int
}

// WithoutFacets returns the filter without those that Facets counts the choices of.
func (f *Filter) WithoutFacets() Filter {
	rest := *f
	rest.Category, rest.Brands, rest.Frame, rest.Lens = Any.Category, Any.Brands, Any.Frame, Any.Lens
	rest.InStock, rest.Min, rest.Max = Any.InStock, Any.Min, Any.Max
	return rest
}

// count counts in one pass over the products that pass all but the facets' own
// filters.
func (x *Index) count(q *Query) *faceted {
	rest := *q
	rest.Filter = q.Filter.WithoutFacets()
	own, _ := x.filter(&q.Filter)
	base, _ := x.filter(&rest.Filter)
	sc := x.borrow()
	defer x.scratch.Put(sc)
	s := search{Index: x, scratch: sc, query: &rest, filter: base, terms: x.terms(q.Terms)}
	out := &faceted{prices: noPrices}
	for _, in := range x.segments {
		s.filter.only, s.filter.simple, s.filter.open = in.only(sc, &rest.Filter), base.simple, base.open
		s.match(in)
		of := s.filter
		if of.only != nil { // the candidates are in it
			of.only, of.simple = nil, base.simple
		}
		for p := range in.candidates(&s.filter, 0) {
			if in.passes(p, &of) {
				out.add(in, p, in.missed(p, &own))
			}
		}
	}
	return out
}

// missed returns the facets whose filter a product does not pass.
func (s *segment) missed(p uint32, f *filter) (all facet) {
	if f.category != 0 && s.category[p] != f.category {
		all |= ofCategory
	}
	if !isOneOf(f.brands, s.brand[p]) {
		all |= ofBrand
	}
	if !isOneOf(f.frames, s.frame[p]) {
		all |= ofFrame
	}
	if !isOneOf(f.lenses, s.lens[p]) {
		all |= ofLens
	}
	if price := s.mutable.price[p]; price < f.min || price > f.max { // min may be above max
		all |= ofPrice
	}
	if f.inStock && s.mutable.stock[p] <= 0 {
		all |= ofStock
	}
	return all
}

// add counts a product in all facets if it passes all their filters, and in one if
// it passes all but that of this one.
func (f *faceted) add(s *segment, p uint32, missed facet) {
	switch missed {
	case 0:
		f.total++
		f.category.change(s.category[p], 1)
		f.brand.change(s.brand[p], 1)
		f.frame.change(s.frame[p], 1)
		f.lens.change(s.lens[p], 1)
		f.prices = f.prices.with(s.mutable.price[p])
		f.inStock += inStock(s.mutable.stock[p])
	case ofCategory:
		f.category.change(s.category[p], 1)
	case ofBrand:
		f.brand.change(s.brand[p], 1)
	case ofFrame:
		f.frame.change(s.frame[p], 1)
	case ofLens:
		f.lens.change(s.lens[p], 1)
	case ofPrice:
		f.prices = f.prices.with(s.mutable.price[p])
	case ofStock:
		f.inStock += inStock(s.mutable.stock[p])
	}
}

// named replaces the numbers by labels and slugs.
func (x *Index) named(t *tallies, prices priceRange, total int) (Facets, bool) {
	out := Facets{
		Brands: x.numbers.counted(t.brand), Frames: x.numbers.counted(t.frame), Lenses: x.numbers.counted(t.lens),
		InStock: t.inStock, Total: total, Least: prices.least, Most: prices.most,
	}
	whole := true
	for of, n := range t.category {
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
