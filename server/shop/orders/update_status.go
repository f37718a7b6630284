package orders

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
)

// OrdersUpdateStatus moves an order to another status.
func (h Orders) OrdersUpdateStatus(ctx context.Context, req api.OrdersUpdateStatusRequestObject) (api.OrdersUpdateStatusResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	err = h.Store.Write(ctx, func(tx *store.Tx) error {
		return MoveFrom(ctx, tx, id, req.Body.ExpectedStatus, req.Body.Status)
	})
	if err != nil {
		return nil, err
	}
	result := api.OrdersUpdateStatusResult{Id: id.String(), Status: req.Body.Status}
	return api.OrdersUpdateStatus200JSONResponse{Ok: true, Result: result}, nil
}
