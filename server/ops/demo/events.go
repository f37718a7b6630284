package demo

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
)

// event is something that has happened to an order since it was placed.
type event struct {
	after span
	tool  string
	name  string         // unique among the events of the order with the same tool
	args  map[string]any // of the call, besides the id of the order
	run   func(ctx context.Context, tx *store.Tx) error
}

// events returns what has happened to the order, oldest first.
func (o *order) events() (all []event) {
	for _, m := range o.Moves {
		all = append(all, event{m.After, "orders.update_status", string(m.To), map[string]any{"status": m.To},
			func(ctx context.Context, tx *store.Tx) error { return orders.Move(ctx, tx, o.ID, m.To) }})
	}
	for _, t := range o.Tracking {
		all = append(all, event{t.After, "orders.set_tracking", t.TrackingNumber,
			map[string]any{"carrier": t.Carrier, "trackingNumber": t.TrackingNumber, "trackingUrl": t.TrackingURL},
			func(ctx context.Context, tx *store.Tx) error {
				return orders.Track(ctx, tx, o.ID, orders.Tracking{Carrier: t.Carrier, Number: t.TrackingNumber, URL: &t.TrackingURL})
			}})
	}
	for _, n := range o.Notes {
		all = append(all, event{n.After, "orders.add_note", time.Duration(n.After).String(), map[string]any{"text": n.Text},
			func(ctx context.Context, tx *store.Tx) error {
				_, err := orders.AddNote(ctx, tx, o.ID, n.Text)
				return err
			}})
	}
	for _, r := range o.Refunds {
		all = append(all, event{r.After, "orders.refund", time.Duration(r.After).String(),
			map[string]any{"amountOere": r.AmountOere, "reason": r.Reason, "confirm": true},
			func(ctx context.Context, tx *store.Tx) error {
				_, err := orders.RecordRefund(ctx, tx, o.ID, orders.Refund{AmountOere: r.AmountOere, Reason: r.Reason})
				return err
			}})
	}
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.after, b.after) })
	return all
}
