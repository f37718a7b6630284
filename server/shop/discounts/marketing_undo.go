package discounts

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// Undo describes how campaigns are put back. Their discounts have entries of their own.
func (h Marketing) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/announcement", "/startsAt", "/endsAt"}}, undo.Records[db.CampaignGetByIDRow, audited]{
		Lock: undo.ByID(lockByID),
		Live: func(r *db.CampaignGetByIDRow) bool { return r.Campaign.DeletedAt == nil },
		View: func(_ context.Context, r *db.CampaignGetByIDRow) (audited, error) {
			return auditedOf(r.Code, &r.Campaign), nil
		},
		Update: func(ctx context.Context, tx *store.Tx, row db.CampaignGetByIDRow, from *audited) error { // only its end ever changes
			before, after := row.Campaign, row.Campaign
			after.EndsAt, after.UpdatedAt = nil, tx.After(before.UpdatedAt)
			if from.EndsAt != nil {
				after.EndsAt = &from.EndsAt.Time
			}
			if err := tx.CampaignEnd(ctx, db.CampaignEndParams{ID: after.ID, EndsAt: after.EndsAt, At: after.UpdatedAt}); err != nil {
				return err
			}
			return auditCampaign(tx, row.Code, &before, &after)
		},
		Delete: func(ctx context.Context, tx *store.Tx, row db.CampaignGetByIDRow) error {
			if row.UsageCount > 0 {
				return problem.New(problem.RevertConflict, fmt.Sprintf("The code %q of the campaign was used %d times since.", row.Code, row.UsageCount), "")
			}
			c := row.Campaign
			at := tx.After(c.UpdatedAt)
			if err := tx.CampaignSetDeleted(ctx, db.CampaignSetDeletedParams{ID: c.ID, DeletedAt: &at, At: at}); err != nil {
				return err
			}
			return auditCampaign(tx, row.Code, &c, nil)
		},
		Restore: func(ctx context.Context, tx *store.Tx, row db.CampaignGetByIDRow) error {
			c := row.Campaign
			c.UpdatedAt, c.DeletedAt = tx.After(c.UpdatedAt), nil
			if err := tx.CampaignSetDeleted(ctx, db.CampaignSetDeletedParams{ID: c.ID, At: c.UpdatedAt}); err != nil {
				return err
			}
			return auditCampaign(tx, row.Code, nil, &c)
		},
	})
}

func lockByID(q *db.Queries, ctx context.Context, id uuid.UUID) (db.CampaignGetByIDRow, error) { //nolint:revive // the order of a method expression
	row, err := q.CampaignLockByID(ctx, id)
	return db.CampaignGetByIDRow(row), err
}
