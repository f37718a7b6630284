package discounts

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how discount codes are put back. Their uses stay counted.
func (h Discounts) Undo() undo.Kind {
	return undo.Of(undo.Rules{
		Fields: []string{"/value", "/validUntil", "/usageLimit", "/active"}, Lived: []string{"/usageCount"},
	}, undo.Records[db.Discount, api.Discount]{
		Lock: undo.ByID((*db.Queries).DiscountLockByID),
		Live: func(r *db.Discount) bool { return r.DeletedAt == nil },
		View: func(_ context.Context, r *db.Discount) (api.Discount, error) { return toDiscount(r), nil },
		Update: func(ctx context.Context, tx *store.Tx, before db.Discount, from *api.Discount) error {
			after := before
			after.Value, after.UsageLimit, after.Active, after.ValidUntil = from.Value, from.UsageLimit, from.Active, nil
			if from.ValidUntil != nil {
				after.ValidUntil = &from.ValidUntil.Time
			}
			if err := checkUsageLimit(&after); err != nil {
				return err
			}
			return update(ctx, tx, &before, &after)
		},
		Delete: remove, Restore: restore,
	})
}

func restore(ctx context.Context, tx *store.Tx, record db.Discount) error {
	record.UpdatedAt, record.DeletedAt = tx.After(record.UpdatedAt), nil
	err := tx.DiscountRestore(ctx, db.DiscountRestoreParams{ID: record.ID, At: record.UpdatedAt})
	if store.Taken(err, liveCode) {
		return problem.New(problem.CodeTaken, fmt.Sprintf("A live discount has the code %q already.", record.Code),
			fmt.Sprintf("Delete that one with discounts.delete and the code %q, then send the call again.", record.Code))
	}
	if err != nil {
		return err
	}
	return auditDiscount(tx, nil, &record)
}
