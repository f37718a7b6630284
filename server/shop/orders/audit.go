package orders

import (
	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

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

// movedState is an order after a move.
type movedState struct {
	state
	RestockedPieces int64 `json:"restockedPieces"` // given back to the stock by this move
}

// trackedState is an order's tracking.
type trackedState struct {
	ID string `json:"id"`
	tracking
}

type tracking struct {
	Carrier         *string    `json:"carrier"`
	TrackingNumber  *string    `json:"trackingNumber"`
	TrackingURL     *string    `json:"trackingUrl"`
	EstDeliveryFrom *wire.Time `json:"estDeliveryFrom"`
	EstDeliveryTo   *wire.Time `json:"estDeliveryTo"`
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
	Quantity      int64  `json:"quantity"`
	UnitPriceOere int64  `json:"unitPriceOere"`
}

func stateOf(o *db.Order) state {
	return state{
		ID: o.ID.String(), Status: o.Status, Stage: o.Stage, RefundedOere: o.RefundedOere,
		PaidAt: wire.TimeOrNil(o.PaidAt), RefundedAt: wire.TimeOrNil(o.RefundedAt), DisputedAt: wire.TimeOrNil(o.DisputedAt),
	}
}

func trackedOf(o *db.Order) trackedState {
	return trackedState{o.ID.String(), tracking{
		Carrier: o.Carrier, TrackingNumber: o.TrackingNumber, TrackingURL: o.TrackingUrl,
		EstDeliveryFrom: wire.TimeOrNil(o.EstDeliveryFrom), EstDeliveryTo: wire.TimeOrNil(o.EstDeliveryTo),
	}}
}

func auditNote(tx *store.Tx, order uuid.UUID, before int64, note uuid.UUID) error {
	id := order.String()
	return auditOrder(tx, id, notedState{ID: id, Notes: before}, notedState{ID: id, Notes: before + 1, NoteID: &note})
}

func auditMove(tx *store.Tx, before, after *db.Order, restocked int64) error {
	return auditOrder(tx, before.ID.String(), stateOf(before), movedState{stateOf(after), restocked})
}

func auditPlaced(tx *store.Tx, o *db.OrderInsertParams, items *db.OrderItemsInsertParams) error {
	after := placedState{
		state:   state{ID: o.ID.String(), Status: o.Status, Stage: stages[0]},
		Channel: o.Channel, SubtotalOere: o.SubtotalOere, DiscountOere: o.DiscountOere, ShippingOere: o.ShippingOere,
		TotalOere: o.TotalOere, DiscountCode: o.DiscountCode,
	}
	for i, product := range items.ProductIds {
		after.Items = append(after.Items, placedItem{product.String(), items.Quantities[i], items.UnitPricesOere[i]})
	}
	return auditOrder(tx, after.ID, nil, after)
}

func auditOrder(tx *store.Tx, id string, before, after any) error {
	return tx.Audit(store.AuditEntry{EntityType: "order", EntityID: id, Before: before, After: after})
}
