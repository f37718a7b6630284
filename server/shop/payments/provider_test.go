package payments_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/testbank"
	"github.com/storefront/storefront/server/test/servertest"
)

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

	s.Execute(t, "UPDATE payments SET reference = 'pi_asked', status = 'authorized' WHERE order_id = $1", asked)
	id := servertest.One[string](t, s.Server, "SELECT id::text FROM payments WHERE order_id = $1", asked)
	if p := s.Refused(t, s.key, "payments.capture", object{"paymentId": id, "confirm": true}, problem.ProviderUnavailable); !strings.Contains(p.Detail, "is off") {
		t.Errorf("of a provider that is off: %s", p.Detail)
	}
	s.OK(t, s.key, "orders.update_status", object{"orderId": asked, "status": "cancelled"}, nil) // which waits for nothing
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
