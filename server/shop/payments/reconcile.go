package payments

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Reconciliation is how the books of payments compare with those of their providers.
type Reconciliation struct {
	Since       wire.Time         `json:"since"`
	Until       wire.Time         `json:"until"`
	Agree       bool              `json:"agree"`
	Providers   []ProviderTotals  `json:"providers"`
	Differences []Difference      `json:"differences"`
	Orders      []OrderDifference `json:"orders"`
}

// ProviderTotals are the sums of both books of a provider.
type ProviderTotals struct {
	Provider string `json:"provider"`
	Ours     Totals `json:"ours"`
	Theirs   Totals `json:"theirs"`
}

// Totals are the sums of books.
type Totals struct {
	Captured int64 `json:"captured"` // payments whose money was taken
	Refunded int64 `json:"refunded"` // those of them of which something was given back
	Money
}

func (t *Totals) add(m Money) {
	if m.CapturedOere > 0 {
		t.Captured++
	}
	if m.RefundedOere > 0 {
		t.Refunded++
	}
	t.CapturedOere += m.CapturedOere
	t.RefundedOere += m.RefundedOere
}

// Difference is a payment of which the books differ. One of the two is nil where only the other has it.
type Difference struct {
	Provider  string  `json:"provider"`
	PaymentID *string `json:"paymentId"` // nil where the provider has none beside it
	Reference *string `json:"reference"`
	Ours      *Money  `json:"ours"`
	Theirs    *Money  `json:"theirs"`
}

// OrderDifference is an order that was paid with, or gave back, another amount than its payments, a surplus apart.
type OrderDifference struct {
	OrderID      string `json:"orderId"`
	TotalOere    int64  `json:"totalOere"`
	RefundedOere int64  `json:"refundedOere"`
	Payments     Money  `json:"payments"`
}

// Reconcile compares the payments that were begun since a time with what their providers have of them, and the orders with them. A payment
// that either book has in that time is compared, and counted in both. Of manual payments there are no other books.
func Reconcile(ctx context.Context, st *store.Store, providers Providers, since time.Time) (*Reconciliation, error) {
	until := st.Now()
	names, live := providers.modes()
	elsewhere, err := st.Read().PaymentsTakenElsewhere(ctx, db.PaymentsTakenElsewhereParams{
		Since: since, Providers: append(names, manual, "none"), Live: append(live, Manual{}.Live(), false),
	})
	if err != nil {
		return nil, err
	}
	if len(elsewhere) > 0 {
		return nil, fmt.Errorf("%d payments since %s were taken by the provider %s, which is off here, or in test mode: turn it on as for serve", elsewhere[0].Count, wire.TimeOf(since), elsewhere[0].Provider)
	}
	r := &Reconciliation{Since: wire.TimeOf(since), Until: wire.TimeOf(until), Providers: []ProviderTotals{}, Differences: []Difference{}, Orders: []OrderDifference{}}
	for _, name := range providers.names() {
		if name == manual {
			continue
		}
		c := &comparison{result: r, store: st, provider: providers[name], since: since, until: until, seen: map[uuid.UUID]bool{}, totals: ProviderTotals{Provider: name}}
		if err := c.compare(ctx); err != nil {
			return nil, fmt.Errorf("the payments of the provider %s were not compared: %w", name, err)
		}
		r.Providers = append(r.Providers, c.totals)
	}
	r.Agree = len(r.Differences)+len(r.Orders) == 0
	return r, nil
}

// comparison compares the books of one provider.
type comparison struct {
	result       *Reconciliation
	store        *store.Store
	provider     Provider
	since, until time.Time
	totals       ProviderTotals
	seen         map[uuid.UUID]bool // ours that the provider has
	others       []pair             // which have our id, and another reference than ours
}

type pair struct {
	ours   db.Payment
	theirs Booked
}

// perPage is how many payments are compared at a time.
const perPage = 100

func (c *comparison) compare(ctx context.Context) error {
	page := make([]Booked, 0, perPage)
	for b, err := range c.provider.List(ctx, c.since, c.until) {
		if err != nil {
			return err
		}
		if page = append(page, b); len(page) < perPage {
			continue
		}
		if err := c.match(ctx, page); err != nil {
			return err
		}
		page = page[:0]
	}
	if err := c.match(ctx, page); err != nil {
		return err
	}
	for _, other := range c.others { // after those whose reference is ours: of two for one payment the second is unknown here
		c.pair(&other.ours, &other.theirs)
	}
	return c.readRest(ctx)
}

// match compares payments of the provider with ours, whenever they were begun here.
func (c *comparison) match(ctx context.Context, page []Booked) error {
	ids, references := make([]uuid.UUID, len(page)), make([]string, len(page))
	for i, b := range page {
		ids[i], references[i] = b.Payment, b.Reference
	}
	rows, err := c.store.Read().PaymentsKnown(ctx, db.PaymentsKnownParams{Provider: c.totals.Provider, Ids: ids, Refs: references})
	if err != nil {
		return err
	}
	for _, b := range page {
		is := func(r db.Payment) bool { return wire.OrEmpty(r.Reference) == b.Reference }
		at := slices.IndexFunc(rows, func(r db.Payment) bool { return r.ID == b.Payment })
		if at < 0 {
			at = slices.IndexFunc(rows, is)
		}
		switch {
		case at < 0:
			c.pair(nil, &b)
		case is(rows[at]):
			c.pair(&rows[at], &b)
		default:
			c.others = append(c.others, pair{rows[at], b})
		}
	}
	return nil
}

// readRest reads those of ours from the provider that it has not listed: it may have begun them at another time.
func (c *comparison) readRest(ctx context.Context) error {
	page := db.PaymentsTakenParams{Provider: c.totals.Provider, Livemode: c.provider.Live(), AfterAt: c.since, Until: c.until, MaxRows: perPage}
	for more := true; more; {
		rows, err := c.store.Read().PaymentsTaken(ctx, page)
		if err != nil {
			return err
		}
		var orders []uuid.UUID
		for i := range rows {
			row := &rows[i]
			page.AfterAt, page.AfterID = row.CreatedAt, row.ID
			if !row.Surplus {
				orders = append(orders, row.OrderID)
			}
			if c.seen[row.ID] {
				continue
			}
			theirs, known, err := c.read(ctx, row)
			switch {
			case err != nil:
				return err
			case known:
				c.pair(row, &theirs)
			default:
				c.pair(row, nil)
			}
		}
		if err := c.compareOrders(ctx, orders); err != nil {
			return err
		}
		more = len(rows) == perPage
	}
	return nil
}

// read reads one of ours from the provider; known is false for one that it does not know.
func (c *comparison) read(ctx context.Context, row *db.Payment) (theirs Booked, known bool, err error) {
	if row.Reference == nil { // the provider never said what it calls it
		return theirs, false, nil
	}
	state, err := c.provider.Read(ctx, *row.Reference)
	if errors.Is(err, ErrUnknown) {
		return theirs, false, nil
	}
	return Booked{Payment: row.ID, Reference: *row.Reference, Money: state.Money()}, true, err
}

// pair counts a payment, and keeps it where the books differ. One of the two may be nil.
func (c *comparison) pair(ours *db.Payment, theirs *Booked) {
	if ours != nil && c.seen[ours.ID] {
		ours = nil
	}
	d := Difference{Provider: c.totals.Provider}
	if theirs != nil {
		d.Theirs, d.Reference = &theirs.Money, &theirs.Reference
		if theirs.Payment != uuid.Nil {
			d.PaymentID = new(theirs.Payment.String())
		}
		c.totals.Theirs.add(theirs.Money)
	}
	if ours != nil {
		c.seen[ours.ID] = true
		d.Ours, d.PaymentID = &Money{ours.CapturedOere, ours.RefundedOere}, new(ours.ID.String())
		if theirs == nil {
			d.Reference = ours.Reference
		}
		c.totals.Ours.add(*d.Ours)
	}
	if !same(d.Ours, d.Theirs) {
		c.result.Differences = append(c.result.Differences, d)
	}
}

// compareOrders keeps those of some orders that differ from their payments.
func (c *comparison) compareOrders(ctx context.Context, ids []uuid.UUID) error {
	rows, err := c.store.Read().OrdersUnlikePayments(ctx, ids)
	for _, row := range rows {
		d := OrderDifference{row.ID.String(), row.TotalOere, row.RefundedOere, Money{row.TakenOere, row.BackOere}}
		if !slices.Contains(c.result.Orders, d) { // as one of two payments
			c.result.Orders = append(c.result.Orders, d)
		}
	}
	return err
}
