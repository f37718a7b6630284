package index

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// catalogue returns an index of n products, whose words are as unevenly
// distributed as those of a language.
func catalogue(n int) *Index {
	r := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(r, 1.2, 4, 30_000)
	x := New(hitMembers...)
	var categories []Category
	for i := range 24 {
		categories = append(categories, Category{ID: uuid.UUID{byte(i + 1)}, Slug: fmt.Sprint("c", i), Hit: []byte("1\n")})
	}
	x.SetCategories(categories)
	for from := 0; from < n; from += 2_000 {
		var some []Product
		for i := from; i < min(from+2_000, n); i++ {
			p := Product{
				ID: uuid.UUID{1, byte(i >> 16), byte(i >> 8), byte(i)}, Slug: fmt.Sprint("p-", i), Name: fmt.Sprint("name ", r.IntN(n)), Hit: []byte("1\n\n2\n"),
				Category: categories[r.IntN(24)].ID, Price: 1_000 + r.Int64N(30_000), Stock: r.Int64N(9), Created: r.Int64(), Updated: r.Int64(),
				Brand: Label{Key: fmt.Sprint("brand", r.IntN(300))},
			}
			seen := map[uint64]bool{}
			for range 40 {
				if w := words.Uint64(); !seen[w] {
					seen[w] = true
					p.Words = append(p.Words, Word{fmt.Sprintf("%xword%x", w, w), uint8(2 + r.IntN(98))})
				}
			}
			for a := range uint64(20) {
				p.Attributes = append(p.Attributes, attribute(fmt.Sprint("name ", a), fmt.Sprint(r.IntN(1+int(a)*int(a)))))
			}
			some = append(some, p)
		}
		x.Apply(some, nil)
	}
	x.Compact()
	return x
}

// BenchmarkSearch measures each kind of search with 20,000 products. Nothing is
// counted before: each search is the first after a change.
func BenchmarkSearch(b *testing.B) {
	x := catalogue(20_000)
	query := func(change func(*Query), words ...string) Query {
		q := Query{Filter: Any, Limit: 20}
		for _, w := range words {
			q.Terms = append(q.Terms, Term{{Text: w, Ends: true}})
		}
		change(&q)
		return q
	}
	same := func(*Query) {}
	b.Run("two_words_again", func(b *testing.B) {
		var out []byte
		q := query(same, "1word1", "2word2")
		b.ReportAllocs()
		for b.Loop() {
			out, _ = x.Search(out[:0], &q)
		}
	})
	for name, q := range map[string]Query{
		"first page":          query(same),
		"price window":        query(func(q *Query) { q.Filter.Min, q.Filter.Max = 5_000, 25_000 }),
		"narrow price window": query(func(q *Query) { q.Filter.Min, q.Filter.Max = 5_000, 5_100 }),
		"category":            query(func(q *Query) { q.Filter.Category = "c7" }),
		"attribute":           query(func(q *Query) { q.Filter.Attributes = wanting("name 2", "1") }),
		"hundred ids": query(func(q *Query) {
			for i := range 100 {
				q.Filter.IDs = append(q.Filter.IDs, uuid.UUID{1, 0, byte(i), 9})
			}
		}),
		"word of most":        query(same, "0word0"),
		"rare word":           query(same, "1f00word1f00"),
		"end of words":        query(same, "word5"),
		"two words":           query(same, "1word1", "2word2"),
		"word and category":   query(func(q *Query) { q.Filter.Category = "c7" }, "3word3"),
		"by price":            query(func(q *Query) { q.Order = ByPrice }),
		"by update, by words": query(func(q *Query) { q.Order = ByUpdate }, "1word1"),
		"after a cursor":      query(func(q *Query) { q.Order, q.After = ByName, &SortKey{Name: "name 15000"} }),
	} {
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			var out []byte
			b.ReportAllocs()
			for b.Loop() {
				x.cache.content++
				out, _ = x.Search(out[:0], &q)
			}
		})
	}
}

// BenchmarkFacets measures the facets of 20,000 products, each time as after a
// change.
func BenchmarkFacets(b *testing.B) {
	x := catalogue(20_000)
	for name, q := range map[string]Query{
		"all":                            {Filter: Any},
		"category":                       {Filter: Filter{Category: "c7", Max: Any.Max, Since: Any.Since}},
		"word_of_most":                   {Filter: Any, Terms: []Term{{{Text: "0word0"}}}},
		"word_of_most_and_price_window":  {Filter: Filter{Min: 5_000, Max: 20_000, Since: Any.Since}, Terms: []Term{{{Text: "0word0"}}}},
		"category_and_price_window":      {Filter: Filter{Category: "c7", Min: 5_000, Max: 20_000, Since: Any.Since}},
		"word_category_and_price_window": {Filter: Filter{Category: "c7", Min: 5_000, Max: 20_000, Since: Any.Since}, Terms: []Term{{{Text: "5word5"}}}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.cache.content++
				x.Facets(&q)
			}
		})
	}
}
