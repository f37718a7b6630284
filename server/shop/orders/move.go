package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Move changes the status of an order, with all effects of it.
//
// The order is read without a lock. So of two callers who saw the same order one
// moves it, and the other is told that it changed, instead of moving it on from
// a status that it never saw. The swap locks the order before its items, and the
// items before their products in the order of their ids, as all other code that
// takes or gives back stock does: so two moves cannot deadlock.
func Move(ctx context.Context, tx *store.Tx, id uuid.UUID, to api.OrderStatus) error {
	return MoveFrom(ctx, tx, id, nil, to)
}

// MoveFrom is Move for a caller who expects the order to have a status; nil
// expects none.
func MoveFrom(ctx context.Context, tx *store.Tx, id uuid.UUID, expected *api.OrderStatus, to api.OrderStatus) error {
	before, err := tx.OrderGet(ctx, id)
	if store.NotFound(err) {
		return orderNotFound(id.String())
	}
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

// swap writes the order after the move if it is still unchanged.
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
