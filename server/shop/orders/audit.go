package orders

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Undo describes how orders are put back: their tracking, and moves that had no effect on
// money or stock.
func (h Orders) Undo() undo.Kind {
	rules := undo.Rules{
		Fields: []string{
			"/status", "/stage", "/disputedAt", "/carrier", "/trackingNumber", "/trackingUrl", "/estDeliveryFrom", "/estDeliveryTo",
		},
		Lived: []string{"/stage", "/paidAt", "/refundedAt", "/refundedOere"}, Together: true, Refused: whyIrreversible,
	}
	return undo.Of(rules, undo.Records[db.Order, undoState]{
		Lock: undo.ByID((*db.Queries).OrderLock),
		View: func(_ context.Context, o *db.Order) (undoState, error) {
			return undoState{stateOf(o), trackingOf(o)}, nil
		},
		Update: putBack,
	})
}

// undoState is what of an order is put back: a row of the audit has its status, its tracking, or both.
type undoState struct {
	state
	trackingState
}

// whyIrreversible returns why a move of an order cannot be put back, or "".
func whyIrreversible(before, after undo.State) string {
	text, _ := after["status"].(string)
	switch to := api.OrderStatus(text); {
	case before["status"] == after["status"]: // tracking
	case to == api.OrderStatusCancelled:
		return "The move gave the goods back to the stock. Place the order again with cart.create and orders.create."
	case to == api.OrderStatusRefunded || to == api.OrderStatusPartialRefund:
		return "The move recorded that money was given back. Move the order on with orders.update_status."
	case to == api.OrderStatusPaid:
		return "The move recorded that money was taken. Give it back with orders.refund, or cancel the order with orders.update_status."
	case to == api.OrderStatusPending:
		return "The move recorded that a payment has reserved the money. Cancel the payment with payments.cancel."
	}
	return ""
}

// putBack gives an order the status or the tracking that it had.
func putBack(ctx context.Context, tx *store.Tx, before db.Order, from *undoState) error {
	after := before
	after.Status, after.Stage, after.DisputedAt = from.Status, from.Stage, wire.MomentOrNil(from.DisputedAt)
	after.Carrier, after.TrackingNumber, after.TrackingUrl = from.Carrier, from.TrackingNumber, from.TrackingURL
	after.EstDeliveryFrom, after.EstDeliveryTo = wire.MomentOrNil(from.EstDeliveryFrom), wire.MomentOrNil(from.EstDeliveryTo)
	if !sameTracking(&before, &after) && Erased(&before) {
		return problem.New(problem.NotRevertible, "The customer of the order was erased, and the tracking with it.",
			"Set the tracking of the order anew with orders.set_tracking.")
	}
	if after.Status != before.Status {
		if unpaid := statusList("pending_payment pending"); after.PaidAt != nil && slices.Contains(unpaid, api.OrderStatus(after.Status)) {
			return problem.New(problem.RevertConflict, fmt.Sprintf("The order is paid, and cannot be %s again.", after.Status), "")
		}
		after.UpdatedAt = tx.After(before.UpdatedAt)
		return writeMove(ctx, tx, &before, &after, nil)
	}
	return writeTracking(ctx, tx, &before, &after)
}

func auditPlaced(tx *store.Tx, o *db.OrderInsertParams, items *db.OrderItemsInsertParams) error {
	after := placedState{
		state:   state{ID: o.ID.String(), Status: o.Status, Stage: stages[0]},
		Channel: o.Channel, SubtotalOere: o.SubtotalOere, DiscountOere: o.DiscountOere, ShippingOere: o.ShippingOere,
		TotalOere: o.TotalOere, DiscountCode: o.DiscountCode,
	}
	for i, product := range items.ProductIds {
		after.Items = append(after.Items, placedItem{product.String(), items.VariantIds[i], items.Quantities[i], items.UnitPricesOere[i]})
	}
	return auditOrder(tx, after.ID, nil, after)
}

func auditMove(tx *store.Tx, before, after *db.Order, restocked int64) error {
	from, to := movedState{state: stateOf(before)}, movedState{state: stateOf(after), RestockedPieces: &restocked}
	if !sameTracking(before, after) {
		from.trackingState, to.trackingState = new(trackingOf(before)), new(trackingOf(after))
	}
	return auditOrder(tx, before.ID.String(), from, to)
}

func auditNote(tx *store.Tx, order uuid.UUID, before int64, note uuid.UUID) error {
	id := order.String()
	return auditOrder(tx, id, notedState{ID: id, Notes: before}, notedState{ID: id, Notes: before + 1, NoteID: &note})
}

func auditOrder(tx *store.Tx, id string, before, after any) error {
	return tx.Audit(store.AuditEntry{EntityType: "order", EntityID: id, Before: before, After: after, Whole: true})
}

// state is an order in the audit: its status, and nothing about the person who
// ordered.
type state struct {
	ID           string     `json:"id"`
	Status       string     `json:"status"`
	Stage        string     `json:"stage"`
	PaidAt       *wire.Time `json:"paidAt"`
	RefundedAt   *wire.Time `json:"refundedAt"`
	DisputedAt   *wire.Time `json:"disputedAt"`
	RefundedOere int64      `json:"refundedOere"`
}

func stateOf(o *db.Order) state {
	return state{
		ID: o.ID.String(), Status: o.Status, Stage: o.Stage, RefundedOere: o.RefundedOere,
		PaidAt: wire.TimeOrNil(o.PaidAt), RefundedAt: wire.TimeOrNil(o.RefundedAt), DisputedAt: wire.TimeOrNil(o.DisputedAt),
	}
}

// movedState is an order before and after a move.
type movedState struct {
	state
	*trackingState         // nil when the move brings none
	RestockedPieces *int64 `json:"restockedPieces,omitempty"` // given back to the stock by this move
}

// trackedState is an order's tracking.
type trackedState struct {
	ID string `json:"id"`
	trackingState
}

type trackingState struct {
	Carrier         *string    `json:"carrier"`
	TrackingNumber  *string    `json:"trackingNumber"`
	TrackingURL     *string    `json:"trackingUrl"`
	EstDeliveryFrom *wire.Time `json:"estDeliveryFrom"`
	EstDeliveryTo   *wire.Time `json:"estDeliveryTo"`
}

func trackingOf(o *db.Order) trackingState {
	return trackingState{
		Carrier: o.Carrier, TrackingNumber: o.TrackingNumber, TrackingURL: o.TrackingUrl,
		EstDeliveryFrom: wire.TimeOrNil(o.EstDeliveryFrom), EstDeliveryTo: wire.TimeOrNil(o.EstDeliveryTo),
	}
}

// notedState is an order with a number of notes.
type notedState struct {
	ID     string     `json:"id"`
	Notes  int64      `json:"notes"`
	NoteID *uuid.UUID `json:"noteId,omitempty"` // of the new one
}

// placedState is a new order in the audit.
type placedState struct {
	state
	Channel      string       `json:"channel"`
	SubtotalOere int64        `json:"subtotalOere"`
	DiscountOere int64        `json:"discountOere"`
	ShippingOere int64        `json:"shippingOere"`
	TotalOere    int64        `json:"totalOere"`
	DiscountCode *string      `json:"discountCode"`
	Items        []placedItem `json:"items"`
}

type placedItem struct {
	ProductID     string `json:"productId"`
	VariantID     string `json:"variantId,omitempty"`
	Quantity      int64  `json:"quantity"`
	UnitPriceOere int64  `json:"unitPriceOere"`
}
