package orders

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// undoable is what of an order is put back: a row of the audit has either its status or
// its tracking.
type undoable struct {
	state
	tracking
}

// Undo describes how orders are put back: their tracking, and moves that had no effect on
// money or stock.
func (h Orders) Undo() undo.Kind {
	rules := undo.Rules{
		Fields: []string{
			"/status", "/stage", "/disputedAt", "/carrier", "/trackingNumber", "/trackingUrl", "/estDeliveryFrom", "/estDeliveryTo",
		},
		Lived: []string{"/stage", "/paidAt", "/refundedAt", "/refundedOere"}, Together: true, Refused: lasting,
	}
	return undo.Of(rules, undo.Records[db.Order, undoable]{
		Lock: undo.ByID((*db.Queries).OrderLock),
		View: func(_ context.Context, o *db.Order) (undoable, error) {
			return undoable{stateOf(o), trackedOf(o).tracking}, nil
		},
		Update: putBack,
	})
}

// lasting returns why a move of an order cannot be put back, or "".
func lasting(before, after undo.State) string {
	text, _ := after["status"].(string)
	switch to := api.OrderStatus(text); {
	case before["status"] == after["status"]: // tracking
	case to == api.OrderStatusCancelled:
		return "The move gave the goods back to the stock. Place the order again with cart.create and orders.create."
	case to == api.OrderStatusRefunded || to == api.OrderStatusPartialRefund:
		return "The move recorded that money was given back. Move the order on with orders.update_status."
	case to == api.OrderStatusPaid:
		return "The move recorded that money was taken. Give it back with orders.refund, or cancel the order with orders.update_status."
	}
	return ""
}

// putBack gives an order the status or the tracking that it had.
func putBack(ctx context.Context, tx *store.Tx, before db.Order, from *undoable) error {
	after := before
	after.Status, after.Stage, after.DisputedAt = from.Status, from.Stage, moment(from.DisputedAt)
	if after.Status != before.Status {
		if unpaid := statuses("pending_payment pending"); after.PaidAt != nil && slices.Contains(unpaid, api.OrderStatus(after.Status)) {
			return problem.New(problem.RevertConflict, fmt.Sprintf("The order is paid, and cannot be %s again.", after.Status), "")
		}
		after.UpdatedAt = tx.After(before.UpdatedAt)
		return change(ctx, tx, &before, &after, nil)
	}
	if strings.HasSuffix(before.Email, ErasedDomain) {
		return problem.New(problem.NotRevertible, "The customer of the order was erased, and the tracking with it.",
			"Set the tracking of the order anew with orders.set_tracking.")
	}
	after.Carrier, after.TrackingNumber, after.TrackingUrl = from.Carrier, from.TrackingNumber, from.TrackingURL
	after.EstDeliveryFrom, after.EstDeliveryTo = moment(from.EstDeliveryFrom), moment(from.EstDeliveryTo)
	return track(ctx, tx, &before, &after)
}

func moment(t *wire.Time) *time.Time {
	if t == nil {
		return nil
	}
	return &t.Time
}
