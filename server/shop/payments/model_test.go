package payments_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/test/servertest"
)

// far is a provider whose books are the model of the money. Its calls fail at random before or after they have done something, and its
// messages are sent when the test wants it.
type far struct {
	mu       sync.Mutex
	rand     *rand.Rand
	books    map[string]*account
	keys     map[string]bool // calls that were carried out
	messages []string        // references, of things that have happened
	calm     bool            // no call fails any more
}

type account struct {
	payment  uuid.UUID
	status   payments.Status
	amount   int64
	later    bool
	refunds  []payments.RefundState
	dispute  string
	disputed int64 // what the open dispute is about
	lost     int64 // what disputes have taken
}

// left is what can still be given back: what is pending cannot be given back again.
func (a *account) left() int64 {
	return a.amount - sumOf(a.refunds) - a.lost
}

func (a *account) refunded() (sum int64) {
	for _, r := range a.refunds {
		if r.Status == "succeeded" {
			sum += r.AmountOere
		}
	}
	return sum + a.lost
}

var errFar = errors.New("the line broke")

// once carries something out once for a key, and loses the call or the answer now and then.
func (f *far) once(key string, fn func() (*account, error)) (payments.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.calm && f.rand.IntN(8) == 0 {
		return payments.State{}, errFar
	}
	a, err := fn()
	if err != nil {
		return payments.State{}, err
	}
	f.keys[key] = true
	reference := f.reference(a)
	f.messages = append(f.messages, reference)
	if !f.calm && f.rand.IntN(8) == 0 {
		return payments.State{}, errFar
	}
	return a.state(reference), nil
}

func (f *far) reference(a *account) string { return "far_" + a.payment.String() }

func (a *account) state(reference string) payments.State {
	s := payments.State{Reference: reference, Status: a.status, Refunds: slices.Clone(a.refunds), Dispute: a.dispute, LostOere: a.lost}
	if a.status == payments.Captured {
		s.AmountOere = a.amount
	}
	if a.status == payments.RequiresAction {
		s.URL = "https://far.example/" + reference
	}
	return s
}

func (f *far) Methods() []payments.Method {
	return []payments.Method{{Title: "Far", Kind: "redirect"}, {Title: "Far", Kind: "token"}}
}
func (f *far) Live() bool { return false }

func (f *far) Begin(_ context.Context, b payments.Begin) (payments.State, error) {
	return f.once(b.Key, func() (*account, error) {
		reference := "far_" + b.Payment.String()
		if f.books[reference] == nil {
			f.books[reference] = &account{payment: b.Payment, status: payments.RequiresAction, amount: b.AmountOere, later: b.CaptureLater}
		}
		return f.books[reference], nil
	})
}

func (f *far) Read(_ context.Context, reference string) (payments.State, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.calm && f.rand.IntN(8) == 0 {
		return payments.State{}, errFar
	}
	return f.books[reference].state(reference), nil
}

func (f *far) List(context.Context, time.Time, time.Time) iter.Seq2[payments.Booked, error] {
	return func(yield func(payments.Booked, error) bool) {
		f.mu.Lock()
		defer f.mu.Unlock()
		for reference, a := range f.books {
			state := a.state(reference)
			if a.status == payments.Captured && !yield(payments.Booked{Payment: a.payment, Reference: reference, Money: state.Money()}, nil) {
				return
			}
		}
	}
}

func (f *far) Capture(_ context.Context, reference, key string) (payments.State, error) {
	return f.once(key, func() (*account, error) {
		a := f.books[reference]
		if a.status != payments.Authorized && a.status != payments.Captured {
			return nil, &payments.Refused{Reason: "Nothing is reserved."}
		}
		a.status = payments.Captured
		return a, nil
	})
}

func (f *far) Cancel(_ context.Context, reference, key string) (payments.State, error) {
	return f.once(key, func() (*account, error) {
		a := f.books[reference]
		if a.status == payments.Captured {
			return nil, &payments.Refused{Reason: "It was taken."}
		}
		if a.status != payments.Failed {
			a.status = payments.Cancelled
		}
		return a, nil
	})
}

func (f *far) Refund(_ context.Context, reference string, r payments.Refund, key string) (payments.State, error) {
	return f.once(key, func() (*account, error) {
		a := f.books[reference]
		switch {
		case f.keys[key]:
		case a.status != payments.Captured || r.AmountOere > a.left() || f.rand.IntN(5) == 0:
			return nil, &payments.Refused{Reason: "Not that much."}
		default:
			status := "succeeded"
			if !f.calm && f.rand.IntN(3) == 0 {
				status = "pending"
			}
			a.refunds = append(a.refunds, payments.RefundState{ID: r.ID, Reference: "re_" + key, AmountOere: r.AmountOere, Status: status})
		}
		return a, nil
	})
}

func (f *far) Message(_ http.Header, body []byte, _ time.Time) (m payments.Message, err error) {
	return m, json.Unmarshal(body, &m)
}

// happen has something happen at the provider to one payment.
func (f *far) happen() {
	f.mu.Lock()
	defer f.mu.Unlock()
	references := make([]string, 0, len(f.books))
	for r := range f.books {
		references = append(references, r)
	}
	if len(references) == 0 {
		return
	}
	slices.Sort(references)
	reference := references[f.rand.IntN(len(references))]
	a := f.books[reference]
	switch n := f.rand.IntN(10); {
	case n < 5 && a.status == payments.RequiresAction:
		a.status = payments.Captured
		if a.later {
			a.status = payments.Authorized
		}
	case n == 5 && a.status == payments.RequiresAction:
		a.status = []payments.Status{payments.Failed, payments.Expired}[f.rand.IntN(2)]
	case n == 6 && a.status == payments.Captured && a.left() > 0 && a.dispute != "open":
		a.refunds = append(a.refunds, payments.RefundState{Reference: "dash_" + reference + fmt.Sprint(len(a.refunds)), AmountOere: 1 + f.rand.Int64N(a.left()), Status: "succeeded"})
	case n == 7 && a.status == payments.Captured && a.dispute != "open" && a.refunded() < a.amount:
		a.dispute, a.disputed = "open", 1+f.rand.Int64N(a.amount-a.refunded())
	case n == 8 && a.dispute == "open":
		a.dispute = []string{"won", "lost"}[f.rand.IntN(2)]
		if a.dispute == "lost" {
			a.lost += min(a.disputed, a.left())
		}
	case n == 9:
		for i := range a.refunds {
			if a.refunds[i].Status == "pending" {
				a.refunds[i].Status = []string{"succeeded", "failed"}[f.rand.IntN(2)]
			}
		}
	default:
		return
	}
	f.messages = append(f.messages, reference)
}

func sumOf(refunds []payments.RefundState) (sum int64) {
	for _, r := range refunds {
		if r.Status != "failed" {
			sum += r.AmountOere
		}
	}
	return sum
}

// Whatever comes in whatever order, and whichever call is lost: in the end the books here are those of the provider, no ore is given back
// twice, and each piece is in the stock once or with the buyer.
func TestTheBooksAgreeWithTheProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: nil})
	const runs, steps = 20, 25
	for run := range uint64(runs) {
		seed := [2]uint64{run, uint64(time.Now().UnixNano())}
		if !t.Run(fmt.Sprintf("%d-%d", seed[0], seed[1]), func(t *testing.T) { play(t, s, rand.New(rand.NewPCG(seed[0], seed[1])), steps) }) {
			break
		}
	}
}

// play plays one run.
func play(t *testing.T, s till, r *rand.Rand, steps int) {
	var ahead atomic.Int64 // of the schedule, so that what waits is due
	st, err := store.Open(s.DatabaseURL, store.Options{Schedule: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s.Execute(t, "UPDATE orders SET created_at = now() + interval '1 day'") // those of other runs do not expire
	f := &far{rand: rand.New(rand.NewPCG(r.Uint64(), r.Uint64())), books: map[string]*account{}, keys: map[string]bool{}}
	p := payments.New(payments.Options{Store: st, Log: slog.New(slog.DiscardHandler), Providers: payments.Providers{"stripe": f}, Returns: func(context.Context, string) bool { return true }})
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { p.Run(ctx) })
	defer wg.Wait()
	defer stop()
	s.Execute(t, "UPDATE settings SET capture_on = $1, refund_late_payments = $2", []string{"payment", "shipment"}[r.IntN(2)], r.IntN(4) > 0)
	began := st.Now()
	order := s.place(t)
	in := func() context.Context {
		limited, cancel := context.WithTimeout(call.With(t.Context(), call.Task("test")), 1500*time.Millisecond) // calls do not wait for what was lost
		t.Cleanup(cancel)
		return limited
	}
	deliver := func(reference string) error {
		f.mu.Lock()
		a := f.books[reference]
		f.mu.Unlock()
		body, err := json.Marshal(payments.Message{ID: fmt.Sprint(r.Uint64()), Type: "x", Payment: a.payment, Reference: reference})
		if err != nil {
			return err
		}
		return p.Receive(in(), "stripe", nil, body)
	}
	for range steps {
		var list []db.Payment
		if list, err = st.Read().PaymentsOfOrder(t.Context(), allOf(t, order)); err != nil {
			t.Fatal(err)
		}
		switch n := r.IntN(12); {
		case n < 2:
			_, _ = p.PaymentsCreate(in(), api.PaymentsCreateRequestObject{Body: &api.PaymentsCreateRequest{OrderId: order}})
		case n < 6:
			f.happen()
		case n < 8: // any message, again and out of order too
			f.mu.Lock()
			messages := slices.Clone(f.messages)
			f.mu.Unlock()
			if len(messages) > 0 {
				_ = deliver(messages[r.IntN(len(messages))])
			}
		case n == 8 && len(list) > 0:
			amount := 1 + r.Int64N(total)
			_, _ = p.PaymentsRefund(in(), api.PaymentsRefundRequestObject{Body: &api.PaymentsRefundRequest{PaymentId: list[r.IntN(len(list))].ID.String(), AmountOere: &amount, Reason: "x", Restock: new(false)}})
		case n == 9 && len(list) > 0:
			_, _ = p.PaymentsCancel(in(), api.PaymentsCancelRequestObject{Body: &api.PaymentsCancelRequest{PaymentId: list[r.IntN(len(list))].ID.String()}})
		case n == 10:
			to := []api.OrderStatus{"cancelled", "processing", "shipped", "completed", "flagged_review"}[r.IntN(5)]
			id := uuid.MustParse(order)
			_ = st.Write(in(), func(tx *store.Tx) error { return orders.Move(in(), tx, id, to) })
		case n == 11:
			_, _ = orders.ExpireUnpaid(in(), st, time.Nanosecond)
		}
	}
	f.mu.Lock()
	f.calm = true
	for _, a := range f.books {
		for i := range a.refunds {
			if a.refunds[i].Status == "pending" {
				a.refunds[i].Status = "succeeded"
			}
		}
	}
	f.mu.Unlock()
	settled := func() bool { // what was lost is done again, and what was not heard is looked for
		ahead.Add(int64(2 * time.Hour))
		p.Wake()
		s.Execute(t, "UPDATE payments SET looked_at = looked_at - interval '1 hour' WHERE order_id = $1", order)
		if _, err := p.Look(call.With(t.Context(), call.Task("test"))); err != nil {
			t.Error(err)
		}
		return s.count(t, "SELECT count(*) FROM payment_effects e JOIN payments p ON p.id = e.payment_id WHERE p.order_id = $1 AND e.status = 'pending'", order)+
			s.count(t, "SELECT count(*) FROM payment_refunds WHERE order_id = $1 AND status = 'pending'", order) == 0
	}
	servertest.Eventually(t, 60*time.Second, settled)
	f.mu.Lock()
	for reference := range f.books {
		f.messages = append(f.messages, reference)
	}
	last := slices.Clone(f.messages)
	f.mu.Unlock()
	for _, reference := range last { // each was sent at least once in the end
		if err := deliver(reference); err != nil {
			t.Fatal(err)
		}
	}
	servertest.Eventually(t, 60*time.Second, settled)
	books, err := payments.Reconcile(t.Context(), st, payments.Providers{"stripe": f}, began)
	if err != nil {
		t.Fatal(err)
	}
	if !books.Agree {
		t.Errorf("reconciled: %+v", books)
	}
	f.audit(t, s, st, order)
}

func allOf(t *testing.T, order string) db.PaymentsOfOrderParams {
	t.Helper()
	return db.PaymentsOfOrderParams{
		OrderID: uuid.MustParse(order), BeforeAt: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), BeforeID: uuid.Max, MaxRows: 1000,
		Statuses: []string{"created", "requires_action", "authorized", "captured", "partially_refunded", "refunded", "cancelled", "failed", "expired"},
	}
}

// audit compares the books.
func (f *far) audit(t *testing.T, s till, st *store.Store, order string) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	rows, err := st.Read().PaymentsOfOrder(t.Context(), allOf(t, order))
	if err != nil {
		t.Fatal(err)
	}
	var taken, back int64
	for _, row := range rows {
		a := f.books["far_"+row.ID.String()]
		switch {
		case a == nil && row.Status == "cancelled": // before the provider was asked
			continue
		case a == nil:
			t.Errorf("the provider does not know the payment %s, which is %s", row.ID, row.Status)
			continue
		}
		captured := int64(0)
		if a.status == payments.Captured {
			captured = a.amount
		}
		if row.CapturedOere != captured || row.RefundedOere != a.refunded() || a.refunded() > captured {
			t.Errorf("payment %s (%s): %d taken, %d back; the provider has %d, %d (%s %s)", row.ID, row.Status, row.CapturedOere, row.RefundedOere, captured, a.refunded(), a.status, a.dispute)
		}
		if !row.Surplus {
			taken, back = taken+row.CapturedOere, back+row.RefundedOere
		}
	}
	o, err := st.Read().OrderGet(t.Context(), uuid.MustParse(order))
	if err != nil {
		t.Fatal(err)
	}
	if (o.PaidAt != nil) != (taken > 0) || taken > o.TotalOere || o.RefundedOere != back {
		t.Errorf("the order (%s) was paid at %v and has %d back; its payments took %d and gave %d back", o.Status, o.PaidAt, o.RefundedOere, taken, back)
	}
	if o.Status == "pending_payment" && taken > 0 || o.Status == "paid" && taken == 0 || o.Status == "refunded" && back < o.TotalOere {
		t.Errorf("the order is %s; %d was taken, %d given back", o.Status, taken, back)
	}
	const pieces = 3
	lostLast := s.count(t, `SELECT count(*) FROM (SELECT r.dispute FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE r.order_id = $1 AND r.status = 'succeeded'
		AND NOT p.surplus ORDER BY coalesce(r.ended_at, r.at) DESC, r.dispute DESC LIMIT 1) AS newest WHERE dispute`, order) > 0
	gone := s.count(t, "SELECT sum(quantity - restocked_quantity)::bigint FROM order_items WHERE order_id = $1", order)
	if home := o.Status == "cancelled" || o.Status == "refunded" && !lostLast && slices.Contains([]string{"none", "processing"}, o.Stage); home != (gone == 0) || gone != 0 && gone != pieces {
		t.Errorf("%d pieces are gone of an order that is %s (%s)", gone, o.Status, o.Stage)
	}
	if all := s.count(t, "SELECT (SELECT sum(stock) FROM products)::bigint + (SELECT sum(quantity - restocked_quantity) FROM order_items)::bigint"); all != 2000 {
		t.Errorf("%d pieces are in the stock and with buyers, want 2000", all)
	}
}
