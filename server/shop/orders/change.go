package orders

import (
	"context"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

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
