package main

import (
	"math/rand/v2"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// finding returns the operations that help to find products, beside searches. An
// answer about facets is remembered until a product changes, so its questions differ.
func (s *sample) finding(queries []string) []operation {
	product := func(r *rand.Rand) sampled { return s.products[r.IntN(len(s.products))] }
	half := s.words.share(50)
	facets := func(name string, kind maker) operation {
		return over("products.facets: "+name, tools+"products.facets", byZipf(makeBodies(kind)))
	}
	suggest := func(name string, kind maker) operation {
		return over("products.suggest: "+name, tools+"products.suggest", byZipf(makeBodies(kind)))
	}
	return []operation{
		over("products.facets: all", tools+"products.facets", always(`{}`)),
		facets("text + category + price", func(r *rand.Rand) *question { return asked(product(r), queries, r) }),
		facets("word of half ("+half+"), price window", func(r *rand.Rand) *question { return &question{Q: half, Max: 100_000 + r.Int64N(1e9)} }),
		facets("category, price window", func(r *rand.Rand) *question {
			return &question{Category: s.categories[r.IntN(len(s.categories))], Max: 100_000 + r.Int64N(1e9)}
		}),
		suggest("two letters", func(r *rand.Rand) *question { return begun(product(r), 1, 2) }),
		suggest("part of a word", func(r *rand.Rand) *question { return begun(product(r), 1, 3+r.IntN(4)) }),
		suggest("two words, part of the second", func(r *rand.Rand) *question { return begun(product(r), 2, 1+r.IntN(4)) }),
		suggest("misspelt word", func(r *rand.Rand) *question { return s.misspelt(product(r), r) }),
	}
}

// begun is what a buyer has typed who looks for a product by the first words of its name:
// n of them, of the last one so many letters.
func begun(p sampled, n, letters int) *question {
	words := text.Words(p.Name)
	if len(words) < n || len(words[n-1]) < letters {
		return nil
	}
	words[n-1] = words[n-1][:letters]
	return &question{Q: strings.ToValidUTF8(strings.Join(words[:n], " "), "")}
}
