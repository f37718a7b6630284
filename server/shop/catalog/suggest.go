package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
)

// mostSuggested is the number of suggestions unless the request says otherwise.
const mostSuggested = 10

// ProductsSuggest finds products by words of which the last may be incomplete. It
// is a search for the best hits alone: nothing is counted.
func (h Products) ProductsSuggest(ctx context.Context, req api.ProductsSuggestRequestObject) (api.ProductsSuggestResponseObject, error) {
	none := int64(0)
	s, err := h.search(ctx, &api.ProductsSearchRequest{Q: &req.Body.Q, Limit: req.Body.Limit, Offset: &none})
	if err != nil {
		return nil, err
	}
	s.suggests = true
	if req.Body.Limit == nil {
		s.limit = mostSuggested
	}
	if products := h.Index.Await(ctx); products != nil {
		return s.suggestions(ctx, inMemory{products})
	}
	return s.suggestions(ctx, inDatabase{h.Store})
}

func (s *search) suggestions(ctx context.Context, in finder) (*reused, error) {
	into := buffer()
	out, _, err := s.find(ctx, in, append(into.body[:0], before...))
	out = append(out, after...)
	into.body = out
	return into, err
}

// hit returns what is encoded of a hit.
func (s *search) hit(hit *api.ProductHit) any {
	if s.suggests {
		return api.ProductSuggestion{Slug: hit.Slug, Name: hit.Name, PriceDkk: hit.PriceDkk}
	}
	return hit
}
