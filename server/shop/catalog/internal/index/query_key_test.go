package index

import (
	"testing"

	"github.com/google/uuid"
)

// Two queries that can match different products have different totals.
func TestTheKeyOfAQuery(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	base := func() Query {
		return Query{Terms: []Term{{{Text: "a"}, {Text: "b"}}, {{Text: "c"}}}, Filter: Any}
	}
	seen := map[uint64]string{}
	for name, change := range map[string]func(q *Query, f *Filter){
		"base": func(*Query, *Filter) {}, "no terms": func(q *Query, _ *Filter) { q.Terms = nil },
		"other terms": func(q *Query, _ *Filter) { q.Terms = []Term{{{Text: "a"}}, {{Text: "b"}, {Text: "c"}}} },
		"whole":       func(q *Query, _ *Filter) { q.Terms[0][0].Whole = true }, "ends": func(q *Query, _ *Filter) { q.Terms[0][0].Ends = true },
		"ids": func(_ *Query, f *Filter) { f.IDs = []uuid.UUID{{1}} }, "no ids": func(_ *Query, f *Filter) { f.IDs = []uuid.UUID{} },
		"slugs": func(_ *Query, f *Filter) { f.Slugs = []string{"a", "b"} }, "a slug": func(_ *Query, f *Filter) { f.Slugs = []string{"ab"} },
		"brands": func(_ *Query, f *Filter) { f.Brands = []string{"a", "b"} }, "no brands": func(_ *Query, f *Filter) { f.Brands = []string{} },
		"category": func(_ *Query, f *Filter) { f.Category = "a" }, "frame": func(_ *Query, f *Filter) { f.Frame = "a" },
		"lens": func(_ *Query, f *Filter) { f.Lens = "a" }, "featured": func(_ *Query, f *Filter) { f.Featured = &yes },
		"not featured": func(_ *Query, f *Filter) { f.Featured = &no }, "stock": func(_ *Query, f *Filter) { f.InStock = true },
		"min": func(_ *Query, f *Filter) { f.Min = 1 }, "max": func(_ *Query, f *Filter) { f.Max = 1 }, "since": func(_ *Query, f *Filter) { f.Since = 1 },
		"attributes": func(_ *Query, f *Filter) { f.Attributes = [][]uint64{{1, 2}} },
		"both":       func(_ *Query, f *Filter) { f.Attributes = [][]uint64{{1}, {2}} },
	} {
		q := base()
		change(&q, &q.Filter)
		if other, taken := seen[q.key()]; taken {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[q.key()] = name
	}
}

// All pages of a list have the same total, and each has its own products.
func TestTheKeyOfAPage(t *testing.T) {
	t.Parallel()
	first := Query{Terms: []Term{{{Text: "a"}, {Text: "b"}}}, Filter: Any, Limit: 20}
	seen := map[uint64]string{}
	for name, change := range map[string]func(q *Query){
		"first": func(*Query) {}, "order": func(q *Query) { q.Order = ByPrice }, "offset": func(q *Query) { q.Offset = 20 },
		"limit": func(q *Query) { q.Limit = 21 }, "brief": func(q *Query) { q.Brief = true }, "after": func(q *Query) { q.After = &Position{} },
		"after a name": func(q *Query) { q.After = &Position{Name: "a"} }, "after a number": func(q *Query) { q.After = &Position{Number: 1} },
		"after an id": func(q *Query) { q.After = &Position{ID: uuid.UUID{1}} },
		"synonym":     func(q *Query) { q.Terms = []Term{{{Text: "a"}, {Text: "b", By: Synonym}}} },
	} {
		q := first
		change(&q)
		if q.key() != first.key() {
			t.Errorf("%s: it is counted again", name)
		}
		if other, taken := seen[q.pageKey()]; taken {
			t.Errorf("%s has the key of %s", name, other)
		}
		seen[q.pageKey()] = name
	}
	if other := (&Query{Terms: first.Terms, Filter: Filter{}, Limit: 20}); other.pageKey() == first.pageKey() {
		t.Error("another filter has the same page")
	}
}
