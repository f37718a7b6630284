package orders_test

import (
	"slices"
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

// What a payment moves an order to is offered to nobody: neither as allowed nor by a refusal.
func TestWhatPaymentsMoveIsNotAllowed(t *testing.T) {
	t.Parallel()
	s := newOrderingWith(t, servertest.Options{})
	owner := s.Key(t, "owner")
	paid, open, waiting := s.place(t, orderDraft()), s.place(t, orderDraft()), s.place(t, orderDraft())
	s.OK(t, owner, "settings.update_payments", object{"patch": object{"refundLatePayments": false}}, nil)
	s.OK(t, owner, "payments.create", object{"orderId": paid, "token": "test_success"}, nil)
	s.OK(t, owner, "payments.create", object{"orderId": open}, nil)
	allowed := func(order string, want ...string) {
		t.Helper()
		var now struct{ Allowed []string }
		s.OK(t, s.key, "orders.transitions", object{"orderId": order}, &now)
		p := s.Refused(t, s.key, "orders.update_status", object{"orderId": order, "status": "pending_payment"}, problem.IllegalTransition)
		if !slices.Equal(now.Allowed, want) || p.Allowed == nil || !slices.Equal(*p.Allowed, want) {
			t.Errorf("allowed are %v, and a refusal offers %v, want %v", now.Allowed, p.Allowed, want)
		}
	}
	allowed(paid, "processing", "shipped", "flagged_review", "disputed", "cancelled")
	allowed(open, "flagged_review", "cancelled")
	allowed(waiting, "paid", "flagged_review", "cancelled")
	s.OK(t, owner, "features.set", object{"key": "manual_payment", "enabled": false, "confirm": true}, nil)
	allowed(waiting, "flagged_review", "cancelled")
	s.OK(t, s.key, "orders.update_status", object{"orderId": paid, "status": "cancelled"}, nil)
	allowed(paid)
	p := s.Refused(t, s.key, "orders.update_status", object{"orderId": paid, "status": "shipped"}, problem.IllegalTransition)
	if p.Resolution != "Leave the order as it is: its payment moves it on." {
		t.Errorf("of a cancelled order whose money its payment gives back: %s", p.Resolution)
	}
}
