package discounts

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
)

// position is a campaign's place in the list.
type position struct {
	At time.Time // when it was created
	ID uuid.UUID
}

// beginning is a position before the newest campaign.
var beginning = position{At: time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC), ID: uuid.Max}

const listName = "marketing.list_campaigns"

// MarketingListCampaigns returns the campaigns, the newest first.
func (h Marketing) MarketingListCampaigns(ctx context.Context, req api.MarketingListCampaignsRequestObject) (api.MarketingListCampaignsResponseObject, error) {
	before, status, limit := beginning, (*string)(req.Body.Status), int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, listName, status, &before); err != nil {
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
		next, err := paging.EncodeCursor(listName, status, position{At: last.CreatedAt, ID: last.ID})
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
