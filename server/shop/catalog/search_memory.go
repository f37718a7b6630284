package catalog

import (
	"context"

	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// inMemory finds products in the index.
type inMemory struct{ products *index.Index }

func (m inMemory) find(_ context.Context, dst []byte, s *search, terms []index.Term) ([]byte, index.Found, error) {
	out, found := m.products.Search(dst, &index.Query{
		Terms: terms, Filter: s.filter, Order: s.order, After: s.after, Offset: s.offset, Limit: s.limit, Brief: s.suggests,
	})
	return out, found, nil
}

func (m inMemory) facets(_ context.Context, s *search, terms []index.Term) (index.Facets, bool, error) {
	found, whole := m.products.Facets(&index.Query{Terms: terms, Filter: s.filter})
	return found, whole, nil
}

func (m inMemory) missing(_ context.Context, spellings []index.Spelling) (texts []string, err error) {
	for _, one := range spellings {
		if m.products.Missing(one) {
			texts = append(texts, one.Text)
		}
	}
	return texts, nil
}

func (m inMemory) similar(_ context.Context, words []string) (map[string][]string, error) {
	near := map[string][]string{}
	for _, word := range words {
		if similar := m.products.Similar(word); len(similar) > 0 {
			near[word] = similar
		}
	}
	return near, nil
}

func (m inMemory) known(_ context.Context, words []string) (map[string]bool, error) {
	known := map[string]bool{}
	for _, word := range words {
		if !known[word] && !m.products.Missing(index.Spelling{Text: word, Whole: true}) {
			known[word] = true
		}
	}
	return known, nil
}

func (m inMemory) knowsCategory(_ context.Context, slug string) (bool, error) {
	return m.products.KnowsCategory(slug), nil
}

func (m inMemory) knowsBrand(_ context.Context, brands []string) (bool, error) {
	return m.products.KnowsBrand(brands), nil
}
