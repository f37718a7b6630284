package discounts

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
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
	result := api.MarketingListCampaignsResult{Items: []api.Campaign{}}
	if len(rows) > limit {
		rows = rows[:limit]
		last := &rows[limit-1].Campaign
		next, err := paging.EncodeCursor(campaignList, status, paging.SortKey{At: last.CreatedAt, ID: last.ID})
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	for i := range rows {
		result.Items = append(result.Items, toCampaign(&rows[i], now))
	}
	return api.MarketingListCampaigns200JSONResponse{Ok: true, Result: result}, nil
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
	}, auditCampaign(tx, discount.Code, nil, &c)
}

// checkCampaignPeriod refuses a campaign that ends before it begins.
func checkCampaignPeriod(c *db.Campaign) error {
	if c.EndsAt == nil || c.EndsAt.After(c.StartsAt) {
		return nil
	}
	return problem.Invalid("/endsAt", schema.CodeMinimum, "must be after startsAt, "+wire.TimeOf(c.StartsAt).String(), `Remove "endsAt" from the body.`,
		schema.Correction{Do: schema.Remove})
}

// campaignDiscount returns the discount that a request describes. Its code expires with
// the campaign unless the request says otherwise.
func campaignDiscount(b *api.MarketingCreateCampaignRequest, endsAt *time.Time) db.Discount {
	d := db.Discount{Code: b.DiscountCode, Type: string(b.DiscountType), Value: b.DiscountValue, ValidUntil: endsAt}
	if b.ValidUntil.IsSpecified() {
		d.ValidUntil = timeOrNil(b.ValidUntil)
	}
	return d
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
		if campaignStatusAt(&before, tx.Now) != api.CampaignStatusEnded {
			after.EndsAt, after.UpdatedAt = &tx.Now, tx.After(before.UpdatedAt)
			if err := tx.CampaignEnd(ctx, db.CampaignEndParams{ID: after.ID, EndsAt: after.EndsAt, At: after.UpdatedAt}); err != nil {
				return nil, err
			}
		}
		if err := switchOff(ctx, tx, after.DiscountID); err != nil {
			return nil, err
		}
		return api.MarketingEndCampaign200JSONResponse{Ok: true, Result: api.MarketingEndCampaignResult{
			Id: after.ID.String(), Status: campaignStatusAt(&after, tx.Now),
		}}, auditCampaign(tx, row.Code, &before, &after)
	})
}

// lockCampaign returns the campaign with this id and locks it until the transaction ends.
func lockCampaign(ctx context.Context, tx *store.Tx, text string) (db.CampaignLockRow, error) {
	id, err := store.ID(text, campaignNotFound)
	if err != nil {
		return db.CampaignLockRow{}, err
	}
	row, err := tx.CampaignLock(ctx, id)
	if store.NotFound(err) {
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

// Undo describes how campaigns are put back. Their discounts have entries of their own.
func (h Marketing) Undo() undo.Kind {
	return undo.Of(undo.Rules{Fields: []string{"/announcement", "/startsAt", "/endsAt"}}, undo.Records[db.CampaignGetByIDRow, campaignState]{
		Lock: undo.ByID(lockCampaignByID),
		Live: func(r *db.CampaignGetByIDRow) bool { return r.Campaign.DeletedAt == nil },
		View: func(_ context.Context, r *db.CampaignGetByIDRow) (campaignState, error) {
			return campaignStateOf(r.Code, &r.Campaign), nil
		},
		Update: func(ctx context.Context, tx *store.Tx, row db.CampaignGetByIDRow, from *campaignState) error { // only its end ever changes
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

func lockCampaignByID(q *db.Queries, ctx context.Context, id uuid.UUID) (db.CampaignGetByIDRow, error) { //nolint:revive // the order of a method expression
	row, err := q.CampaignLockByID(ctx, id)
	return db.CampaignGetByIDRow(row), err
}

func auditCampaign(tx *store.Tx, code string, before, after *db.Campaign) error {
	return tx.Audit(store.ChangeOf("campaign", before, after, func(c *db.Campaign) (string, any) { return c.ID.String(), campaignStateOf(code, c) }))
}

// campaignState is a campaign in the audit: without its status, which time changes.
type campaignState struct {
	ID           string     `json:"id"`
	DiscountCode string     `json:"discountCode"`
	Announcement string     `json:"announcement"`
	StartsAt     wire.Time  `json:"startsAt"`
	EndsAt       *wire.Time `json:"endsAt"`
	CreatedAt    wire.Time  `json:"createdAt"`
}

func campaignStateOf(code string, c *db.Campaign) campaignState {
	return campaignState{
		ID: c.ID.String(), DiscountCode: code, Announcement: c.Announcement,
		StartsAt: wire.TimeOf(c.StartsAt), EndsAt: wire.TimeOrNil(c.EndsAt), CreatedAt: wire.TimeOf(c.CreatedAt),
	}
}
