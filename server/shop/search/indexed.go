package search

import (
	"context"

	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// inIndex finds products in the index.
type inIndex struct{ products *index.Index }

func (x inIndex) find(_ context.Context, dst []byte, q *index.Query) ([]byte, index.Found, error) {
	out, found := x.products.Search(dst, q)
	return out, found, nil
}

func (x inIndex) facets(_ context.Context, q *index.Query) (index.Facets, bool, error) {
	found, whole := x.products.Facets(&index.Query{Terms: q.Terms, Filter: q.Filter})
	return found, whole, nil
}

func (x inIndex) missing(_ context.Context, spellings []index.Spelling) (texts []string, err error) {
	for _, one := range spellings {
		if x.products.Missing(one) {
			texts = append(texts, one.Text)
		}
	}
	return texts, nil
}

func (x inIndex) similar(_ context.Context, words []string) (map[string][]string, error) {
	near := map[string][]string{}
	for _, word := range words {
		if similar := x.products.Similar(word); len(similar) > 0 {
			near[word] = similar
		}
	}
	return near, nil
}

func (x inIndex) known(_ context.Context, words []string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, word := range words {
		if !known[word] && !x.products.Missing(index.Spelling{Text: word, Whole: true}) {
			known[word] = true
		}
	}
	return known, nil
}

func (x inIndex) knowsCategory(_ context.Context, slug string) (bool, error) {
	return x.products.KnowsCategory(slug), nil
}

func (x inIndex) knowsBrand(_ context.Context, brands []string) (bool, error) {
	return x.products.KnowsBrand(brands), nil
}
