package orders

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/store"
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
