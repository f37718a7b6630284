package index

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"
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
	listed := func(without string) (all [][]string) {
		passing(func(f *Filter) {
			f.Attributes = slices.DeleteFunc(slices.Clone(f.Attributes), func(w WantedAttribute) bool { return w.Name == without })
		}, func(p *Product) { all = append(all, p.Attributes) })
		return all
	}
	others := map[string][][]string{}
	for _, w := range q.Filter.Attributes {
		others[w.Name] = listed(w.Name)
	}
	out.Attributes = CountAttributes(listed("no attribute"), others, q.Names)
	return out, whole
}

// attribute is a value of an attribute as one of two people writes it.
func attribute(name, value string) string {
	return AttributeValue(Label{name, name}, Label{strings.ToLower(value), value})
}

func wanting(name string, values ...string) []WantedAttribute {
	one := WantedAttribute{Name: name}
	for _, value := range values {
		one.Values = append(one.Values, WantedValue(name, value))
	}
	return []WantedAttribute{one}
}

// Values are counted however they are written, and shown as most products write them; long ones are counted alone.
func TestCountAttributes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("l", longestListed+1)
	products := [][]string{
		{attribute("size", "Large"), attribute("size", "Large"), attribute("note", long)},
		{attribute("size", "LARGE"), attribute("size", "small"), AttributeValue(Label{"colour", "Colour"}, Label{"red", "Red"})},
		{attribute("size", "LARGE"), attribute("size", "Small"), attribute("colour", "red")},
		{attribute("colour", "blue")},
	}
	one := func(key, text string, n int) LabelCount { return LabelCount{Label{key, text}, n} }
	got := CountAttributes(products, map[string][][]string{"note": products[:1]}, nil)
	want := []AttributeCounts{
		{one("size", "size", 5), []LabelCount{one("large", "LARGE", 3), one("small", "small", 2)}},
		{one("colour", "colour", 3), []LabelCount{one("red", "red", 2), one("blue", "blue", 1)}},
		{one("note", "note", 1), nil},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	for _, wanted := range wanting("note", long+"x", long) {
		if !wanted.IsIn(products[0]) || wanted.IsIn(products[1]) {
			t.Error("a long value is not compared whole")
		}
	}
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
