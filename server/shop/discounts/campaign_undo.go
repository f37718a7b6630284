package discounts

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Undo describes how campaigns are put back, each with its discount.
func (h Marketing) Undo() undo.Kind {
	rules := undo.Rules{
		Fields: []string{"/announcement", "/startsAt", "/endsAt", "/discount"},
		Part:   &undo.Part{Type: "discount", Tools: "marketing.", Hidden: []string{"usageCount"}},
	}
	return undo.Of(rules, undo.Records[db.CampaignLockRow, campaignState]{
		Lock:   undo.ByID((*db.Queries).CampaignLock),
		Live:   func(r *db.CampaignLockRow) bool { return r.Campaign.DeletedAt == nil },
		View:   func(_ context.Context, r *db.CampaignLockRow) (campaignState, error) { return campaignStateOf(r), nil },
		Update: putBackCampaign, Delete: deleteCampaign, Restore: restoreCampaign,
	})
}

// putBackCampaign gives a campaign its former end, and switches its discount as it was: nothing else of them changes together.
func putBackCampaign(ctx context.Context, tx *store.Tx, before db.CampaignLockRow, from *campaignState) error {
	after := before
	var end *time.Time
	if from.EndsAt != nil {
		end = &from.EndsAt.Time
	}
	if err := saveCampaignEnd(ctx, tx, &after.Campaign, end); err != nil {
		return err
	}
	if d := &after.Discount; from.Discount != nil && from.Discount.Active != d.Active {
		d.Active = from.Discount.Active
		if err := saveDiscount(ctx, tx, d); err != nil {
			return err
		}
	}
	return auditCampaign(tx, &before, &after)
}

func deleteCampaign(ctx context.Context, tx *store.Tx, row db.CampaignLockRow) error {
	before := row
	if row.Discount.UsageCount > 0 {
		return problem.New(problem.RevertConflict, fmt.Sprintf("The code %q of the campaign was used %d times since.", row.Discount.Code, row.Discount.UsageCount), "")
	}
	at := tx.After(row.Campaign.UpdatedAt)
	if err := tx.CampaignSetDeleted(ctx, db.CampaignSetDeletedParams{ID: row.Campaign.ID, DeletedAt: &at, At: at}); err != nil {
		return err
	}
	if row.Discount.DeletedAt == nil {
		if err := removeDiscount(ctx, tx, &row.Discount); err != nil {
			return err
		}
	}
	return auditCampaign(tx, &before, nil)
}

func restoreCampaign(ctx context.Context, tx *store.Tx, row db.CampaignLockRow) error {
	c := &row.Campaign
	c.UpdatedAt, c.DeletedAt = tx.After(c.UpdatedAt), nil
	if err := tx.CampaignSetDeleted(ctx, db.CampaignSetDeletedParams{ID: c.ID, At: c.UpdatedAt}); err != nil {
		return err
	}
	if row.Discount.DeletedAt != nil {
		if err := bringBackDiscount(ctx, tx, &row.Discount); err != nil {
			return err
		}
	}
	return auditCampaign(tx, nil, &row)
}

func auditCampaign(tx *store.Tx, before, after *db.CampaignLockRow) error {
	return tx.Audit(store.ChangeOf("campaign", before, after, func(r *db.CampaignLockRow) (string, any) { return r.Campaign.ID.String(), campaignStateOf(r) }))
}

// campaignState is a campaign in the audit: without its status, which time changes.
type campaignState struct {
	ID           string         `json:"id"`
	DiscountCode string         `json:"discountCode"`
	Discount     *discountState `json:"discount"` // nil when it is deleted
	Announcement string         `json:"announcement"`
	StartsAt     wire.Time      `json:"startsAt"`
	EndsAt       *wire.Time     `json:"endsAt"`
	CreatedAt    wire.Time      `json:"createdAt"`
}

// discountState is the discount of a campaign: without its uses, which count what happened to it.
type discountState struct {
	ID         string     `json:"id"`
	Code       string     `json:"code"`
	Type       string     `json:"type"`
	Value      int64      `json:"value"`
	ValidUntil *wire.Time `json:"validUntil"`
	UsageLimit *int64     `json:"usageLimit"`
	Active     bool       `json:"active"`
}

func campaignStateOf(r *db.CampaignLockRow) campaignState {
	c, d := &r.Campaign, &r.Discount
	s := campaignState{
		ID: c.ID.String(), DiscountCode: d.Code, Announcement: c.Announcement,
		StartsAt: wire.TimeOf(c.StartsAt), EndsAt: wire.TimeOrNil(c.EndsAt), CreatedAt: wire.TimeOf(c.CreatedAt),
	}
	if d.DeletedAt == nil {
		s.Discount = &discountState{
			ID: d.ID.String(), Code: d.Code, Type: d.Type, Value: d.Value, ValidUntil: wire.TimeOrNil(d.ValidUntil), UsageLimit: d.UsageLimit, Active: d.Active,
		}
	}
	return s
}
