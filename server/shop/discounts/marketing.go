// Package marketing keeps the campaigns of the shop: discount codes with an
// announcement and a time.
package discounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// Marketing answers the operations marketing.*.
type Marketing struct{ Store *store.Store }

// MarketingCreateCampaign creates a campaign and its discount code.
func (h Marketing) MarketingCreateCampaign(ctx context.Context, req api.MarketingCreateCampaignRequestObject) (api.MarketingCreateCampaignResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.MarketingCreateCampaignResponseObject, error) {
		result, err := CreateCampaign(ctx, tx, tx.NewID(), req.Body)
		return api.MarketingCreateCampaign200JSONResponse{Ok: true, Result: result}, err
	})
}

// CreateCampaign creates the campaign that a request describes, with this id, and its
// discount. The error may be a code_taken.
func CreateCampaign(ctx context.Context, tx *store.Tx, id uuid.UUID, b *api.MarketingCreateCampaignRequest) (api.MarketingCreateCampaignResult, error) {
	c := db.Campaign{ID: id, Announcement: b.Announcement, StartsAt: tx.Now, CreatedAt: tx.Now, UpdatedAt: tx.Now}
	if b.StartsAt != nil {
		c.StartsAt = b.StartsAt.Time
	}
	if b.EndsAt != nil {
		c.EndsAt = &b.EndsAt.Time
	}
	if err := checkPeriod(&c); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	discount := discountOf(b, c.EndsAt)
	if err := CheckPercentage("discountValue", &discount); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	if err := Create(ctx, tx, "discountCode", &discount); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	c.DiscountID = discount.ID
	err := tx.CampaignInsert(ctx, db.CampaignInsertParams{
		ID: c.ID, DiscountID: c.DiscountID, Announcement: c.Announcement, StartsAt: c.StartsAt, EndsAt: c.EndsAt, At: c.CreatedAt,
	})
	if err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	return api.MarketingCreateCampaignResult{
		Id: c.ID.String(), Status: statusOf(&c, tx.Now), Announcement: c.Announcement,
		Discount: api.CampaignDiscount{Id: discount.ID.String(), Code: discount.Code},
	}, auditCampaign(tx, discount.Code, nil, &c)
}

// MarketingEndCampaign ends a campaign and switches its discount code off, as who
// ends a campaign expects.
func (h Marketing) MarketingEndCampaign(ctx context.Context, req api.MarketingEndCampaignRequestObject) (api.MarketingEndCampaignResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.MarketingEndCampaignResponseObject, error) {
		row, err := lockCampaign(ctx, tx, req.Body.CampaignId)
		if err != nil {
			return nil, err
		}
		before, after := row.Campaign, row.Campaign
		if statusOf(&before, tx.Now) != api.CampaignStatusEnded {
			after.EndsAt, after.UpdatedAt = &tx.Now, tx.After(before.UpdatedAt)
			if err := tx.CampaignEnd(ctx, db.CampaignEndParams{ID: after.ID, EndsAt: after.EndsAt, At: after.UpdatedAt}); err != nil {
				return nil, err
			}
		}
		if err := SwitchOff(ctx, tx, after.DiscountID); err != nil {
			return nil, err
		}
		return api.MarketingEndCampaign200JSONResponse{Ok: true, Result: api.MarketingEndCampaignResult{
			Id: after.ID.String(), Status: statusOf(&after, tx.Now),
		}}, auditCampaign(tx, row.Code, &before, &after)
	})
}

// lockCampaign returns the campaign with this id and locks it until the transaction ends.
func lockCampaign(ctx context.Context, tx *store.Tx, text string) (db.CampaignLockRow, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return db.CampaignLockRow{}, notFound(text)
	}
	row, err := tx.CampaignLock(ctx, id)
	if store.NotFound(err) {
		err = notFound(text)
	}
	return row, err
}

func notFound(id string) error {
	return problem.Newf(problem.CampaignNotFound, "No campaign has the id %q.", id)
}

// statusOf returns the status of a campaign at a time. CampaignList computes the
// same.
func statusOf(c *db.Campaign, at time.Time) api.CampaignStatus {
	switch {
	case c.EndsAt != nil && !c.EndsAt.After(at):
		return api.CampaignStatusEnded
	case !c.StartsAt.After(at):
		return api.CampaignStatusRunning
	}
	return api.CampaignStatusScheduled
}
