package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/tests/load/catalogue"
)

// distinct is the number of different bodies of each kind of search, if there
// are so many.
const distinct = 6_000

// question is a body of products.search.
type question struct {
	Q        string `json:"q,omitempty"`
	Category string `json:"categorySlug,omitempty"`
	Min      int64  `json:"minPriceOere,omitempty"`
	Max      int64  `json:"maxPriceOere,omitempty"`
	Limit    int    `json:"limit,omitempty"`
	Offset   int    `json:"offset,omitempty"`
}

// maker makes a query of one kind; nil if this attempt gives none.
type maker func(*rand.Rand) *question

// makeBodies returns different bodies of a kind, in random order.
func makeBodies(kind maker) [][]byte {
	r := rand.New(rand.NewPCG(4, 4))
	seen := map[string]bool{}
	var bodies [][]byte
	for tries := 0; len(bodies) < distinct && tries < 10*distinct; tries++ {
		q := kind(r)
		if q == nil {
			continue
		}
		body, err := json.Marshal(q)
		if err == nil && !seen[string(body)] {
			seen[string(body)] = true
			bodies = append(bodies, body)
		}
	}
	return bodies
}

// byZipf draws bodies in the distribution of real queries: a few often, most
// rarely.
func byZipf(bodies [][]byte) func(*rand.Rand) draw {
	return func(r *rand.Rand) draw {
		zipf := rand.NewZipf(r, 1.1, 8, uint64(len(bodies)-1))
		return func() ([]byte, error) { return bodies[zipf.Uint64()], nil }
	}
}

// kinds are the searches that are measured one by one.
func (s *sample) kinds(queries []string) []struct {
	name string
	make maker
} {
	product := func(r *rand.Rand) sampled { return s.products[r.IntN(len(s.products))] }
	half, most := s.words.share(50), s.words.share(65)
	return []struct {
		name string
		make maker
	}{
		{"text + category + price", func(r *rand.Rand) *question { return asked(product(r), queries, r) }},
		{"rare word", func(r *rand.Rand) *question { return words(product(r), 1, r, rare) }},
		{"two words", func(r *rand.Rand) *question { return words(product(r), 2, r, plain) }},
		{"word of half (" + half + ")", func(r *rand.Rand) *question { return &question{Q: half, Max: 1_000_000_000 + r.Int64N(1e9)} }},
		{"unknown word", func(r *rand.Rand) *question { return &question{Q: s.unknown(r)} }},
		{"misspelt word", func(r *rand.Rand) *question { return s.misspelt(product(r), r) }},
		{"price window", func(r *rand.Rand) *question {
			from := 1 + r.Int64N(5_000)
			return &question{Min: from, Max: from + 20_000}
		}},
		{"category", func(r *rand.Rand) *question {
			return &question{Category: s.categories[r.IntN(len(s.categories))], Limit: 1 + r.IntN(100)}
		}},
		{"offset 10000 (" + most + ")", func(r *rand.Rand) *question {
			return &question{Q: most, Offset: 10_000, Max: 1_000_000_000 + r.Int64N(1e9)}
		}},
		{"first page of all", func(r *rand.Rand) *question { return &question{Limit: 1 + r.IntN(100)} }},
	}
}

// asked is the query of a customer who wants this product: a real query from the
// judgments, or words of its name, with its category and a range around its
// price.
func asked(p sampled, queries []string, r *rand.Rand) *question {
	q := words(p, 1+r.IntN(2), r, plain)
	if r.IntN(3) == 0 {
		q = &question{Q: queries[r.IntN(len(queries))]}
	}
	if q != nil {
		q.Category, q.Min, q.Max = p.Category, max(1, p.Price/2), p.Price*2
	}
	return q
}

// plain words have no digits, rare ones do: model numbers.
func plain(word string) bool { return len(word) > 3 && !rare(word) }
func rare(word string) bool  { return len(word) > 4 && strings.ContainsAny(word, "0123456789") }

// words makes a query of n words of the product's name.
func words(p sampled, n int, r *rand.Rand, good func(string) bool) *question {
	var some []string
	for _, word := range text.Words(p.Name) {
		if good(word) {
			some = append(some, word)
		}
	}
	if len(some) < n {
		return nil
	}
	r.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	return &question{Q: strings.Join(some[:n], " ")}
}

// unknown makes a word that is similar to no other.
func (s *sample) unknown(r *rand.Rand) string {
	const letters = "bcdfghjklmnpqrstvwxz"
	word := []byte("zq")
	for range 6 {
		word = append(word, letters[r.IntN(len(letters))])
	}
	return string(word)
}

// misspelt swaps two letters of a word so that no word begins with it.
func (s *sample) misspelt(p sampled, r *rand.Rand) *question {
	q := words(p, 1, r, plain)
	if q == nil || len(q.Q) < 6 || s.words.finds[q.Q] == 0 {
		return nil
	}
	word := []byte(q.Q)
	at := 2 + r.IntN(len(word)-3)
	word[at], word[at+1] = word[at+1], word[at]
	if q.Q = string(word); s.words.finds[q.Q] > 0 {
		return nil
	}
	return q
}

// readQueries returns the queries of the judgments.
func readQueries(folder string) ([]string, error) {
	file, err := os.Open(filepath.Join(folder, catalogue.JudgmentsFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) < 2 {
		return nil, fmt.Errorf("%s: %d rows: %w", catalogue.JudgmentsFile, len(rows), err)
	}
	var queries []string
	for _, row := range rows[1:] {
		if len(queries) == 0 || queries[len(queries)-1] != row[0] {
			queries = append(queries, row[0])
		}
	}
	return queries, nil
}
