package catalog

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// ProductsAdjustStock adds pieces to the stock of a product, or takes them away.
func (h Products) ProductsAdjustStock(ctx context.Context, req api.ProductsAdjustStockRequestObject) (api.ProductsAdjustStockResponseObject, error) {
	if req.Body.Delta == 0 { // the contract has no way to say this that all generators of clients understand
		return nil, problem.Invalid("/delta", schema.CodeEnum, "must not be 0", `Set "delta" to at least 1, or to at most -1.`)
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.ProductsAdjustStockResponseObject, error) {
		before, err := lock(ctx, tx, req.Body.Slug)
		if err != nil {
			return nil, err
		}
		after, err := AdjustStock(ctx, tx, before, req.Body.Delta)
		if err != nil {
			return nil, err
		}
		result := api.ProductsAdjustStockResult{Slug: after.Slug, Stock: after.Stock}
		return api.ProductsAdjustStock200JSONResponse{Ok: true, Result: result}, auditProduct(tx, &before, &after)
	})
}
