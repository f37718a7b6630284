package payments_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A buyer pays at the page of the provider, and its message makes the order paid.
func TestPaidAtThePage(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	begun := s.begin(t, order, nil)
	if begun.Status != api.PaymentStatusRequiresAction || begun.Url == nil {
		t.Fatalf("begun: %+v", begun)
	}
	s.wantOrder(t, order, "pending_payment", false)
	if led := s.at(t, begun.Url, "pay"); s.URL+led != *begun.Url {
		t.Errorf("the buyer is led to %s", led)
	}
	p := s.becomes(t, begun.PaymentId, "captured")
	if p.CapturedOere != total || p.Url != nil || p.Method == nil || *p.Method != "card" || len(p.Messages) != 1 {
		t.Errorf("captured: %+v", p)
	}
	o := s.wantOrder(t, order, "paid", true)
	if o.PaymentMethod == nil || *o.PaymentMethod != "test:card" || o.CardProcessorPaymentIntentId == nil || *o.CardProcessorPaymentIntentId != *p.ProviderReference {
		t.Errorf("the order: %v %v, want test:card and %v", o.PaymentMethod, o.CardProcessorPaymentIntentId, *p.ProviderReference)
	}
}

// What a buyer's agent holds is asked at once; how the provider tells of it makes no difference in the end.
func TestPaidWithAToken(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	for token, status := range map[string]api.PaymentStatus{
		"test_success": api.PaymentStatusCaptured, "test_twice": api.PaymentStatusCaptured, "test_reordered": api.PaymentStatusCaptured,
		"test_late": api.PaymentStatusRequiresAction, "test_silent": api.PaymentStatusRequiresAction,
	} {
		order := s.place(t)
		begun := s.begin(t, order, object{"token": token})
		if begun.Status != status || begun.Url != nil {
			t.Errorf("%s: begun %+v, want %s", token, begun, status)
		}
		if token == "test_silent" || token == "test_late" { // the message never comes, or is not waited for: we look
			s.Execute(t, "UPDATE payments SET looked_at = looked_at - interval '11 minutes' WHERE id = $1", begun.PaymentId)
			s.RunJobs(t)
		}
		if p := s.becomes(t, begun.PaymentId, "captured"); p.CapturedOere != total {
			t.Errorf("%s: %+v", token, p)
		}
		s.wantOrder(t, order, "paid", true)
	}
	if kept := s.count(t, "SELECT count(*) FROM payment_effects WHERE token IS NOT NULL"); kept != 0 {
		t.Errorf("%d tokens are kept", kept)
	}
	if held := s.Holding(t, "test_success"); held != nil {
		t.Errorf("%v have the token", held)
	}
}

// A declined token is a payment that failed, after which another one can be begun.
func TestADeclinedTokenFails(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	begun := s.begin(t, order, object{"token": "test_declined"})
	p := s.payment(t, begun.PaymentId)
	if begun.Status != api.PaymentStatusFailed || p.Failure == nil || *p.Failure != "The card was declined." {
		t.Errorf("begun %+v, payment %+v", begun, p)
	}
	s.wantOrder(t, order, "pending_payment", false)
	confirm := s.begin(t, order, object{"token": "test_confirm"})
	if confirm.Url == nil {
		t.Fatalf("a token that has to be confirmed: %+v", confirm)
	}
	s.at(t, confirm.Url, "decline")
	s.becomes(t, confirm.PaymentId, "failed")
	s.begin(t, order, object{"token": "test_success"})
	s.wantOrder(t, order, "paid", true)
}

// With captureOn shipment the money is reserved, and taken when the order leaves.
func TestCapturedWhenTheOrderIsShipped(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, object{"token": "test_success"})
	if begun.Status != api.PaymentStatusAuthorized {
		t.Fatalf("begun %+v", begun)
	}
	s.wantOrder(t, order, "pending", false)
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": "processing"}, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": "shipped"}, nil)
	s.becomes(t, begun.PaymentId, "captured")
	s.wantOrder(t, order, "shipped", true)

	by := s.place(t) // taken by hand
	other := s.begin(t, by, object{"token": "test_success"})
	var p api.Payment
	s.OK(t, s.key, "payments.capture", object{"paymentId": other.PaymentId, "confirm": true}, &p)
	if p.Status != api.PaymentStatusCaptured || p.CapturedOere != total {
		t.Errorf("captured: %+v", p)
	}
	s.wantOrder(t, by, "paid", true)
	s.Refused(t, s.key, "payments.capture", object{"paymentId": other.PaymentId, "confirm": true}, problem.PaymentState)
	s.Refused(t, s.key, "payments.cancel", object{"paymentId": other.PaymentId, "confirm": true}, problem.PaymentState)
}

// An order that is cancelled ends its payment, and one whose payment is cancelled can be paid anew.
func TestCancelled(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	first := s.begin(t, order, nil)
	s.Refused(t, s.key, "payments.create", object{"orderId": order}, problem.PaymentOpen)
	var p api.Payment
	s.OK(t, s.key, "payments.cancel", object{"paymentId": first.PaymentId, "confirm": true}, &p)
	if p.Status != api.PaymentStatusCancelled || p.Url != nil {
		t.Errorf("cancelled: %+v", p)
	}
	s.at(t, first.Url, "pay") // too late
	second := s.begin(t, order, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": "cancelled"}, nil)
	if p := s.payment(t, second.PaymentId); p.Status != api.PaymentStatusCancelled { // it is waited for
		t.Errorf("with its order: %+v", p)
	}
	s.wantOrder(t, order, "cancelled", false)
	s.Refused(t, s.key, "payments.create", object{"orderId": order}, problem.PaymentState)
	s.Refused(t, s.key, "payments.refund", object{"paymentId": second.PaymentId, "amountOere": 1, "reason": "x", "confirm": true}, problem.PaymentState)
}

// An order does not expire while its payment may still come: its page is closed first. Reserved money keeps it.
func TestExpiry(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.UnpaidExpiry = config.Period(24 * time.Hour) }})
	order, reserved := s.place(t), s.place(t)
	open := s.begin(t, order, nil)
	if open.ExpiresAt == nil || open.ExpiresAt.Sub(s.order(t, order).CreatedAt.Time) != 24*time.Hour {
		t.Errorf("the payment expires at %v", open.ExpiresAt)
	}
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	s.begin(t, reserved, object{"token": "test_success"})
	s.Execute(t, "UPDATE orders SET created_at = created_at - interval '25 hours'")
	s.RunJobs(t)
	s.wantOrder(t, order, "pending_payment", false) // its page is being closed
	s.becomes(t, open.PaymentId, "cancelled")
	s.RunJobs(t)
	s.wantOrder(t, order, "cancelled", false)
	s.wantOrder(t, reserved, "pending", false)
}

// Money that comes for a cancelled order is kept with the payment, and given back unless the owner wants to decide.
func TestLateMoney(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	for _, back := range []bool{true, false} {
		s.OK(t, s.key, "settings.update_payments", object{"patch": object{"refundLatePayments": back}}, nil)
		order := s.place(t)
		begun := s.begin(t, order, object{"token": "test_silent"})
		s.Execute(t, "UPDATE orders SET status = 'cancelled' WHERE id = $1", order) // the race that cancelling loses
		s.becomes(t, begun.PaymentId, map[bool]string{true: "refunded", false: "captured"}[back])
		var refunds api.OrdersRefundsResult
		s.OK(t, s.key, "orders.refunds", object{"orderId": order}, &refunds)
		if back {
			s.wantOrder(t, order, "refunded", true)
		} else if s.wantOrder(t, order, "cancelled", true); refunds.RefundOwedOere != total {
			t.Errorf("owed %d, want %d", refunds.RefundOwedOere, total)
		}
	}
}

// Money for an order that was paid otherwise is a surplus: it goes back, and the order keeps its own.
func TestSurplus(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	first := s.begin(t, order, object{"token": "test_silent"})
	s.Execute(t, "UPDATE payments SET status = 'expired' WHERE id = $1", first.PaymentId) // as its provider said, and it is paid all the same
	s.begin(t, order, object{"token": "test_success"})
	s.wantOrder(t, order, "paid", true)
	s.Execute(t, "UPDATE payments SET status = 'requires_action', looked_at = looked_at - interval '11 minutes' WHERE id = $1", first.PaymentId)
	s.RunJobs(t)
	if p := s.becomes(t, first.PaymentId, "refunded"); p.RefundedOere != total {
		t.Errorf("the surplus: %+v", p)
	}
	s.wantOrder(t, order, "paid", true)
}
