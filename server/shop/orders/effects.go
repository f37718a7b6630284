package orders

import (
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// moved returns the order after a legal move at the given time.
func moved(o db.Order, to api.OrderStatus, at time.Time) db.Order {
	o.Status, o.UpdatedAt = string(to), at
	if rank(o.Status) > rank(o.Stage) {
		o.Stage = o.Status
	}
	switch to {
	case api.OrderStatusPaid:
		o.PaidAt = first(o.PaidAt, at)
	case api.OrderStatusPartialRefund: // orders.refund records how much was refunded
		o.RefundedAt = first(o.RefundedAt, at)
	case api.OrderStatusRefunded:
		o.RefundedAt = first(o.RefundedAt, at)
		o.RefundedOere = o.TotalOere
	case api.OrderStatusDisputed: // a reopened dispute keeps the time of its first opening
		o.DisputedAt = first(o.DisputedAt, at)
	}
	return o
}

// givesBackStock reports whether the goods of an order return to the stock when
// it takes its status: they do when it was cancelled, and when it was refunded
// before it was shipped.
func givesBackStock(o *db.Order) bool {
	switch api.OrderStatus(o.Status) {
	case api.OrderStatusCancelled:
		return true
	case api.OrderStatusRefunded:
		return rank(o.Stage) < rank(string(api.OrderStatusShipped))
	}
	return false
}

// first returns set, or at when set is nil.
func first(set *time.Time, at time.Time) *time.Time {
	if set != nil {
		return set
	}
	return &at
}
