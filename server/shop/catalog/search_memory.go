package catalog

import (
	"context"

	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// inMemory finds products in the index.
type inMemory struct{ products *index.Index }

func (m inMemory) find(_ context.Context, dst []byte, s *search, terms []index.Term) ([]byte, index.Found, error) {
	out, found := m.products.Search(dst, &index.Query{
		Terms: terms, Filter: s.filter, Order: s.order, After: s.after, Offset: s.offset, Limit: s.limit,
	})
	return out, found, nil
}

func (m inMemory) similar(_ context.Context, spellings []index.Spelling) (map[string][]string, error) {
	near := map[string][]string{}
	for _, one := range spellings {
		if !m.products.Missing(one) {
			continue
		}
		if words := m.products.Similar(one.Text); len(words) > 0 {
			near[one.Text] = words
		}
	}
	return near, nil
}

func (m inMemory) knowsCategory(_ context.Context, slug string) (bool, error) {
	return m.products.KnowsCategory(slug), nil
}

func (m inMemory) knowsBrand(_ context.Context, brands []string) (bool, error) {
	return m.products.KnowsBrand(brands), nil
}
