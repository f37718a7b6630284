package payments_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/testbank"
	"github.com/storefront/storefront/server/test/servertest"
)

// look has a payment read from its provider now.
func (s till) look(t *testing.T, id string) {
	t.Helper()
	s.Execute(t, "UPDATE payments SET looked_at = looked_at - interval '11 minutes' WHERE id = $1", id)
	s.RunJobs(t)
}

// A dispute whose beginning, or whose payment, was not heard of leaves the order where it was when it is won.
func TestADisputeThatIsHeardOfLate(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, begun := s.paidAtPage(t)
	s.Execute(t, "UPDATE test_payments SET dispute = 'open' WHERE payment_id = $1", begun.PaymentId) // no message of that comes
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
}

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

// liar gives the first two payments the same reference.
type liar struct {
	payments.Manual

	mu    sync.Mutex
	begun int
}

func (l *liar) Methods() []payments.Method { return []payments.Method{{Title: "L", Kind: "redirect"}} }

func (l *liar) Begin(_ context.Context, b payments.Begin) (payments.State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.begun++; l.begun > 2 {
		return payments.State{Reference: "L" + b.Payment.String(), Status: payments.RequiresAction, URL: "https://l.example"}, nil
	}
	return payments.State{Reference: "same", Status: payments.RequiresAction, URL: "https://l.example"}, nil
}

// What cannot be recorded of one payment does not keep the others.
func TestOnePaymentDoesNotHoldUpTheOthers(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	p := payments.New(payments.Options{
		Store: s.Store, Log: slog.New(slog.DiscardHandler), Providers: payments.Providers{"stripe": &liar{}}, Returns: func(context.Context, string) bool { return true },
	})
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	s.Execute(t, "UPDATE payment_effects SET due_at = 'infinity'")
	wg.Go(func() { p.Run(ctx) })
	var last api.PaymentsCreateResponseObject
	for range 4 {
		in, cancel := context.WithTimeout(call.With(t.Context(), call.Task("test")), 3*time.Second)
		defer cancel()
		var err error
		if last, err = p.PaymentsCreate(in, api.PaymentsCreateRequestObject{Body: &api.PaymentsCreateRequest{OrderId: s.place(t)}}); err != nil {
			t.Fatal(err)
		}
	}
	if r, ok := last.(api.PaymentsCreate200JSONResponse); !ok || r.Result.Status != api.PaymentStatusRequiresAction {
		t.Errorf("the last payment: %+v", last)
	}
}

// Payments of a provider that is off, however many, keep neither the others from being read nor orders from expiring; and what was never
// begun fails.
func TestAProviderThatIsOff(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	paid := s.begin(t, order, object{"token": "test_success"})
	s.Execute(t, `INSERT INTO payments (id, order_id, provider, status, amount_oere, captured_oere, capture_on, reference, dispute, created_at, updated_at, looked_at)
		SELECT gen_random_uuid(), order_id, 'stripe', 'captured', 1, 1, 'payment', 'pi_' || n, 'open', now(), now(), now() - interval '1 day'
		FROM payments, generate_series(1, 100) n WHERE payments.id = $1`, paid.PaymentId)
	silent := s.begin(t, s.place(t), object{"token": "test_silent"})
	s.Execute(t, "UPDATE payments SET looked_at = looked_at - interval '11 minutes' WHERE id = $1", silent.PaymentId)
	p := payments.New(payments.Options{Store: s.Store, Log: slog.New(slog.DiscardHandler), Providers: payments.Providers{"test": testbank.New(s.Store)}})
	if _, err := p.Look(call.With(t.Context(), call.Task("test"))); err != nil {
		t.Error(err)
	}
	s.becomes(t, silent.PaymentId, "captured")

	for range 100 {
		s.place(t)
	}
	s.Execute(t, `INSERT INTO payments (id, order_id, provider, status, amount_oere, capture_on, reference, created_at, updated_at, looked_at)
		SELECT gen_random_uuid(), id, 'stripe', 'requires_action', 1, 'payment', 'cs_' || id, now(), now(), now() FROM orders WHERE status = 'pending_payment'`)
	last := s.place(t)
	for range 3 {
		if _, err := orders.ExpireUnpaid(call.With(t.Context(), call.Task("test")), s.Store, time.Nanosecond); err != nil {
			t.Fatal(err)
		}
	}
	s.wantOrder(t, last, "cancelled", false)

	order, soon, asked := s.place(t), s.place(t), s.place(t) // what has waited for long no process can begin
	s.Execute(t, `WITH made AS (INSERT INTO payments (id, order_id, provider, status, amount_oere, capture_on, created_at, updated_at, looked_at)
		SELECT gen_random_uuid(), unnest(ARRAY[$1, $2, $3]::uuid[]), 'stripe', 'created', 1, 'payment', now(), now(), now()
		RETURNING id, order_id) INSERT INTO payment_effects (payment_id, kind, due_at, attempts)
		SELECT id, 'begin', CASE order_id WHEN $2 THEN now() ELSE now() - interval '11 minutes' END, CASE order_id WHEN $3 THEN 1 ELSE 0 END FROM made`, order, soon, asked)
	servertest.Eventually(t, 20*time.Second, func() bool {
		return s.count(t, "SELECT count(*) FROM payments WHERE order_id = $1 AND status = 'failed'", order) == 1
	})
	servertest.Eventually(t, 20*time.Second, func() bool {
		return s.count(t, "SELECT count(*) FROM payment_effects e JOIN payments p ON p.id = e.payment_id WHERE p.order_id = $1 AND e.attempts > 1 AND e.error IS NOT NULL", asked) == 1
	})
	if n := s.count(t, "SELECT count(*) FROM payments WHERE order_id = ANY ($1::uuid[]) AND status = 'created'", []string{soon, asked}); n != 2 {
		t.Error("what a process may begin that has the provider on, or may have begun, was ended")
	}
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

// What a lost dispute has taken cannot be given back at the page of the provider.
func TestThePageRefusesNothingWithAFault(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	begun := s.begin(t, s.place(t), nil)
	for _, action := range []string{"refund", "win", "pay", "dispute", "lose", "refund", "decline", "pay"} {
		s.at(t, begun.Url, action)
	}
	s.becomes(t, begun.PaymentId, "refunded")
}

// An order that has waited too long is paid no more.
func TestTooLateToBegin(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.UnpaidExpiry = config.Period(24 * time.Hour) }})
	order := s.place(t)
	s.Execute(t, "UPDATE orders SET created_at = created_at - interval '25 hours'")
	s.Refused(t, s.key, "payments.create", object{"orderId": order}, problem.PaymentState)
}

// The words that people write about payments are those of a person: seen with payments:read, and gone after the erasure.
func TestWhatIsSaidOfPaymentsIsForgotten(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	begun := s.begin(t, s.place(t), object{"returnUrl": s.URL + "/tak?who=zqreturn"})
	s.at(t, begun.Url, "pay")
	s.becomes(t, begun.PaymentId, "captured")
	s.OK(t, s.key, "payments.refund", servertest.With(back(begun.PaymentId, object{"amountOere": 500}), object{"reason": "zqreason, syg"}), nil)
	by := s.begin(t, s.place(t), object{"provider": "manual"})
	s.OK(t, s.key, "payments.confirm_manual", object{"paymentId": by.PaymentId, "reference": "FIK 71", "reason": "zqconfirm", "confirm": true}, nil)
	open := s.place(t)
	s.begin(t, open, nil)
	words := []string{"zqreturn", "zqreason", "zqconfirm"}
	auditor := s.Key(t, "audit:read")
	var list struct{ Items []struct{ ID, Tool string } }
	s.OK(t, auditor, "audit.list", object{"toolPrefix": "payments."}, &list)
	if len(list.Items) < 5 {
		t.Errorf("%d entries", len(list.Items))
	}
	for _, i := range list.Items {
		body := string(s.OK(t, auditor, "audit.get", object{"auditLogId": i.ID}, nil).Body)
		for _, word := range words {
			if strings.Contains(body, word) {
				t.Errorf("audit:read alone sees %s of %s", word, i.Tool)
			}
		}
	}
	eraser := s.Key(t, "customer:read,settings:write")
	refused := s.Refused(t, eraser, "customer.erase", object{"email": "freja@example.com", "confirm": true}, problem.OpenOrders)
	if !strings.Contains(strings.Join(refused.OrderIDs, " "), open) {
		t.Errorf("the order with an open payment is not open: %v", refused.OrderIDs)
	}
	var erased api.CustomerErased
	s.OK(t, eraser, "customer.erase", object{"email": "freja@example.com", "confirm": true, "force": true}, &erased)
	if erased.PaymentsKept != 3 {
		t.Errorf("%d payments were kept", erased.PaymentsKept)
	}
	for _, word := range words {
		if held := s.Holding(t, word); held != nil {
			t.Errorf("after the erasure %v have %s", held, word)
		}
	}
	s.at(t, begun.Url, "dispute")
	servertest.Eventually(t, 20*time.Second, func() bool { return s.count(t, "SELECT count(*) FROM payments WHERE dispute = 'open'") == 1 })
	if n := s.count(t, "SELECT count(*) FROM payments WHERE reference IS NOT NULL AND amount_oere > 0 AND url IS NULL AND method IS NULL"); n != 3 {
		t.Errorf("%d payments are as the books need them", n)
	}
}

// waits writes a payment whose provider is to be asked when it is due, as a process leaves it that was killed after some attempts.
func (s till) waits(t *testing.T, order string, attempts int) (id string) {
	t.Helper()
	id = uuid.Must(uuid.NewV7()).String()
	s.Execute(t, `WITH made AS (INSERT INTO payments (id, order_id, provider, status, amount_oere, capture_on, created_at, updated_at, looked_at)
		VALUES ($1, $2, 'test', 'created', $3, 'payment', now(), now(), now()) RETURNING id)
		INSERT INTO payment_effects (payment_id, kind, due_at, attempts) SELECT id, 'begin', now() + interval '1 hour', $4 FROM made`, id, order, total, attempts)
	return id
}

// end has a payment ended whose provider was not asked yet, or has not answered, and then has the provider asked.
func (s till) end(t *testing.T, id string) {
	t.Helper()
	s.Refused(t, s.key, "payments.cancel", object{"paymentId": id, "confirm": true}, problem.ProviderUnavailable)
	s.Execute(t, "UPDATE payment_effects SET due_at = now() WHERE payment_id = $1", id)
}

// A payment that is ended before its provider was asked is not begun; one that was begun all the same gives its money back, whatever the
// setting, and is not the order's.
func TestEndedBeforeItWasBegun(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.CallTimeout = 2 * time.Second }})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"refundLatePayments": false}}, nil)
	order := s.place(t)
	id := s.waits(t, order, 0)
	s.end(t, id)
	s.becomes(t, id, "cancelled")
	s.wantOrder(t, order, "pending_payment", false)
	if n := s.count(t, "SELECT count(*) FROM test_payments"); n != 0 {
		t.Error("the provider was asked")
	}

	id = s.waits(t, order, 0)
	commit := s.Meanwhile(t, "SELECT FROM orders WHERE id = $1 FOR UPDATE", order) // what was decided cannot be recorded at once
	s.Execute(t, "INSERT INTO payment_effects (payment_id, kind) VALUES ($1, 'cancel')", id)
	s.Execute(t, "UPDATE payment_effects SET due_at = now() WHERE payment_id = $1", id)
	servertest.Eventually(t, 20*time.Second, func() bool {
		return s.count(t, "SELECT count(*) FROM payment_effects WHERE payment_id = $1 AND error IS NOT NULL", id) > 0
	})
	commit()
	s.becomes(t, id, "cancelled")
	if n := s.count(t, "SELECT count(*) FROM test_payments"); n != 0 {
		t.Error("the provider was asked after all")
	}

	id = s.waits(t, order, 1)
	s.Execute(t, `INSERT INTO test_payments (reference, payment_id, key, page, status, amount_oere, automatic, messages, created_at)
		SELECT 'taken', payment_id, key::text, 'page', 'captured', $2, true, 'once', now() FROM payment_effects WHERE payment_id = $1`, id, total)
	s.end(t, id)
	if p := s.becomes(t, id, "refunded"); !p.Surplus || p.RefundedOere != total || !strings.Contains(p.Refunds[0].Reason, "was ended") {
		t.Errorf("the payment: %+v", p)
	}
	s.wantOrder(t, order, "pending_payment", false)
	s.heard(t)
	if r := s.reconcile(t); !r.Agree {
		t.Errorf("the books: %+v", r)
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

	for _, at := range []string{"processing", "shipped"} {
		begun = s.begin(t, order, object{"token": "test_success"})
		s.Execute(t, "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", begun.PaymentId) // after some days
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

// A refusal stays one when the call is repeated with its Idempotency-Key.
func TestARepetitionOfARefusal(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, object{"token": "test_success"})
	s.Execute(t, "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", begun.PaymentId)
	for tool, body := range map[string]string{
		"payments.capture": `{"paymentId": "` + begun.PaymentId + `", "confirm": true}`,
		"payments.create":  `{"orderId": "` + s.place(t) + `", "token": "no_such_token"}`,
	} {
		for range 2 {
			r := s.Request(t, s.key, tool, []byte(body))
			r.Header.Set("Idempotency-Key", "k")
			if reply := s.Do(t, tool, r); reply.Status != http.StatusBadGateway || strings.Contains(string(reply.Body), "no_such_token") {
				t.Errorf("%s: %d %s", tool, reply.Status, reply.Body)
			}
		}
	}
}

// unasked is a provider that has gone live, and knows nothing of what was begun in test mode.
type unasked struct{ payments.Provider }

func (unasked) Live() bool { return true }

// What was begun in test mode a shop that has gone live ends without asking the provider.
func TestWhatWasBegunInTestMode(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	open, paid := s.place(t), s.place(t)
	ids := []string{uuid.NewString(), uuid.NewString()}
	s.Execute(t, `INSERT INTO payments (id, order_id, provider, status, amount_oere, captured_oere, capture_on, reference, created_at, updated_at, looked_at)
		VALUES ($1, $2, 'stripe', 'requires_action', $5, 0, 'payment', 'pi_open', now(), now(), now() - interval '1 day'),
		($3, $4, 'stripe', 'captured', $5, $5, 'payment', 'pi_paid', now(), now(), now())`, ids[0], open, ids[1], paid, total)
	s.Execute(t, "UPDATE orders SET status = 'paid', paid_at = now() WHERE id = $1", paid)
	p := payments.New(payments.Options{Store: s.Store, Log: slog.New(slog.DiscardHandler), Providers: payments.Providers{"stripe": unasked{}}})
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() { p.Run(ctx) })
	if n, err := p.Look(call.With(t.Context(), call.Task("test"))); n != 0 || err != nil {
		t.Errorf("%d were read, %v", n, err)
	}
	s.OK(t, s.key, "payments.cancel", object{"paymentId": ids[0], "confirm": true}, nil)
	s.becomes(t, ids[0], "cancelled")
	s.wantRefund(t, ids[1], object{"amountOere": 100}, "failed", 0, total)
}
