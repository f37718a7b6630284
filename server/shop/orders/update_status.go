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
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersUpdateStatusResponseObject, error) {
		result := api.OrdersUpdateStatusResult{Id: id.String(), Status: req.Body.Status}
		return api.OrdersUpdateStatus200JSONResponse{Ok: true, Result: result}, MoveFrom(ctx, tx, id, req.Body.ExpectedStatus, req.Body.Status)
	})
}
