package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// ProductsGet returns one live product.
func (h Products) ProductsGet(ctx context.Context, req api.ProductsGetRequestObject) (api.ProductsGetResponseObject, error) {
	into := buffer()
	body, err := h.answer(ctx, req.Body.Slug, into.body)
	if err != nil {
		buffers.Put(into)
		return nil, err
	}
	into.body = body
	return into.complete(call.From(ctx).BaseURL), nil
}

// answer returns the response about a product, with marks, in the memory of into if that is
// large enough.
func (h Products) answer(ctx context.Context, slug string, into []byte) ([]byte, error) {
	body, generation := h.Answers.Get(slug)
	if body != nil {
		return append(into[:0], body...), nil
	}
	record, err := h.Store.Read().ProductGet(ctx, slug)
	if store.NotFound(err) {
		return nil, ProductNotFound(slug)
	}
	if err != nil {
		return nil, err
	}
	if body, err = productAnswer(&record); err != nil {
		return nil, err
	}
	h.Answers.Keep(slug, record.ID, body, generation)
	return append(into[:0], body...), nil
}

// productAnswer encodes the whole response about a product, with a mark for the
// address of the service.
func productAnswer(r *db.ProductRecord) ([]byte, error) {
	product, err := toProduct(r, wire.BaseMark)
	if err != nil {
		return nil, err
	}
	text, err := wire.Marshal(api.ProductsGet200JSONResponse{Ok: true, Result: product})
	return wire.MarkBase(text), err
}
