package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/wire"
)

// ProductsSearch finds live products by words and filters.
func (h Products) ProductsSearch(ctx context.Context, req api.ProductsSearchRequestObject) (api.ProductsSearchResponseObject, error) {
	into := buffer()
	hits, page, err := h.Search.Products(ctx, append(into.body[:0], before...), req.Body)
	if err != nil {
		return nil, err
	}
	text, err := wire.Marshal(page)
	if err != nil {
		return nil, err
	}
	hits = append(hits, `],"page":`...)
	into.body = append(append(hits, text...), '}')
	return into.complete(call.From(ctx).BaseURL), nil
}

// ProductsSuggest finds products by words of which the last may be incomplete.
func (h Products) ProductsSuggest(ctx context.Context, req api.ProductsSuggestRequestObject) (api.ProductsSuggestResponseObject, error) {
	into := buffer()
	hits, err := h.Search.Suggestions(ctx, append(into.body[:0], before...), req.Body)
	if err != nil {
		return nil, err
	}
	hits = append(hits, after...)
	into.body = hits
	return into, nil
}

// ProductsFacets counts what the products have that products.search would find.
func (h Products) ProductsFacets(ctx context.Context, req api.ProductsFacetsRequestObject) (api.ProductsFacetsResponseObject, error) {
	facets, err := h.Search.Facets(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	return api.ProductsFacets200JSONResponse{Ok: true, Result: facets}, nil
}
