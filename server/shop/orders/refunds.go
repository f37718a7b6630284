package orders

import (
	"context"
	"encoding/json"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// maxRefunds is how many refunds of an order are returned; the contract has the same.
const maxRefunds = 1000

// OrdersRefunds returns what became of the money of an order.
func (h Orders) OrdersRefunds(ctx context.Context, req api.OrdersRefundsRequestObject) (api.OrdersRefundsResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	order, err := findOrder(ctx, h.Store.Read().OrderGet, id)
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := h.Store.Read().OrderRefunds(ctx, db.OrderRefundsParams{OrderID: id, Most: maxRefunds})
	if err != nil {
		return nil, err
	}
	facts := factsOf(&order)
	result := api.OrdersRefundsResult{
		PaidOere: facts.remaining() + order.RefundedOere, RefundedOere: order.RefundedOere, RemainingOere: facts.remaining(), RefundOwedOere: facts.owed(),
		Items: make([]api.OrderRefund, len(rows)), RemainingItems: facts.remainingItems(items),
	}
	for i := range rows {
		if result.Items[i], err = toOrderRefund(&rows[i]); err != nil {
			return nil, err
		}
	}
	return api.OrdersRefunds200JSONResponse{Ok: true, Result: result}, nil
}

func toOrderRefund(r *db.OrderRefundsRow) (api.OrderRefund, error) {
	refund := api.OrderRefund{
		At: wire.TimeOf(r.At), ActorName: actorName(r.Actor, r.KeyName), AmountOere: r.AmountOere,
		Items: []api.OrderPieces{}, Restock: r.Restocked > 0, Reason: r.Reason,
	}
	if r.Items == nil {
		return refund, nil
	}
	return refund, json.Unmarshal(r.Items, &refund.Items)
}

// actorName names who did something: by the name of the key, or by what the actor says of a user or a task.
func actorName(actor string, key *string) string {
	if key != nil {
		return *key
	}
	return call.NameOf(actor)
}

// owed returns the money, in ore, that is to be given back: the goods of a cancelled order never come. What is held or
// contested is undecided, and what was refunded in part was meant so.
func (f moveFacts) owed() int64 {
	if f.Status != api.OrderStatusCancelled {
		return 0
	}
	return f.remaining()
}

// remainingItems returns the pieces that a refund can name; never nil.
func (f moveFacts) remainingItems(items []db.OrderItem) []api.OrderPieces {
	pieces := []api.OrderPieces{}
	if !f.Paid || f.Status == api.OrderStatusRefunded {
		return pieces
	}
	for i := range items {
		if left := items[i].Quantity - items[i].RefundedQuantity; left > 0 {
			pieces = append(pieces, api.OrderPieces{ItemId: items[i].ID.String(), Quantity: left})
		}
	}
	return pieces
}
