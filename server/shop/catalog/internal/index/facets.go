package index

import mathbits "math/bits"

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
	if found, whole, known := x.countedFacets(q); known {
		return found, whole
	}
	x.turns <- struct{}{}
	defer func() { <-x.turns }()
	x.mu.RLock()
	defer x.mu.RUnlock()
	counted := x.count(q)
	x.remembered.put(x.remembered.key(q, true), answer{facets: counted})
	return x.named(&counted.tallies, counted.prices, counted.total)
}

// countedFacets returns the facets of a query for which no product has to be read, and
// whether it is one.
func (x *Index) countedFacets(q *Query) (found Facets, whole, known bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if len(q.Terms) == 0 && q.Filter.IsOpen() {
		found, whole = x.named(&x.tallies, x.prices(), x.live())
		return found, whole, true
	}
	counted, known := x.remembered.get(x.remembered.key(q, true))
	if known {
		found, whole = x.named(&counted.facets.tallies, counted.facets.prices, counted.facets.total)
	}
	return found, whole, known
}

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
	own := x.choices(&q.Filter)
	base, _ := x.filter(&rest.Filter)
	sc := x.borrow()
	defer x.scratch.Put(sc)
	s := search{Index: x, scratch: sc, query: &rest, terms: x.terms(q.Terms)}
	out := x.noFacets()
	for _, in := range x.segments {
		s.filter = base
		s.filter.only = in.only(sc, &rest.Filter)
		s.match(in)
		for b := range in.tombstones {
			if products := in.block(b, s.filter.only, &base); products != 0 {
				out.add(in, b, own.passed(in, b).among(products))
			}
		}
	}
	return out
}

// noFacets returns facets of no products, with a count for each number.
func (x *Index) noFacets() *faceted {
	zeros := func(of counts) counts { return make(counts, len(of)) }
	t := &x.tallies
	return &faceted{
		tallies: tallies{category: zeros(t.category), brand: zeros(t.brand), frame: zeros(t.frame), lens: zeros(t.lens)},
		prices:  noPrices,
	}
}

// add counts products of a block, in each facet those that pass all filters but its own.
func (f *faceted) add(s *segment, b int, of facetProducts) {
	first := b * block
	f.total += mathbits.OnesCount64(of.all)
	f.category.addAll(s.category[first:], of.facets[ofCategory])
	f.brand.addLabels(s.brand[first:], of.facets[ofBrand])
	f.frame.addLabels(s.frame[first:], of.facets[ofFrame])
	f.lens.addLabels(s.lens[first:], of.facets[ofLens])
	if !f.prices.includes(s.mutable.ranges[b]) {
		f.prices = f.prices.withAll(s.mutable.price[first:], of.facets[ofPrice])
	}
	f.inStock += mathbits.OnesCount64(of.facets[ofStock] & inStockOf(s.mutable.stock[first:min(first+block, s.len())]))
}

// addAll counts the numbers of some products of a block.
func (c counts) addAll(of []uint32, products uint64) {
	for ; products != 0; products &= products - 1 {
		c[of[mathbits.TrailingZeros64(products)]]++
	}
}

// addLabels is addAll for labels, of which number 0 is none.
func (c counts) addLabels(of []uint32, products uint64) {
	if len(c) > 1 {
		c.addAll(of, products)
	}
}

// withAll returns the range that includes the prices of some products of a block too.
func (r priceRange) withAll(price []int64, products uint64) priceRange {
	for ; products != 0; products &= products - 1 {
		r = r.with(price[mathbits.TrailingZeros64(products)])
	}
	return r
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
