package orders

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// OrdersUpdateStatus moves an order to another status.
func (h Orders) OrdersUpdateStatus(ctx context.Context, req api.OrdersUpdateStatusRequestObject) (api.OrdersUpdateStatusResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	parcel, err := parcelOf(req.Body)
	if err != nil {
		return nil, err
	}
	answer, err := store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersUpdateStatusResponseObject, error) {
		order, err := moveWith(ctx, tx, id, move{expected: req.Body.ExpectedStatus, to: req.Body.Status, parcel: parcel, barred: h.barred})
		if err != nil {
			return nil, err
		}
		if err := h.refuseOfPayments(ctx, tx, &order); err != nil {
			return nil, err
		}
		result := api.OrdersUpdateStatusResult{Id: id.String(), Status: req.Body.Status}
		if req.Body.Status == api.OrderStatusCancelled {
			result.RefundOwedOere = new(factsOf(&order).owed())
		}
		return api.OrdersUpdateStatus200JSONResponse{Ok: true, Result: result}, nil
	})
	if err == nil && req.Body.Status == api.OrderStatusCancelled {
		h.AwaitPayments(ctx, id)
	}
	return answer, err
}

// parcelOf returns the tracking that a move to shipped brings, nil for none.
func parcelOf(b *api.OrdersUpdateStatusRequest) (*Tracking, error) {
	var sent []string
	for _, f := range []struct {
		name string
		sent bool
	}{{"carrier", b.Carrier != nil}, {"trackingNumber", b.TrackingNumber != nil}, {"trackingUrl", b.TrackingUrl != nil}} {
		if f.sent {
			sent = append(sent, f.name)
		}
	}
	switch {
	case len(sent) == 0:
		return nil, nil
	case b.Status != api.OrderStatusShipped:
		var faults []schema.Fault
		for _, name := range sent {
			faults = append(faults, schema.Fault{
				Pointer: "/" + name, Code: schema.CodeUnknownField, Detail: "must be left out unless status is shipped",
				Fix: fmt.Sprintf("Remove %q from the body, and set the tracking with orders.set_tracking.", name), Correction: schema.Correction{Do: schema.Remove},
			})
		}
		return nil, problem.InvalidBody(faults).Then(problem.Remove(sent[0]), problem.Or("orders.set_tracking"))
	case b.Carrier == nil:
		return nil, besides("carrier", sent[0])
	case b.TrackingNumber == nil:
		return nil, besides("trackingNumber", sent[0])
	}
	return &Tracking{Carrier: *b.Carrier, Number: *b.TrackingNumber, URL: b.TrackingUrl}, nil
}

// besides is the refusal of a body that lacks a field which another one needs.
func besides(missing, sent string) error {
	return problem.Invalid("/"+missing, schema.CodeRequired, fmt.Sprintf("is required beside %s", sent), fmt.Sprintf("Add %q to the body, or remove %q.", missing, sent),
		schema.Correction{Do: schema.Set})
}

// Move changes the status of an order, with all effects of it.
//
// The order is read without a lock. So of two callers who saw the same order one
// moves it, and the other is told that it changed, instead of moving it on from
// a status that it never saw.
func Move(ctx context.Context, tx *store.Tx, id uuid.UUID, to api.OrderStatus) error {
	return MoveFrom(ctx, tx, id, nil, to)
}

// MoveFrom is Move for a caller who expects the order to have a status; nil
// expects none.
func MoveFrom(ctx context.Context, tx *store.Tx, id uuid.UUID, expected *api.OrderStatus, to api.OrderStatus) error {
	_, err := moveWith(ctx, tx, id, move{expected: expected, to: to})
	return err
}

// move is a change of the status of an order.
type move struct {
	expected *api.OrderStatus // the status that the order has to have; nil for any
	to       api.OrderStatus
	parcel   *Tracking // of the parcel that leaves; nil keeps the tracking that the order has

	// barred returns what the caller cannot set the order to; nil for nothing. A refusal does not offer it.
	barred func(context.Context, *db.Queries, *db.Order) ([]api.OrderStatus, error)
}

// moveWith makes a move, and returns the order after it.
func moveWith(ctx context.Context, tx *store.Tx, id uuid.UUID, m move) (db.Order, error) {
	before, err := findOrder(ctx, tx.OrderGet, id)
	if err != nil {
		return db.Order{}, err
	}
	facts := factsOf(&before)
	if m.barred != nil && facts.refusal(m.to) != "" {
		if facts.Barred, err = m.barred(ctx, tx.Queries, &before); err != nil {
			return db.Order{}, err
		}
	}
	if m.to == facts.Status {
		return db.Order{}, repeatedMove(ctx, tx, id, facts, m.expected)
	}
	if m.expected != nil && *m.expected != facts.Status {
		return db.Order{}, unexpectedStatus(facts.Status, *m.expected)
	}
	if err := facts.check(m.to); err != nil {
		return db.Order{}, err
	}
	after := afterMove(before, m.to, tx.After(before.UpdatedAt))
	if m.parcel != nil {
		m.parcel.set(&after)
	}
	return after, writeMove(ctx, tx, &before, &after, nil)
}

// repeatedMove is the refusal of a move to the status that the order has: it says since when, and by whom, so that who repeats
// a move of its own is not told to look what somebody else did.
func repeatedMove(ctx context.Context, tx *store.Tx, id uuid.UUID, facts moveFacts, expected *api.OrderStatus) error {
	p := problem.From(facts.check(facts.Status))
	if expected != nil && *expected != facts.Status {
		p.Code, p.Allowed = problem.OrderChanged, nil
	}
	moved, err := tx.OrderMoved(ctx, db.OrderMovedParams{OrderID: id, Status: string(facts.Status)})
	if store.NotFound(err) { // an order from before there was a history
		return p
	}
	if err != nil {
		return err
	}
	p.Detail = fmt.Sprintf("The order is %s already, since %s, by %s.", facts.Status, wire.TimeOf(moved.At).Format(time.RFC3339),
		mover(moved.Actor, call.From(ctx).Actor))
	return p
}

// mover names the actor of a move for another caller.
func mover(actor, caller string) string {
	switch kind, _, _ := strings.Cut(actor, ":"); {
	case actor == caller:
		return "this key"
	case kind == "apikey":
		return "another key"
	case kind == "cli":
		return "the operator"
	}
	return "the service"
}

// afterMove returns the order after a legal move at the given time. A time that is set stays.
func afterMove(o db.Order, to api.OrderStatus, at time.Time) db.Order {
	o.Status, o.UpdatedAt = string(to), at
	if stageRank(o.Status) > stageRank(o.Stage) {
		o.Stage = o.Status
	}
	switch to {
	case api.OrderStatusPaid:
		o.PaidAt = cmp.Or(o.PaidAt, &at)
	case api.OrderStatusPartialRefund: // orders.refund records how much was refunded
		o.RefundedAt = cmp.Or(o.RefundedAt, &at)
	case api.OrderStatusRefunded:
		o.RefundedAt = cmp.Or(o.RefundedAt, &at)
		o.RefundedOere = o.TotalOere
	case api.OrderStatusDisputed:
		o.DisputedAt = cmp.Or(o.DisputedAt, &at)
	}
	return o
}

// writeMove writes an order after a move or a refund, with all that belongs to it:
// the entry in the history, the goods that return to the stock, the use of its
// discount code that comes back, the money that was given back and the audit. r is nil for a move. Triggers of the table orders do the
// rest: they record the event for webhooks (00021), what sold for insight (00025), and the change
// for the caches (00014).
//
// The swap locks the order before its items, and the items before their products
// in the order of their ids, as all other code that takes or gives back stock
// does: so two changes cannot deadlock.
func writeMove(ctx context.Context, tx *store.Tx, before, after *db.Order, r *repayment) error {
	if err := compareAndSwap(ctx, tx, before, after, r.reason()); err != nil {
		return err
	}
	if !sameTracking(before, after) {
		if err := saveTracking(ctx, tx, after); err != nil {
			return err
		}
	}
	pieces, err := giveBackStock(ctx, tx, after, r)
	if err != nil {
		return err
	}
	if err := giveBackUse(ctx, tx, before, after); err != nil {
		return err
	}
	if err := recordMoney(ctx, tx, before, after, r, pieces); err != nil {
		return err
	}
	return auditMove(tx, before, after, pieces)
}

// compareAndSwap writes the order, and its entry in the history, if it is still unchanged; else
// the error is an order_changed.
func compareAndSwap(ctx context.Context, tx *store.Tx, before, after *db.Order, note *string) error {
	unmoved := before.Status == after.Status && note == nil
	if unmoved {
		note = new(whatPaymentsDid(before, after))
	}
	moved, err := tx.OrderMove(ctx, db.OrderMoveParams{
		ID: before.ID, SeenStatus: before.Status, SeenUpdatedAt: before.UpdatedAt,
		Status: after.Status, Stage: after.Stage, PaidAt: after.PaidAt, RefundedAt: after.RefundedAt,
		DisputedAt: after.DisputedAt, RefundedOere: after.RefundedOere, At: after.UpdatedAt,
		EntryID: tx.NewID(), Actor: call.From(ctx).Actor, Note: note, Unmoved: unmoved,
	})
	if err == nil && moved == 0 {
		err = orderChanged()
	}
	return err
}

// whatPaymentsDid says what changed of an order that keeps its status.
func whatPaymentsDid(before, after *db.Order) string {
	if before.PaidAt == nil && after.PaidAt != nil {
		return "A payment took the money."
	}
	return "The buyer disputes the payment."
}
