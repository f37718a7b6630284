package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Move takes an order to a status, with all that follows from it.
//
// The order is read without a lock, so of two callers who saw the same order
// one moves it and the other hears that it changed, instead of moving on from
// a status that it never saw. The swap locks the order before its items, and
// those before their products in the order of their ids, as everything does
// that takes or gives stock: no two moves wait for each other in a circle.
func Move(ctx context.Context, tx *store.Tx, id uuid.UUID, to api.OrderStatus) error {
	before, err := tx.OrderGet(ctx, id)
	if store.NotFound(err) {
		return orderNotFound(id.String())
	}
	if err != nil {
		return err
	}
	if err := factsOf(&before).check(to); err != nil {
		return err
	}
	after := moved(before, to, tx.After(before.UpdatedAt))
	if err := swap(ctx, tx, &before, &after); err != nil {
		return err
	}
	var pieces int64
	if givesBackStock(&after) {
		if pieces, err = restock(ctx, tx, id); err != nil {
			return err
		}
	}
	return auditMove(tx, &before, &after, pieces)
}

// swap writes the order as it is after the move, if it is still as it was seen.
func swap(ctx context.Context, tx *store.Tx, before, after *db.Order) error {
	rows, err := tx.OrderMove(ctx, db.OrderMoveParams{
		ID: before.ID, SeenStatus: before.Status, SeenUpdatedAt: before.UpdatedAt,
		Status: after.Status, Stage: after.Stage, PaidAt: after.PaidAt, RefundedAt: after.RefundedAt,
		DisputedAt: after.DisputedAt, RefundedOere: after.RefundedOere, At: after.UpdatedAt,
	})
	if err == nil && rows == 0 {
		return changed()
	}
	return err
}
