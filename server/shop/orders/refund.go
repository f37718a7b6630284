package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Refund is money that was given back at the payment provider: an amount, or the
// price of pieces of the order.
type Refund struct {
	AmountOere int64        // 0 for the price of Items
	Items      []RefundItem // nil for an amount
	Restock    bool         // whether the pieces of Items return to the stock
	Reason     string
}

// RefundItem is a number of pieces of an item of the order.
type RefundItem struct {
	ItemID   string `json:"itemId"`
	Quantity int64  `json:"quantity"`
}

// OrdersRefund records a refund.
func (h Orders) OrdersRefund(ctx context.Context, req api.OrdersRefundRequestObject) (api.OrdersRefundResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersRefundResponseObject, error) {
		order, err := RecordRefund(ctx, tx, id, toRefund(req.Body))
		return api.OrdersRefund200JSONResponse{Ok: true, Result: api.OrdersRefundResult{
			Id: id.String(), Status: api.OrderStatus(order.Status),
			RefundedOere: order.RefundedOere, RemainingOere: factsOf(&order).remaining(),
		}}, err
	})
}

func toRefund(b *api.OrdersRefundRequest) Refund {
	r := Refund{Restock: *b.Restock, Reason: b.Reason}
	if b.AmountOere != nil {
		r.AmountOere = *b.AmountOere
	}
	if b.Items != nil {
		for _, item := range *b.Items {
			r.Items = append(r.Items, RefundItem{ItemID: item.ItemId, Quantity: item.Quantity})
		}
	}
	return r
}

// RecordRefund records a refund, with all its effects on the order, and returns
// the order. Like Move it reads without a lock: of two refunds of the same order
// at once one is told that the order changed.
//
// The error is a validation problem for a refund that no order can have, a
// refund_exceeds_paid for more than is left to refund, and an illegal_transition
// for an order that cannot take the status.
func RecordRefund(ctx context.Context, tx *store.Tx, id uuid.UUID, r Refund) (db.Order, error) {
	before, err := find(ctx, tx.OrderGet, id)
	if err != nil {
		return db.Order{}, err
	}
	if err := r.check(); err != nil {
		return db.Order{}, err
	}
	items, err := tx.OrderItems(ctx, id)
	if err != nil {
		return db.Order{}, err
	}
	paid, err := newRepayment(&before, items, r)
	if err != nil {
		return db.Order{}, err
	}
	facts := factsOf(&before)
	to := facts.statusAfter(paid.amount)
	if err := facts.checkRefund(to); err != nil {
		return db.Order{}, err
	}
	after := moved(before, to, tx.After(before.UpdatedAt))
	after.RefundedOere = before.RefundedOere + paid.amount
	return after, change(ctx, tx, &before, &after, paid)
}
