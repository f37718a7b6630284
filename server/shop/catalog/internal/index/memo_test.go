package index

import (
	"testing"

	"github.com/google/uuid"
)

// Two queries that can match different products have different totals.
func TestTheKeyOfATotal(t *testing.T) {
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
	q, page := base(), base()
	page.Order, page.Offset, page.Limit, page.After = ByPrice, 5, 7, &Position{Number: 9}
	if q.key() != page.key() {
		t.Error("the next page is counted again")
	}
}

func TestTotalsTakeLimitedMemory(t *testing.T) {
	t.Parallel()
	var all memo[int]
	for key := range uint64(3 * mostTotals) {
		all.put(key, int(key), mostTotals)
		if n, known := all.get(key); !known || n != int(key) || len(all.of) > mostTotals {
			t.Fatalf("%d is %d, of %d", key, n, len(all.of))
		}
	}
	all.clear()
	if _, known := all.get(3*mostTotals - 1); known {
		t.Error("a total is known after a change")
	}
}
