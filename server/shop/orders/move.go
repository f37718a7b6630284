package orders

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

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
	before, err := find(ctx, tx.OrderGet, id)
	if err != nil {
		return err
	}
	facts := factsOf(&before)
	if expected != nil && *expected != facts.Status {
		return overtaken(facts.Status, *expected, to)
	}
	if err := facts.check(to); err != nil {
		return err
	}
	after := moved(before, to, tx.After(before.UpdatedAt))
	return change(ctx, tx, &before, &after, nil)
}

// OrdersUpdateStatus moves an order to another status.
func (h Orders) OrdersUpdateStatus(ctx context.Context, req api.OrdersUpdateStatusRequestObject) (api.OrdersUpdateStatusResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersUpdateStatusResponseObject, error) {
		result := api.OrdersUpdateStatusResult{Id: id.String(), Status: req.Body.Status}
		return api.OrdersUpdateStatus200JSONResponse{Ok: true, Result: result}, MoveFrom(ctx, tx, id, req.Body.ExpectedStatus, req.Body.Status)
	})
}

// change writes an order after a move or a refund, with all that belongs to it:
// the entry in the history, the goods that return to the stock, the money that
// was given back and the audit. r is nil for a move.
//
// The swap locks the order before its items, and the items before their products
// in the order of their ids, as all other code that takes or gives back stock
// does: so two changes cannot deadlock.
func change(ctx context.Context, tx *store.Tx, before, after *db.Order, r *repayment) error {
	if err := swap(ctx, tx, before, after, r.reason()); err != nil {
		return err
	}
	pieces, err := giveBack(ctx, tx, after, r)
	if err != nil {
		return err
	}
	if err := recordMoney(ctx, tx, before, after, r, pieces); err != nil {
		return err
	}
	return auditMove(tx, before, after, pieces)
}

// swap writes the order, and its entry in the history, if it is still unchanged; else the
// error is an order_changed.
func swap(ctx context.Context, tx *store.Tx, before, after *db.Order, note *string) error {
	moved, err := tx.OrderMove(ctx, db.OrderMoveParams{
		ID: before.ID, SeenStatus: before.Status, SeenUpdatedAt: before.UpdatedAt,
		Status: after.Status, Stage: after.Stage, PaidAt: after.PaidAt, RefundedAt: after.RefundedAt,
		DisputedAt: after.DisputedAt, RefundedOere: after.RefundedOere, At: after.UpdatedAt,
		EntryID: tx.NewID(), Actor: call.From(ctx).Actor, Note: note,
	})
	if err == nil && moved == 0 {
		err = changed()
	}
	return err
}

// giveBack returns goods of an order to the stock: all that are left when it is
// cancelled or refunded before it was shipped, else those that the refund names.
// It returns the number of pieces.
func giveBack(ctx context.Context, tx *store.Tx, after *db.Order, r *repayment) (int64, error) {
	all := givesBackStock(after)
	pieces, err := r.takeItems(ctx, tx, !all)
	if err != nil || !all {
		return pieces, err
	}
	return restock(ctx, tx, after.ID)
}

// recordMoney records the money that was given back, if any was.
func recordMoney(ctx context.Context, tx *store.Tx, before, after *db.Order, r *repayment, pieces int64) error {
	amount := after.RefundedOere - before.RefundedOere
	if amount == 0 && r == nil {
		return nil
	}
	items, err := r.itemsJSON()
	if err != nil {
		return err
	}
	return tx.OrderRefundInsert(ctx, db.OrderRefundInsertParams{
		ID: tx.NewID(), OrderID: after.ID, At: after.UpdatedAt, AmountOere: amount,
		Reason: r.reason(), Actor: call.From(ctx).Actor, Items: items, Restocked: pieces,
	})
}

// moved returns the order after a legal move at the given time.
func moved(o db.Order, to api.OrderStatus, at time.Time) db.Order {
	o.Status, o.UpdatedAt = string(to), at
	if rank(o.Status) > rank(o.Stage) {
		o.Stage = o.Status
	}
	switch to {
	case api.OrderStatusPaid:
		o.PaidAt = first(o.PaidAt, at)
	case api.OrderStatusPartialRefund: // orders.refund records how much was refunded
		o.RefundedAt = first(o.RefundedAt, at)
	case api.OrderStatusRefunded:
		o.RefundedAt = first(o.RefundedAt, at)
		o.RefundedOere = o.TotalOere
	case api.OrderStatusDisputed: // a reopened dispute keeps the time of its first opening
		o.DisputedAt = first(o.DisputedAt, at)
	}
	return o
}

// givesBackStock reports whether the goods of an order return to the stock when
// it takes its status: they do when it was cancelled, and when it was refunded
// before it was shipped.
func givesBackStock(o *db.Order) bool {
	switch api.OrderStatus(o.Status) {
	case api.OrderStatusCancelled:
		return true
	case api.OrderStatusRefunded:
		return rank(o.Stage) < rank(string(api.OrderStatusShipped))
	}
	return false
}

// first returns set, or at when set is nil.
func first(set *time.Time, at time.Time) *time.Time {
	if set != nil {
		return set
	}
	return &at
}

// restock gives back everything that the order took and has not given back yet,
// and returns the number of pieces.
func restock(ctx context.Context, tx *store.Tx, order uuid.UUID) (int64, error) {
	out, err := tx.OrderItemsOut(ctx, order)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	var sum int64
	pieces := make([]catalog.Pieces, len(out))
	for i, item := range out { // in the order of the products' ids
		pieces[i] = catalog.Pieces{ProductID: item.ProductID, Pieces: item.Pieces}
		sum += item.Pieces
	}
	if err := catalog.GiveStock(ctx, tx, pieces); err != nil {
		return 0, err
	}
	return sum, tx.OrderItemsRestocked(ctx, order)
}

// ExpireUnpaid cancels some of the orders that have waited for their payment for longer
// than wait, and returns how many. Each is a move like any other: its stock comes back once,
// however many replicas try, and an order that is paid meanwhile is left alone.
func ExpireUnpaid(ctx context.Context, st *store.Store, wait time.Duration) (done int64, err error) {
	const few = 100
	ids, err := st.Read().OrdersUnpaid(ctx, db.OrdersUnpaidParams{Before: st.Now().Add(-wait), MaxRows: few})
	if err != nil {
		return 0, err
	}
	unpaid := api.OrderStatusPendingPayment
	for _, id := range ids {
		failed := st.Write(ctx, func(tx *store.Tx) error {
			return MoveFrom(ctx, tx, id, &unpaid, api.OrderStatusCancelled)
		})
		if failed == nil {
			done++
		} else if p, ok := errors.AsType[*problem.Error](failed); !ok || p.Code != problem.OrderChanged {
			err = errors.Join(err, failed) // the others do not wait for this one
		}
	}
	return done, err
}
