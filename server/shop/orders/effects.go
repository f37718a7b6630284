package orders

import (
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// moved returns the order as a legal move at a moment leaves it.
func moved(o db.Order, to api.OrderStatus, at time.Time) db.Order {
	o.Status, o.UpdatedAt = string(to), at
	if rank(o.Status) > rank(o.Stage) {
		o.Stage = o.Status
	}
	switch to {
	case api.OrderStatusPaid:
		o.PaidAt = first(o.PaidAt, at)
	case api.OrderStatusPartialRefund: // how much was given back, orders.refund knows
		o.RefundedAt = first(o.RefundedAt, at)
	case api.OrderStatusRefunded:
		o.RefundedAt = first(o.RefundedAt, at)
		o.RefundedOere = o.TotalOere
	case api.OrderStatusDisputed: // a dispute that reopens was opened then
		o.DisputedAt = first(o.DisputedAt, at)
	}
	return o
}

// givesBackStock tells whether the goods of an order that took a status are
// for sale again: they are when it was called off, and when its money was given
// back before the goods left the house.
func givesBackStock(o *db.Order) bool {
	switch api.OrderStatus(o.Status) {
	case api.OrderStatusCancelled:
		return true
	case api.OrderStatusRefunded:
		return rank(o.Stage) < rank(string(api.OrderStatusShipped))
	}
	return false
}

// first keeps the moment that was set.
func first(set *time.Time, at time.Time) *time.Time {
	if set != nil {
		return set
	}
	return &at
}
