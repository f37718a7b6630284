package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/plainjson"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/stock"
)

// ProductsGet returns one live product, from memory if the response is there.
func (h Products) ProductsGet(ctx context.Context, req api.ProductsGetRequestObject) (api.ProductsGetResponseObject, error) {
	slug, into := req.Body.Slug, buffer()
	body, generation := h.Memory.Answer(slug, into.body)
	if body != nil {
		into.body = body
		return into, nil
	}
	buffers.Put(into)
	record, err := h.Store.Read().ProductGet(ctx, slug)
	if store.NotFound(err) {
		return nil, stock.NotFound(slug)
	}
	if err != nil {
		return nil, err
	}
	if body, err = productAnswer(&record); err != nil {
		return nil, err
	}
	h.Memory.Keep(slug, record.ID, body, generation)
	return encoded(body), nil
}

// productAnswer encodes the whole response about a product.
func productAnswer(r *db.ProductRecord) ([]byte, error) {
	product, err := toProduct(r)
	if err != nil {
		return nil, err
	}
	return plainjson.Marshal(api.ProductsGet200JSONResponse{Ok: true, Result: product})
}
