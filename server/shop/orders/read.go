package orders

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
)

// OrdersGet returns everything about one order.
func (h Orders) OrdersGet(ctx context.Context, req api.OrdersGetRequestObject) (api.OrdersGetResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	order, err := h.Store.Read().OrderGet(ctx, id)
	if store.NotFound(err) {
		return nil, orderNotFound(req.Body.OrderId)
	}
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	return api.OrdersGet200JSONResponse{Ok: true, Result: toOrder(&order, items)}, err
}
