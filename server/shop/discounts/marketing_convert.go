package discounts

import (
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

func toCampaign(r *db.CampaignListRow, at time.Time) api.Campaign {
	c := &r.Campaign
	return api.Campaign{
		Id: c.ID.String(), Status: statusOf(c, at), DiscountCode: r.Code, Announcement: c.Announcement,
		StartsAt: wire.TimeOf(c.StartsAt), EndsAt: wire.TimeOrNil(c.EndsAt), CreatedAt: wire.TimeOf(c.CreatedAt),
	}
}

// discountOf returns the discount that a request describes. Its code expires with
// the campaign unless the request says otherwise.
func discountOf(b *api.MarketingCreateCampaignRequest, endsAt *time.Time) db.Discount {
	d := db.Discount{Code: b.DiscountCode, Type: string(b.DiscountType), Value: b.DiscountValue, ValidUntil: endsAt}
	if b.ValidUntil.IsSpecified() {
		d.ValidUntil = nil
		if until := wire.ValueOrNil(b.ValidUntil); until != nil {
			d.ValidUntil = &until.Time
		}
	}
	return d
}

// checkPeriod refuses a campaign that ends before it begins.
func checkPeriod(c *db.Campaign) error {
	if c.EndsAt == nil || c.EndsAt.After(c.StartsAt) {
		return nil
	}
	return problem.Invalid("/endsAt", schema.CodeMinimum, "must be after startsAt, "+wire.TimeOf(c.StartsAt).String(), `Remove "endsAt" from the body.`)
}

// audited is a campaign in the audit: without its status, which time changes.
type audited struct {
	ID           string     `json:"id"`
	DiscountCode string     `json:"discountCode"`
	Announcement string     `json:"announcement"`
	StartsAt     wire.Time  `json:"startsAt"`
	EndsAt       *wire.Time `json:"endsAt"`
	CreatedAt    wire.Time  `json:"createdAt"`
}

func auditCampaign(tx *store.Tx, code string, before, after *db.Campaign) error {
	return tx.Audit(store.ChangeOf("campaign", before, after, func(c *db.Campaign) (string, any) { return c.ID.String(), auditedOf(code, c) }))
}

func auditedOf(code string, c *db.Campaign) audited {
	return audited{
		ID: c.ID.String(), DiscountCode: code, Announcement: c.Announcement,
		StartsAt: wire.TimeOf(c.StartsAt), EndsAt: wire.TimeOrNil(c.EndsAt), CreatedAt: wire.TimeOf(c.CreatedAt),
	}
}
