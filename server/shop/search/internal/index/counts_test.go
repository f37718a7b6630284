package index

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"
)

// compareFacets compares the facets of a query, twice because they are remembered.
func (s *shop) compareFacets(t *testing.T, q *Query) {
	t.Helper()
	for range 2 {
		got, whole := s.index.Facets(q)
		for _, list := range [][]LabelCount{got.Brands, got.Frames, got.Lenses, got.Categories} {
			slices.SortFunc(list, inOrder)
		}
		if want, wanted := s.facets(q); whole != wanted || whole && !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v of %d products: the facets are %+v whole %v\nwant %+v whole %v", *q, len(s.products), got, whole, want, wanted)
		}
	}
}

func inOrder(a, b LabelCount) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Text, b.Text))
}

// facets counts each facet by a scan of everything with a filter of its own.
func (n *naive) facets(q *Query) (out Facets, whole bool) {
	out, whole = Facets{Least: math.MaxInt64, Most: math.MinInt64}, true
	var matching []Product
	for _, p := range n.products {
		if _, _, all := n.matches(&p, q.Terms); all {
			matching = append(matching, p)
		}
	}
	passing := func(without func(*Filter), count func(*Product)) {
		f := q.Filter
		without(&f)
		for i := range matching {
			if n.passes(&matching[i], &f) {
				count(&matching[i])
			}
		}
	}
	passing(func(*Filter) {}, func(*Product) { out.Total++ })
	passing(func(f *Filter) { f.Brands = nil }, func(p *Product) { out.Brands = plusOne(out.Brands, p.Brand) })
	passing(func(f *Filter) { f.Frame = "" }, func(p *Product) { out.Frames = plusOne(out.Frames, p.Frame) })
	passing(func(f *Filter) { f.Lens = "" }, func(p *Product) { out.Lenses = plusOne(out.Lenses, p.Lens) })
	passing(func(f *Filter) { f.Category = "" }, func(p *Product) {
		c := n.category(p.Category)
		whole = whole && !c.Deleted
		out.Categories = plusOne(out.Categories, Label{c.Slug, c.Slug})
	})
	passing(func(f *Filter) { f.Min, f.Max = Any.Min, Any.Max }, func(p *Product) { out.Least, out.Most = min(out.Least, p.Price), max(out.Most, p.Price) })
	passing(func(f *Filter) { f.InStock = false }, func(p *Product) {
		if p.Stock > 0 {
			out.InStock++
		}
	})
	for _, list := range [][]LabelCount{out.Brands, out.Frames, out.Lenses, out.Categories} {
		slices.SortFunc(list, inOrder)
	}
	return out, whole
}

func plusOne(list []LabelCount, of Label) []LabelCount {
	if of.Key == "" {
		return list
	}
	at := slices.IndexFunc(list, func(c LabelCount) bool { return c.Label == of })
	if at < 0 {
		return append(list, LabelCount{of, 1})
	}
	list[at].Count++
	return list
}
