package payments_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/testbank"
	"github.com/storefront/storefront/server/test/servertest"
)

// reconcile compares the books of the last day.
func (s till) reconcile(t *testing.T) *payments.Reconciliation {
	t.Helper()
	return s.reconcileWith(t, payments.Providers{testbank.Name: testbank.New(s.Store), "manual": payments.Manual{}}, 24*time.Hour)
}

func (s till) reconcileWith(t *testing.T, providers payments.Providers, period time.Duration) *payments.Reconciliation {
	t.Helper()
	r, err := payments.Reconcile(t.Context(), s.Store, providers, s.Store.Now().Add(-period))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// wantTotals fails unless the books agree on what was taken and given back.
func wantTotals(t *testing.T, r *payments.Reconciliation, captured, refunded int64, m payments.Money) {
	t.Helper()
	want := payments.Totals{Captured: captured, Refunded: refunded, Money: m}
	if !r.Agree || len(r.Providers) != 1 || r.Providers[0] != (payments.ProviderTotals{Provider: "test", Ours: want, Theirs: want}) {
		t.Errorf("%+v, want %+v in both books", r, want)
	}
}

// Whatever becomes of payments, the books agree in the end.
func TestTheBooksAgree(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	wantTotals(t, s.reconcile(t), 0, 0, payments.Money{})
	s.paid(t)
	s.begin(t, s.place(t), object{"token": "test_declined"})
	s.begin(t, s.place(t), nil) // waits for its buyer
	_, part := s.paid(t)
	s.OK(t, s.key, "payments.refund", object{"paymentId": part, "amountOere": 10_000, "reason": "En ridse.", "confirm": true}, nil)
	s.OK(t, s.key, "payments.refund", object{"paymentId": part, "amountOere": 10_017, "reason": "Venter.", "confirm": true}, nil)
	s.Execute(t, "UPDATE test_messages SET due_at = due_at + interval '1 hour' WHERE type = 'refund.succeeded'") // it is pending for long
	order := s.place(t)
	lost := s.begin(t, order, nil)
	s.at(t, lost.Url, "pay")
	s.becomes(t, lost.PaymentId, "captured")
	s.at(t, lost.Url, "dispute")
	servertest.Eventually(t, 20*time.Second, func() bool { return s.order(t, order).Status == "disputed" })
	wantTotals(t, s.reconcile(t), 3, 1, payments.Money{CapturedOere: 3 * total, RefundedOere: 10_000})
	s.at(t, lost.Url, "lose")
	s.becomes(t, lost.PaymentId, "refunded")
	wantTotals(t, s.reconcile(t), 3, 2, payments.Money{CapturedOere: 3 * total, RefundedOere: total + 10_000})

	_, transfer := s.paid(t)
	s.Execute(t, "UPDATE payments SET provider = 'manual' WHERE id = $1", transfer) // nobody else has books of it
	s.Execute(t, "UPDATE test_payments SET created_at = created_at - interval '3 days' WHERE payment_id = $1", transfer)
	wantTotals(t, s.reconcile(t), 3, 2, payments.Money{CapturedOere: 3 * total, RefundedOere: total + 10_000})
}

// A change in one of the books is found, and what it is.
func TestTheBooksDiffer(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	all := &payments.Money{CapturedOere: total}
	for name, one := range map[string]struct {
		change       string // $1 is the id of the payment
		ours, theirs *payments.Money
		order        bool // it differs from its payments
		noID, noRef  bool // of the difference
	}{
		"not taken here":          {change: "WITH p AS (UPDATE payments SET status = 'failed', captured_oere = 0 WHERE id = $1) UPDATE test_payments SET payment_id = gen_random_uuid() WHERE payment_id = $1", ours: new(payments.Money), theirs: all},
		"for nothing of ours":     {change: "UPDATE payments SET provider = 'manual', reference = NULL WHERE id = $1", theirs: all},
		"made at the provider":    {change: "WITH p AS (UPDATE payments SET provider = 'manual' WHERE id = $1) UPDATE test_payments SET payment_id = '00000000-0000-0000-0000-000000000000' WHERE payment_id = $1", theirs: all, noID: true},
		"not known there":         {change: "DELETE FROM test_payments WHERE payment_id = $1", ours: all},
		"not taken there":         {change: "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", ours: all, theirs: new(payments.Money)},
		"without a reference":     {change: "WITH b AS (DELETE FROM test_payments WHERE payment_id = $1) UPDATE payments SET reference = NULL WHERE id = $1", ours: all, noRef: true},
		"another amount":          {change: "UPDATE test_payments SET amount_oere = amount_oere + 1 WHERE payment_id = $1", ours: all, theirs: &payments.Money{CapturedOere: total + 1}},
		"given back there":        {change: "INSERT INTO test_refunds (reference, payment, key, amount_oere, status) SELECT 'r' || $1, reference, 'k' || $1, 500, 'succeeded' FROM test_payments WHERE payment_id = $1::uuid", ours: all, theirs: &payments.Money{CapturedOere: total, RefundedOere: 500}},
		"given back here":         {change: "UPDATE payments SET refunded_oere = 500 WHERE id = $1", ours: &payments.Money{CapturedOere: total, RefundedOere: 500}, theirs: all, order: true},
		"a dispute lost":          {change: "UPDATE test_payments SET dispute = 'lost' WHERE payment_id = $1", ours: all, theirs: &payments.Money{CapturedOere: total, RefundedOere: total}},
		"surplus, given back":     {change: "UPDATE payments SET refunded_oere = 500, surplus = true WHERE id = $1", ours: &payments.Money{CapturedOere: total, RefundedOere: 500}, theirs: all},
		"an order of another sum": {change: "UPDATE orders SET total_oere = total_oere + 1, subtotal_oere = subtotal_oere + 1 WHERE id = (SELECT order_id FROM payments WHERE id = $1)", ours: all, theirs: all, order: true},
		"an order given back":     {change: "UPDATE orders SET refunded_oere = 500 WHERE id = (SELECT order_id FROM payments WHERE id = $1)", ours: all, theirs: all, order: true},
	} {
		order, id := s.paid(t)
		wantTotals(t, s.reconcile(t), 1, 0, *all)
		s.inBooks(t, one.change, id)
		r := s.reconcile(t)
		if r.Agree || (len(r.Orders) == 1) != one.order || len(r.Orders) > 1 || one.order && r.Orders[0].OrderID != order {
			t.Errorf("%s: %+v", name, r)
		}
		switch differs := one.ours == nil || one.theirs == nil || *one.ours != *one.theirs; {
		case len(r.Differences) > 1 || (len(r.Differences) == 1) != differs:
			t.Errorf("%s: %+v", name, r.Differences)
		case differs:
			d := r.Differences[0]
			if d.Provider != "test" || (d.PaymentID == nil) != one.noID || (d.Reference == nil) != one.noRef || !equal(d.Ours, one.ours) || !equal(d.Theirs, one.theirs) {
				t.Errorf("%s: %+v: %v, %v", name, d, d.Ours, d.Theirs)
			}
		}
		s.Execute(t, "UPDATE payments SET created_at = created_at - interval '2 days'") // those of the others are outside of the period
		s.Execute(t, "UPDATE test_payments SET created_at = created_at - interval '2 days'")
	}
}

func equal(a, b *payments.Money) bool { return a == b || a != nil && b != nil && *a == *b }

// What one of the books has outside of the period is no difference.
func TestTheEdgesOfThePeriod(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	_, here := s.paid(t)
	s.paid(t)
	s.Execute(t, "UPDATE test_payments SET created_at = created_at - interval '25 hours' WHERE payment_id = $1", here)
	_, there := s.paid(t)
	s.Execute(t, "UPDATE payments SET created_at = created_at - interval '25 hours' WHERE id = $1", there)
	wantTotals(t, s.reconcile(t), 3, 0, payments.Money{CapturedOere: 3 * total})
	s.Execute(t, "UPDATE payments SET created_at = created_at - interval '25 hours'")
	s.Execute(t, "UPDATE test_payments SET created_at = created_at - interval '25 hours' WHERE payment_id <> $1", here)
	wantTotals(t, s.reconcile(t), 0, 0, payments.Money{})
}

// Two payments at the provider with one of our ids: that which we call the same is ours, whichever comes first.
func TestTakenTwice(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	_, id := s.paid(t)
	s.heard(t)
	for i, when := range []string{"-", "+"} {
		s.Execute(t, `INSERT INTO test_payments (reference, payment_id, key, page, status, amount_oere, automatic, messages, created_at)
			SELECT 'twice' || $2, payment_id, $2, $2, status, amount_oere, automatic, messages, now() + ($2 || '1 minute')::interval - interval '2 minutes'
			FROM test_payments WHERE payment_id = $1 AND reference LIKE 'test\_%'`, id, when)
		r := s.reconcile(t)
		if len(r.Differences) != i+1 || r.Providers[0].Ours.Captured != 1 || r.Providers[0].Theirs.Captured != int64(i+2) {
			t.Fatalf("%s: %+v", when, r)
		}
		for _, d := range r.Differences {
			if d.Ours != nil || *d.PaymentID != id || !strings.HasPrefix(*d.Reference, "twice") {
				t.Errorf("%s: %+v", when, d)
			}
		}
	}
	s.Execute(t, "DELETE FROM test_payments WHERE reference LIKE 'twice%'")
	s.Execute(t, "UPDATE payments SET reference = NULL WHERE id = $1", id) // the answer was lost: its id is enough
	wantTotals(t, s.reconcile(t), 1, 0, payments.Money{CapturedOere: total})
	s.Execute(t, "UPDATE payments p SET reference = b.reference FROM test_payments b WHERE b.payment_id = p.id")
	s.Execute(t, "UPDATE test_payments SET payment_id = gen_random_uuid()") // and so is what we call it
	wantTotals(t, s.reconcile(t), 1, 0, payments.Money{CapturedOere: total})
}

// Books of several pages are compared to their ends.
func TestManyPayments(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order, _ := s.paid(t)
	const more = 250
	s.Execute(t, `WITH made AS (
			INSERT INTO payments (id, order_id, provider, status, amount_oere, captured_oere, capture_on, surplus, reference, created_at, updated_at, looked_at)
			SELECT gen_random_uuid(), $1, 'test', 'captured', 100, 100, 'payment', true, 'many' || n, now() - interval '1 hour', now(), now() FROM generate_series(1, $2::int) AS n
			RETURNING id, reference, created_at)
		INSERT INTO test_payments (reference, payment_id, key, page, status, amount_oere, automatic, messages, created_at)
		SELECT reference, id, reference, reference, 'captured', 100, true, 'never', created_at FROM made`, order, more)
	wantTotals(t, s.reconcile(t), more+1, 0, payments.Money{CapturedOere: total + more*100})
	s.Execute(t, "DELETE FROM test_payments WHERE reference IN ('many7', 'many77', 'many177')")
	s.Execute(t, "DELETE FROM payments WHERE reference IN ('many9', 'many199')")
	r := s.reconcile(t)
	var found []string
	for _, d := range r.Differences {
		found = append(found, *d.Reference)
	}
	slices.Sort(found)
	if !slices.Equal(found, []string{"many177", "many199", "many7", "many77", "many9"}) || r.Providers[0].Ours.Captured != more-1 || r.Providers[0].Theirs.Captured != more-2 {
		t.Errorf("%v, %+v", found, r.Providers)
	}
}

// broken is a provider that cannot be read.
type broken struct {
	payments.Manual

	listed []payments.Booked
	read   error
}

var errBroken = errors.New("the line is cut")

func (b broken) List(context.Context, time.Time, time.Time) iter.Seq2[payments.Booked, error] {
	return func(yield func(payments.Booked, error) bool) {
		for _, one := range b.listed {
			if !yield(one, nil) {
				return
			}
		}
		if b.read == nil {
			yield(payments.Booked{}, errBroken)
		}
	}
}

func (b broken) Live() bool { return false }

func (b broken) Read(context.Context, string) (payments.State, error) {
	return payments.State{}, b.read
}

// Nothing is called equal that was not read.
func TestAProviderThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	_, id := s.paid(t)
	for name, provider := range map[string]payments.Providers{
		"the list":    {"test": broken{}},
		"its end":     {"test": broken{listed: []payments.Booked{{Payment: uuid.MustParse(id), Money: payments.Money{CapturedOere: total}}}}},
		"one payment": {"test": broken{read: errBroken}},
		"off":         {},
		"another":     {"stripe": broken{}},
	} {
		r, err := payments.Reconcile(t.Context(), s.Store, provider, s.Store.Now().Add(-time.Hour))
		off := name == "off" || name == "another"
		if r != nil || err == nil || errors.Is(err, errBroken) == off || off != strings.Contains(err.Error(), "1 payments since") {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
	if r := s.reconcileWith(t, payments.Providers{"test": broken{read: payments.ErrUnknown}}, time.Hour); len(r.Differences) != 1 {
		t.Errorf("unknown: %+v", r)
	}
}

// gone is the provider test after it has gone live.
type gone struct{ *testbank.Bank }

func (gone) Live() bool { return true }

// The books of test mode are no books of a shop that has gone live; those of real money are asked for in it.
func TestTheBooksOfTheOtherMode(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	_, id := s.paid(t)
	bank := testbank.New(s.Store)
	s.inBooks(t, "UPDATE test_payments SET status = 'failed'") // the list of the live account does not have it
	if r := s.reconcileWith(t, payments.Providers{"test": gone{bank}}, time.Hour); !r.Agree || r.Providers[0].Ours.Captured != 0 {
		t.Errorf("of test mode: %+v", r)
	}
	s.Execute(t, "UPDATE payments SET livemode = true WHERE id = $1", id)
	if r, err := payments.Reconcile(t.Context(), s.Store, payments.Providers{"test": bank}, s.Store.Now().Add(-time.Hour)); err == nil {
		t.Errorf("of real money: %+v", r)
	}
	if r := s.reconcileWith(t, payments.Providers{"test": gone{bank}}, time.Hour); r.Agree || r.Providers[0].Ours.Captured != 1 {
		t.Errorf("of real money, in its mode: %+v", r)
	}
}
