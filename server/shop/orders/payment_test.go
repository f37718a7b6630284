package orders_test

import (
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// What a payment took is given back through it, and while one is open nobody else says that the order is paid. What was paid before may
// go on, whatever the switch says.
func TestPaymentsMoveTheirOrders(t *testing.T) {
	t.Parallel()
	s := newOrderingWith(t, servertest.Options{})
	owner := s.Key(t, "owner")
	paid, open, before := s.place(t, orderDraft()), s.place(t, orderDraft()), s.place(t, orderDraft())
	var begun api.PaymentBegun
	s.OK(t, owner, "payments.create", object{"orderId": paid, "token": "test_success"}, &begun)
	s.Refused(t, s.key, "orders.refund", part(paid, object{"amountOere": 100}), problem.PaymentRequired)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": paid, "status": "refunded"}, problem.PaymentRequired)
	if o := s.get(t, paid); o.Status != api.OrderStatusPaid || o.RefundedAt != nil {
		t.Errorf("the order: %s, refunded %v", o.Status, o.RefundedAt)
	}
	s.OK(t, owner, "payments.create", object{"orderId": open}, &begun)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": open, "status": "paid"}, problem.PaymentOpen)
	s.OK(t, owner, "payments.cancel", object{"paymentId": begun.PaymentId, "confirm": true}, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": open, "status": "paid"}, nil)

	for _, to := range []string{"paid", "flagged_review"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": before, "status": to}, nil)
	}
	s.OK(t, owner, "features.set", object{"key": "manual_payment", "enabled": false, "confirm": true}, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": before, "status": "paid"}, nil)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": s.place(t, orderDraft()), "status": "paid"}, problem.PaymentRequired)
}
