package payments_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// Money that is reserved only after the order has left is taken, and after it was cancelled released.
func TestReservedTooLate(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, nil)
	for _, to := range []string{"flagged_review", "processing", "shipped"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": to}, nil)
	}
	s.at(t, begun.Url, "pay")
	s.becomes(t, begun.PaymentId, "captured")
	s.wantOrder(t, order, "shipped", true)

	codes := s.Key(t, "discounts:write")
	s.OK(t, codes, "discounts.create", object{"code": "TIER", "type": "percent", "value": 10, "usageLimit": 5}, nil)
	s.Execute(t, "UPDATE discounts SET usage_count = 3")
	order = s.placeWith(t, &orders.Discount{Code: "TIER", Type: "percent", Value: 10})
	begun = s.begin(t, order, object{"token": "test_silent"}) // reserved, and we do not know
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": "cancelled"}, nil)
	s.becomes(t, begun.PaymentId, "cancelled")
	s.look(t, begun.PaymentId)
	s.wantOrder(t, order, "cancelled", false)
	if uses := s.count(t, "SELECT usage_count::bigint FROM discounts"); uses != 2 {
		t.Errorf("the code has %d uses, want 2", uses)
	}
	other := s.place(t)
	s.begin(t, other, object{"token": "test_success"})
	p := s.Refused(t, s.key, "orders.update_status", object{"orderId": other, "status": "paid"}, problem.PaymentOpen)
	if !strings.Contains(p.Resolution, "payments.capture") {
		t.Errorf("of reserved money: %s", p.Resolution)
	}
}

// wantFailed fails unless analytics.attention counts so many payments as failed.
func (s till) wantFailed(t *testing.T, want int64) {
	t.Helper()
	var now api.Attention
	if s.OK(t, s.Key(t, "analytics:read"), "analytics.attention", object{}, &now); now.PaymentsFailed != want {
		t.Errorf("%d payments failed, want %d", now.PaymentsFailed, want)
	}
}

// Reserved money has an order be packed. When its provider releases it, or refuses it when the order leaves, that is told until the order is
// paid.
func TestReservedMoneyIsReleased(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, object{"token": "test_success"})
	var toDo []api.OrderSummary
	if s.OK(t, s.key, "orders.list", object{"needsAttention": true}, &toDo); len(toDo) != 1 || strings.Join(toDo[0].Attention, " ") != "not_shipped" {
		t.Errorf("to do: %+v", toDo)
	}
	var now api.Attention
	s.RunJobs(t)
	if s.OK(t, s.Key(t, "analytics:read"), "analytics.attention", object{}, &now); now.Orders.ToShip != 1 {
		t.Errorf("to ship: %+v", now.Orders)
	}
	s.OK(t, s.key, "payments.cancel", object{"paymentId": begun.PaymentId, "confirm": true}, nil)
	s.becomes(t, begun.PaymentId, "cancelled")
	s.wantFailed(t, 0) // it was asked for
	if s.OK(t, s.Key(t, "analytics:read"), "analytics.attention", object{}, &now); now.Orders.ToShip != 0 || now.Orders.Unpaid != 1 {
		t.Errorf("without its money: %+v", now.Orders)
	}

	for _, at := range []string{"processing", "shipped"} {
		begun = s.begin(t, order, object{"token": "test_success"})
		s.inBooks(t, "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", begun.PaymentId) // after some days
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": at}, nil)
		if at == "processing" {
			s.look(t, begun.PaymentId)
		}
		if p := s.becomes(t, begun.PaymentId, "failed"); p.Failure == nil || !strings.Contains(*p.Failure, "released") {
			t.Errorf("the payment: %+v", p)
		}
		s.wantOrder(t, order, at, false)
		s.wantFailed(t, 1)
	}
	refused := s.place(t)
	kept := s.begin(t, refused, object{"token": "test_success"})
	s.OK(t, s.key, "orders.update_status", object{"orderId": refused, "status": "processing"}, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": refused, "status": "shipped"}, nil)
	s.becomes(t, kept.PaymentId, "captured")
	s.Execute(t, "UPDATE payments SET status = 'authorized', captured_oere = 0 WHERE id = $1", kept.PaymentId) // as if it was declined
	s.wantFailed(t, 2)
	s.Execute(t, "UPDATE payments SET status = 'captured', captured_oere = amount_oere WHERE id = $1", kept.PaymentId)
	paid := s.begin(t, order, object{"provider": "manual"})
	s.OK(t, s.key, "payments.confirm_manual", object{"paymentId": paid.PaymentId, "reference": "FIK 71", "reason": "Set på kontoen.", "confirm": true}, nil)
	s.wantOrder(t, order, "shipped", true)
	s.wantFailed(t, 0)
}
