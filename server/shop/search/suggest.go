package search

import (
	"context"

	"github.com/storefront/storefront/gen/api"
)

// mostSuggested is the number of suggestions unless the request says otherwise.
const mostSuggested = 10

// Suggestions appends brief hits of words of which the last may be incomplete to dst, as
// Products does. It finds the best hits alone: nothing is counted.
func (s Searcher) Suggestions(ctx context.Context, dst []byte, b *api.ProductsSuggestRequest) ([]byte, error) {
	none := int64(0)
	r, err := s.read(ctx, &api.ProductsSearchRequest{Q: &b.Q, Limit: b.Limit, Offset: &none})
	if err != nil {
		return nil, err
	}
	r.query.Brief = true
	if b.Limit == nil {
		r.query.Limit = mostSuggested
	}
	out, _, err := r.find(ctx, s.finder(ctx), dst)
	return out, err
}
