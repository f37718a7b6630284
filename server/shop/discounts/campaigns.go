package discounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Marketing answers the operations marketing.*.
type Marketing struct{ Store *store.Store }

// MarketingListCampaigns returns the campaigns, the newest first.
func (h Marketing) MarketingListCampaigns(ctx context.Context, req api.MarketingListCampaignsRequestObject) (api.MarketingListCampaignsResponseObject, error) {
	before, status, limit := paging.BeforeNewest, (*string)(req.Body.Status), int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, campaignList, status, &before); err != nil {
			return nil, err
		}
	}
	now := h.Store.Now()
	rows, err := h.Store.Read().CampaignList(ctx, db.CampaignListParams{
		Status: status, At: now, BeforeAt: before.At, BeforeID: before.ID, MaxRows: int32(limit + 1),
	})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, campaignList, status, func(r *db.CampaignListRow) any {
		return paging.SortKey{At: r.Campaign.CreatedAt, ID: r.Campaign.ID}
	})
	result := api.MarketingListCampaignsResult{Items: []api.Campaign{}, NextCursor: next}
	for i := range rows {
		result.Items = append(result.Items, toCampaign(&rows[i], now))
	}
	return api.MarketingListCampaigns200JSONResponse{Ok: true, Result: result}, err
}

const campaignList = "marketing.list_campaigns"

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
	if err := checkCampaignPeriod(&c); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	discount := campaignDiscount(b, c.EndsAt)
	if err := checkCampaignCode(b, &discount, c.StartsAt, tx.Now); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	if err := checkPercentage("discountValue", &discount); err != nil {
		return api.MarketingCreateCampaignResult{}, err
	}
	if err := createDiscount(ctx, tx, "discountCode", &discount); err != nil {
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
		Id: c.ID.String(), Status: campaignStatusAt(&c, tx.Now), Announcement: c.Announcement,
		Discount: api.CampaignDiscount{Id: discount.ID.String(), Code: discount.Code},
	}, auditCampaign(tx, nil, &db.CampaignLockRow{Campaign: c, Discount: discount})
}

// checkCampaignPeriod refuses a campaign that ends before it begins.
func checkCampaignPeriod(c *db.Campaign) error {
	if c.EndsAt == nil || c.EndsAt.After(c.StartsAt) {
		return nil
	}
	return problem.Invalid("/endsAt", schema.CodeMinimum, "must be after startsAt, "+wire.TimeOf(c.StartsAt).String(), `Remove "endsAt" from the body.`,
		schema.Correction{Do: schema.Remove})
}

// checkCampaignCode refuses a campaign whose code, by its request, expires before anybody can use it in the campaign.
func checkCampaignCode(b *api.MarketingCreateCampaignRequest, d *db.Discount, startsAt, now time.Time) error {
	first := startsAt
	if first.Before(now) {
		first = now
	}
	if !b.ValidUntil.IsSpecified() || d.ValidUntil == nil || d.ValidUntil.After(first) {
		return nil
	}
	return problem.Invalid("/validUntil", schema.CodeMinimum, "must be later than "+wire.TimeOf(first).String(), `Remove "validUntil" from the body.`,
		schema.Correction{Do: schema.Remove})
}

// campaignDiscount returns the discount that a request describes. Its code expires with
// the campaign unless the request says otherwise.
func campaignDiscount(b *api.MarketingCreateCampaignRequest, endsAt *time.Time) db.Discount {
	d := db.Discount{Code: b.DiscountCode, Type: string(b.DiscountType), Value: b.DiscountValue, ValidUntil: endsAt}
	if b.ValidUntil.IsSpecified() {
		d.ValidUntil = wire.MomentOrNil(wire.ValueOrNil(b.ValidUntil))
	}
	return d
}

// MarketingEndCampaign ends a campaign and switches its discount code off, as who
// ends a campaign expects.
func (h Marketing) MarketingEndCampaign(ctx context.Context, req api.MarketingEndCampaignRequestObject) (api.MarketingEndCampaignResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.MarketingEndCampaignResponseObject, error) {
		before, err := lockCampaign(ctx, tx, req.Body.CampaignId)
		if err != nil {
			return nil, err
		}
		after := before
		if c := &after.Campaign; campaignStatusAt(c, tx.Now) != api.CampaignStatusEnded {
			if err := saveCampaignEnd(ctx, tx, c, &tx.Now); err != nil {
				return nil, err
			}
		}
		if d := &after.Discount; d.Active && d.DeletedAt == nil {
			d.Active = false
			if err := saveDiscount(ctx, tx, d); err != nil {
				return nil, err
			}
		}
		return api.MarketingEndCampaign200JSONResponse{Ok: true, Result: api.MarketingEndCampaignResult{
			Id: after.Campaign.ID.String(), Status: campaignStatusAt(&after.Campaign, tx.Now),
		}}, auditCampaign(tx, &before, &after)
	})
}

// saveCampaignEnd writes when a campaign ends.
func saveCampaignEnd(ctx context.Context, tx *store.Tx, c *db.Campaign, at *time.Time) error {
	c.EndsAt, c.UpdatedAt = at, tx.After(c.UpdatedAt)
	return tx.CampaignEnd(ctx, db.CampaignEndParams{ID: c.ID, EndsAt: c.EndsAt, At: c.UpdatedAt})
}

// lockCampaign returns the live campaign with this id, and its discount, and locks both until the transaction ends.
func lockCampaign(ctx context.Context, tx *store.Tx, text string) (db.CampaignLockRow, error) {
	id, err := store.ID(text, campaignNotFound)
	if err != nil {
		return db.CampaignLockRow{}, err
	}
	row, err := tx.CampaignLock(ctx, id)
	if store.NotFound(err) || err == nil && row.Campaign.DeletedAt != nil {
		err = campaignNotFound(text)
	}
	return row, err
}

func campaignNotFound(id string) error {
	return problem.Newf(problem.CampaignNotFound, "No campaign has the id %q.", id)
}

// campaignStatusAt returns the status of a campaign at a time. CampaignList computes the
// same.
func campaignStatusAt(c *db.Campaign, at time.Time) api.CampaignStatus {
	switch {
	case c.EndsAt != nil && !c.EndsAt.After(at):
		return api.CampaignStatusEnded
	case !c.StartsAt.After(at):
		return api.CampaignStatusRunning
	}
	return api.CampaignStatusScheduled
}

func toCampaign(r *db.CampaignListRow, at time.Time) api.Campaign {
	c := &r.Campaign
	return api.Campaign{
		Id: c.ID.String(), Status: campaignStatusAt(c, at), DiscountCode: r.Code, Announcement: c.Announcement,
		StartsAt: wire.TimeOf(c.StartsAt), EndsAt: wire.TimeOrNil(c.EndsAt), CreatedAt: wire.TimeOf(c.CreatedAt),
	}
}
