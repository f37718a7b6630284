package payments_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// paid returns an order that was paid with a token, and its payment.
func (s till) paid(t *testing.T) (order, payment string) {
	t.Helper()
	order = s.place(t)
	payment = s.begin(t, order, object{"token": "test_success"}).PaymentId
	s.wantOrder(t, order, "paid", true)
	return order, payment
}

// paidAtPage returns an order that the buyer has paid at the page, and its payment.
func (s till) paidAtPage(t *testing.T) (order string, begun api.PaymentBegun) {
	t.Helper()
	order = s.place(t)
	begun = s.begin(t, order, nil)
	s.at(t, begun.Url, "pay")
	s.becomes(t, begun.PaymentId, "captured")
	return order, begun
}

// back is a call of payments.refund.
func back(payment string, fields object) object {
	return servertest.With(object{"paymentId": payment, "reason": "Fejl på varen.", "confirm": true}, fields)
}

func (s till) wantRefund(t *testing.T, payment string, fields object, status string, refunded, remaining int64) {
	t.Helper()
	var r api.PaymentRefunded
	s.OK(t, s.key, "payments.refund", back(payment, fields), &r)
	if string(r.Status) != status || r.RefundedOere != refunded || r.RemainingOere != remaining {
		t.Errorf("%v: %+v, want %s, %d, %d", fields, r, status, refunded, remaining)
	}
}

// Refunds by amount and by items move money, and are recorded in the order with their reason, by who asked for them.
func TestRefund(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, payment := s.paid(t)
	o := s.order(t, order)
	cloths := o.Items[slices.IndexFunc(o.Items, func(i api.OrderItem) bool { return i.UnitPriceDkk == 2500 })]
	s.wantRefund(t, payment, object{"items": []object{{"itemId": cloths.Id, "quantity": 1}}, "restock": true}, "succeeded", 2500, total-2500)
	s.wantOrder(t, order, "partial_refund", true)
	if stock := s.Product(t, "klud").Stock; stock != 999 {
		t.Errorf("%d cloths are in stock, want 999", stock)
	}
	s.wantRefund(t, payment, object{"amountOere": 10_013}, "failed", 2500, total-2500) // the provider refuses it, and releases the money
	s.wantRefund(t, payment, object{"amountOere": 10_017}, "pending", 2500, total-2500-10_017)
	s.Refused(t, s.key, "payments.refund", back(payment, object{"amountOere": total - 2500 - 10_016}), problem.RefundExceedsPaid) // what is pending is reserved
	s.Refused(t, s.key, "payments.refund", back(payment, object{"items": []object{{"itemId": cloths.Id, "quantity": 2}}}), problem.RefundExceedsPaid)
	s.wantRefund(t, payment, object{"amountOere": total - 2500 - 10_017}, "succeeded", total-10_017, 0)
	s.wantOrder(t, order, "partial_refund", true)
	s.Execute(t, "UPDATE test_messages SET due_at = now()")
	if p := s.becomes(t, payment, "refunded"); p.RefundedOere != total || len(p.Refunds) != 4 {
		t.Errorf("refunded: %+v", p)
	}
	s.wantOrder(t, order, "refunded", true)
	var shown api.OrdersRefundsResult
	s.OK(t, s.key, "orders.refunds", object{"orderId": order}, &shown)
	if len(shown.Items) != 3 || shown.RefundedOere != total || shown.RemainingOere != 0 {
		t.Errorf("the order: %+v", shown)
	}
	for _, r := range shown.Items {
		if r.ActorName != "owner" || r.Reason == nil || *r.Reason != "Fejl på varen." {
			t.Errorf("recorded by %s for %v", r.ActorName, r.Reason)
		}
	}
}

// What has a captured payment is given back through it alone.
func TestAChargedOrderIsNotRefundedByHand(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, payment := s.paid(t)
	s.Refused(t, s.key, "orders.refund", object{"orderId": order, "amountOere": 100, "reason": "x", "confirm": true}, problem.PaymentRequired)
	for _, status := range []string{"refunded", "partial_refund"} {
		s.Refused(t, s.key, "orders.update_status", object{"orderId": order, "status": status}, problem.PaymentRequired)
	}
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": "cancelled"}, nil)
	s.Refused(t, s.key, "payments.refund", back(payment, object{"amountOere": 100}), problem.IllegalTransition)
	s.wantRefund(t, payment, object{"amountOere": total}, "succeeded", total, 0)
	s.wantOrder(t, order, "refunded", true)
}

// What the owner gives back at the provider itself records itself, once.
func TestARefundAtTheProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	begun := s.begin(t, order, nil)
	s.at(t, begun.Url, "pay_twice")
	s.becomes(t, begun.PaymentId, "captured")
	s.wantRefund(t, begun.PaymentId, object{"amountOere": 900}, "succeeded", 900, total-900)
	s.at(t, begun.Url, "refund")
	s.at(t, begun.Url, "refund")
	p := s.becomes(t, begun.PaymentId, "refunded")
	if len(p.Refunds) != 2 || p.Refunds[0].AmountOere != total-900 || p.RefundedOere != total {
		t.Errorf("refunds: %+v", p.Refunds)
	}
	s.wantOrder(t, order, "refunded", true)
}

// The bank of the buyer may send money back that was given back: the refund has failed, and the order says that it is owed.
func TestARefundThatComesBack(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, begun := s.paidAtPage(t)
	s.wantRefund(t, begun.PaymentId, object{"amountOere": 900}, "succeeded", 900, total-900)
	s.inBooks(t, "WITH back AS (UPDATE test_refunds SET status = 'failed') UPDATE test_payments SET refunded_oere = 0 WHERE payment_id = $1", begun.PaymentId)
	s.at(t, begun.Url, "dispute") // of which a message comes
	p := s.becomes(t, begun.PaymentId, "captured")
	if p.RefundedOere != 0 || len(p.Refunds) != 1 || p.Refunds[0].Status != api.PaymentRefundStatusFailed {
		t.Errorf("the payment: %+v", p)
	}
	var refunds struct{ RefundedOere int64 }
	s.OK(t, s.key, "orders.refunds", object{"orderId": order}, &refunds)
	if refunds.RefundedOere != 900 {
		t.Errorf("the order: %+v", refunds)
	}
	s.heard(t)
	if r := s.reconcile(t); !r.Agree {
		t.Errorf("the books: %+v", r)
	}
	s.at(t, begun.Url, "lose") // the buyer, who has no money back, gets all
	s.becomes(t, begun.PaymentId, "refunded")
	s.wantOrder(t, order, "refunded", true)
	s.heard(t)
	if r := s.reconcile(t); !r.Agree {
		t.Errorf("the books after the dispute: %+v", r)
	}
}

// A dispute stops the order where it is: won, it goes on; lost, the money is gone, and the goods do not come back by that.
func TestDispute(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	for _, one := range []struct{ end, at, want string }{{"win", "shipped", "shipped"}, {"lose", "shipped", "refunded"}, {"lose", "processing", "refunded"}} {
		order, begun := s.paidAtPage(t)
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": one.at}, nil)
		s.at(t, begun.Url, "dispute")
		servertest.Eventually(t, 20*time.Second, func() bool { return s.order(t, order).Status == api.OrderStatusDisputed })
		before := s.Product(t, "rund").Stock
		s.at(t, begun.Url, one.end)
		servertest.Eventually(t, 20*time.Second, func() bool { return string(s.order(t, order).Status) == one.want })
		if o := s.order(t, order); o.DisputedAt == nil || s.Product(t, "rund").Stock != before {
			t.Errorf("%v: disputed at %v, stock %d, was %d", one, o.DisputedAt, s.Product(t, "rund").Stock, before)
		}
	}
}

// What a payment does to an order that keeps its status is a note in the history: no move is.
func TestTheHistoryHasNoMoveThatIsNone(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, nil)
	s.at(t, begun.Url, "pay")
	s.becomes(t, begun.PaymentId, "authorized")
	for _, to := range []string{"processing", "shipped"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": to}, nil)
	}
	s.becomes(t, begun.PaymentId, "captured")
	s.OK(t, s.key, "payments.refund", back(begun.PaymentId, object{"amountOere": total}), nil)
	s.at(t, begun.Url, "dispute")
	servertest.Eventually(t, 20*time.Second, func() bool { return s.order(t, order).DisputedAt != nil })
	var entries []struct {
		From, To, Note *string
		Actor          string
	}
	s.OK(t, s.key, "orders.history", object{"orderId": order}, &entries)
	var notes []string
	for _, e := range entries {
		if e.From == nil && e.To == nil && strings.HasPrefix(e.Actor, "system:payments.") {
			notes = append(notes, *e.Note)
		} else if e.From != nil && *e.From == *e.To {
			t.Errorf("a move from %s to %s", *e.From, *e.To)
		}
	}
	if !slices.Equal(notes, []string{"A payment took the money.", "The buyer disputes the payment."}) {
		t.Errorf("the notes are %q", notes)
	}
}

// A person says that the money of a manual payment has arrived, and gives it back by hand.
func TestManual(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	begun := s.begin(t, order, object{"provider": "manual"})
	if begun.Status != api.PaymentStatusRequiresAction || begun.Url != nil {
		t.Errorf("begun: %+v", begun)
	}
	s.Refused(t, s.key, "orders.update_status", object{"orderId": order, "status": "paid"}, problem.PaymentOpen)
	confirm := object{"paymentId": begun.PaymentId, "reference": "FIK 71-000103", "reason": "Set på kontoen.", "confirm": true}
	s.Refused(t, s.agent, "payments.confirm_manual", confirm, problem.PersonRequired)
	var p api.Payment
	s.OK(t, s.key, "payments.confirm_manual", confirm, &p)
	if p.Status != api.PaymentStatusCaptured || *p.ProviderReference != "FIK 71-000103" {
		t.Errorf("confirmed: %+v", p)
	}
	s.Refused(t, s.key, "payments.confirm_manual", confirm, problem.PaymentState)
	s.wantOrder(t, order, "paid", true)
	s.Refused(t, s.agent, "payments.refund", back(begun.PaymentId, object{"amountOere": 100}), problem.PersonRequired)
	s.wantRefund(t, begun.PaymentId, object{"amountOere": 100}, "succeeded", 100, total-100)

	other := s.begin(t, s.place(t), object{"provider": "manual"}) // two transfers with the same reference
	s.OK(t, s.key, "payments.confirm_manual", servertest.With(confirm, object{"paymentId": other.PaymentId}), nil)
	open := s.begin(t, s.place(t), object{"provider": "manual"})
	s.OK(t, s.key, "payments.cancel", object{"paymentId": open.PaymentId, "confirm": true}, &p)
	if p.Status != api.PaymentStatusCancelled {
		t.Errorf("cancelled: %+v", p)
	}
	test := s.begin(t, s.place(t), nil)
	s.Refused(t, s.key, "payments.confirm_manual", servertest.With(confirm, object{"paymentId": test.PaymentId}), problem.PaymentState)

	cancelled := s.place(t) // a transfer that comes after the order was cancelled is owed
	late := s.begin(t, cancelled, object{"provider": "manual"})
	s.OK(t, s.key, "orders.update_status", object{"orderId": cancelled, "status": "cancelled"}, nil)
	s.becomes(t, late.PaymentId, "cancelled")
	anew := s.place(t)
	ended := s.begin(t, anew, object{"provider": "manual"})
	s.OK(t, s.key, "payments.cancel", object{"paymentId": ended.PaymentId, "confirm": true}, nil)
	s.begin(t, anew, nil) // the buyer may pay at the page too
	s.Refused(t, s.key, "payments.confirm_manual", servertest.With(confirm, object{"paymentId": ended.PaymentId}), problem.PaymentOpen)
	s.OK(t, s.key, "payments.confirm_manual", servertest.With(confirm, object{"paymentId": late.PaymentId}), &p)
	s.wantOrder(t, cancelled, "cancelled", true)
	var refunds api.OrdersRefundsResult
	if s.OK(t, s.key, "orders.refunds", object{"orderId": cancelled}, &refunds); p.Status != api.PaymentStatusCaptured || refunds.RefundOwedOere != total {
		t.Errorf("late: %+v, owed %d", p, refunds.RefundOwedOere)
	}
}

// An order of nothing is paid without a provider.
func TestNothingToPay(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.placeWith(t, &orders.Discount{Code: "X100", Type: api.DiscountTypePercent, Value: 100})
	begun := s.begin(t, order, nil)
	if p := s.payment(t, begun.PaymentId); begun.Status != api.PaymentStatusCaptured || p.Provider != "none" || p.AmountOere != 0 {
		t.Errorf("begun %+v, payment %+v", begun, p)
	}
	s.wantOrder(t, order, "paid", true)
	s.Refused(t, s.key, "payments.refund", back(begun.PaymentId, object{"amountOere": 1}), problem.PaymentState)
}

// Of many calls at once on one payment, or for the last ore of it, the money moves once.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	const many = 200
	order := s.place(t)
	var begun, refused atomic.Int64
	atOnce(many, func() {
		switch r := s.Call(t, s.key, "payments.create", object{"orderId": order, "token": "test_success"}); r.Status {
		case 200:
			begun.Add(1)
		case 409:
			refused.Add(1)
		}
	})
	if begun.Load() != 1 || refused.Load() != many-1 {
		t.Errorf("%d payments were begun, %d refused", begun.Load(), refused.Load())
	}
	var list api.PaymentsListResult
	s.OK(t, s.key, "payments.list", object{"orderId": order}, &list)
	payment := list.Items[0].Id
	s.wantRefund(t, payment, object{"amountOere": total - 1}, "succeeded", total-1, 1)
	var given atomic.Int64
	atOnce(many, func() {
		if s.Call(t, s.key, "payments.refund", back(payment, object{"amountOere": 1})).Status == 200 {
			given.Add(1)
		}
	})
	books := s.count(t, "SELECT coalesce(sum(amount_oere), 0)::bigint FROM test_refunds WHERE status = 'succeeded'")
	if p := s.payment(t, payment); given.Load() != 1 || p.RefundedOere != total || books != total {
		t.Errorf("the last ore was given back %d times; refunded %d, by the books %d", given.Load(), p.RefundedOere, books)
	}
	s.wantOrder(t, order, "refunded", true)
}

func atOnce(n int, fn func()) {
	var wg sync.WaitGroup
	for range n {
		wg.Go(fn)
	}
	wg.Wait()
}

// The limits of a key count what it pays and gives back; a call with a token waits for nobody.
func TestLimitsOfAKey(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	_, narrow := s.Grant(t, auth.Grant{Name: "narrow", Holder: auth.Agent, Scopes: []string{"payments:read", "payments:write"}, Limits: []byte(`{"maxOrderOere":1000,"maxRefundOere":500,"maxRefundOerePerDay":700}`)})
	order := s.place(t)
	s.Refused(t, narrow, "payments.create", object{"orderId": order}, problem.BeyondLimit)
	_, payment := s.paid(t)
	s.OK(t, narrow, "payments.refund", back(payment, object{"amountOere": 400}), nil)
	s.Refused(t, narrow, "payments.refund", back(payment, object{"amountOere": 101}), problem.BeyondLimit) // of the order
	_, other := s.paid(t)
	s.Refused(t, narrow, "payments.refund", back(other, object{"amountOere": 301}), problem.BeyondLimit) // of the day
	s.OK(t, narrow, "payments.refund", back(other, object{"amountOere": 300}), nil)

	_, asks := s.Grant(t, auth.Grant{Name: "asks", Holder: auth.Agent, Scopes: []string{"payments:read", "payments:write"}, Limits: []byte(`{"maxOrderOere":1000,"maxRefundOere":500,"approval":true}`)})
	s.Refused(t, asks, "payments.refund", back(other, object{"amountOere": 600}), problem.ApprovalRequired)
	s.Refused(t, asks, "payments.create", object{"orderId": order}, problem.ApprovalRequired)
	s.Refused(t, asks, "payments.create", object{"orderId": order, "token": "test_success"}, problem.ValidationFailed)
	if n := s.count(t, "SELECT count(*) FROM payments WHERE order_id = $1", order); n != 0 {
		t.Errorf("%d payments were begun", n)
	}
}

// With the switch off, only a payment makes an order paid.
func TestManualPaymentSwitchedOff(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	s.OK(t, s.key, "features.set", object{"key": "manual_payment", "enabled": false, "confirm": true}, nil)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": order, "status": "paid"}, problem.PaymentRequired)
	s.begin(t, order, object{"token": "test_success"})
	s.wantOrder(t, order, "paid", true)

	held := s.place(t)
	s.OK(t, s.key, "orders.update_status", object{"orderId": held, "status": "flagged_review"}, nil)
	s.Refused(t, s.key, "orders.update_status", object{"orderId": held, "status": "paid"}, problem.PaymentRequired)
	s.begin(t, held, object{"token": "test_success"}) // as the refusal says
	s.wantOrder(t, held, "flagged_review", true)
	s.OK(t, s.key, "orders.update_status", object{"orderId": held, "status": "paid"}, nil)
}

// A dispute whose beginning, or whose payment, was not heard of leaves the order where it was when it is won.
func TestADisputeThatIsHeardOfLate(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, begun := s.paidAtPage(t)
	s.inBooks(t, "UPDATE test_payments SET dispute = 'open' WHERE payment_id = $1", begun.PaymentId) // no message of that comes
	s.at(t, begun.Url, "win")
	servertest.Eventually(t, 20*time.Second, func() bool {
		p := s.payment(t, begun.PaymentId)
		return p.Dispute != nil && *p.Dispute == "won"
	})
	if o := s.wantOrder(t, order, "paid", true); o.DisputedAt == nil {
		t.Error("the order does not say that it was disputed")
	}

	order = s.place(t)
	begun = s.begin(t, order, nil)
	s.at(t, begun.Url, "pay_silent")
	s.at(t, begun.Url, "dispute")
	s.look(t, begun.PaymentId)
	s.wantOrder(t, order, "disputed", true)
	s.at(t, begun.Url, "win")
	s.look(t, begun.PaymentId)
	s.wantOrder(t, order, "paid", true)

	order, begun = s.paidAtPage(t)
	for _, to := range []string{"processing", "disputed"} { // somebody has heard of it elsewhere
		s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": to}, nil)
	}
	s.at(t, begun.Url, "dispute")
	s.at(t, begun.Url, "win")
	servertest.Eventually(t, 20*time.Second, func() bool { return s.order(t, order).Status == api.OrderStatusProcessing })
}

// A surplus is given back as money alone, within the limits of the key, and refused refunds leave it.
func TestRefundsThatCannotBe(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"refundLatePayments": false}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, nil)
	s.Execute(t, "UPDATE orders SET paid_at = now(), status = 'paid' WHERE id = $1", order)
	s.at(t, begun.Url, "pay")
	if p := s.becomes(t, begun.PaymentId, "captured"); !p.Surplus {
		t.Errorf("no surplus: %+v", p)
	}
	s.wantFailed(t, 1)
	items := []object{{"itemId": s.order(t, order).Items[0].Id, "quantity": 1}}
	for _, fields := range []object{{}, {"items": items}, {"amountOere": 5, "restock": true}} {
		s.Refused(t, s.key, "payments.refund", back(begun.PaymentId, fields), problem.ValidationFailed)
	}
	_, limited := s.Grant(t, auth.Grant{Name: "limited", Scopes: strings.Split(scopes, ","), Limits: []byte(`{"maxRefundOere": 1000}`)})
	s.OK(t, limited, "payments.refund", back(begun.PaymentId, object{"amountOere": 1000}), nil)
	s.Refused(t, limited, "payments.refund", back(begun.PaymentId, object{"amountOere": 1}), problem.BeyondLimit)
	s.Execute(t, `INSERT INTO payment_refunds (id, payment_id, order_id, at, amount_oere, reason, actor, status)
		SELECT gen_random_uuid(), id, order_id, now(), 1, 'x', 'x', 'failed' FROM payments, generate_series(1, 100) WHERE id = $1`, begun.PaymentId)
	s.wantRefund(t, begun.PaymentId, object{"amountOere": total - 1000}, "succeeded", total, 0)
	s.wantFailed(t, 0)
	s.Refused(t, s.key, "payments.refund", back(begun.PaymentId, object{"amountOere": 5}), problem.RefundExceedsPaid)

	order = s.placeWith(t, &orders.Discount{Code: "ALT", Type: api.DiscountTypeFixed, Value: total - 1})
	begun = s.begin(t, order, object{"token": "test_success"})
	s.Refused(t, s.key, "payments.refund", back(begun.PaymentId, object{"items": []object{{"itemId": s.order(t, order).Items[1].Id, "quantity": 1}}}), problem.ValidationFailed)
}
