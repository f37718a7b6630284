package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// OrdersGet returns everything about one order.
func (h Orders) OrdersGet(ctx context.Context, req api.OrdersGetRequestObject) (api.OrdersGetResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	order, err := find(ctx, h.Store.Read().OrderGet, id)
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	return api.OrdersGet200JSONResponse{Ok: true, Result: Whole(&order, items)}, err
}

// find returns an order by one of the queries for it. The error is an
// order_not_found if there is no such order.
func find(ctx context.Context, query func(context.Context, uuid.UUID) (db.Order, error), id uuid.UUID) (db.Order, error) {
	order, err := query(ctx, id)
	if store.NotFound(err) {
		err = orderNotFound(id.String())
	}
	return order, err
}
