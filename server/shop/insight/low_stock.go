package insight

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/shop/catalog"
)

const lowStockList = "analytics.low_stock"

// soldIn is the time whose sales say how long the stock lasts.
const soldIn = 30 * 24 * time.Hour

// AnalyticsLowStock returns the products that run out.
func (h Analytics) AnalyticsLowStock(ctx context.Context, req api.AnalyticsLowStockRequestObject) (api.AnalyticsLowStockResponseObject, error) {
	threshold, limit, after := *req.Body.Threshold, int(*req.Body.Limit), catalog.BeforeScarce
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, lowStockList, threshold, &after); err != nil {
			return nil, err
		}
		if strings.Contains(after.Name, "\x00") { // PostgreSQL has no such text
			return nil, paging.ForeignCursor()
		}
	}
	first, _, _, err := h.Products.Scarce(ctx, threshold, after, limit+1)
	if err != nil {
		return nil, err
	}
	result := api.AnalyticsLowStockResult{Items: []api.LowStockProduct{}}
	if len(first) > limit {
		first = first[:limit]
		next, err := paging.EncodeCursor(lowStockList, threshold, first[limit-1])
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	if result.Items, err = h.lasting(ctx, first); err != nil {
		return nil, err
	}
	return api.AnalyticsLowStock200JSONResponse{Ok: true, Result: result}, nil
}

// lasting returns products with what they sold lately, and how long their stock lasts.
func (h Analytics) lasting(ctx context.Context, few []catalog.Scarce) ([]api.LowStockProduct, error) {
	names, err := h.productsByID(ctx, idsOf(few))
	if err != nil {
		return nil, err
	}
	pieces := make(map[string]int64, len(few))
	for _, p := range few {
		pieces[p.ID.String()] = 0
	}
	now := h.Store.Now()
	err = h.sold(ctx, []period{{now.Add(-soldIn), now.Add(time.Millisecond)}}, func(_ int, _ string, all iter.Seq[ranked]) {
		for r := range all {
			if _, wanted := pieces[r.name]; wanted {
				pieces[r.name] = r.count
			}
		}
	}, products)
	items := []api.LowStockProduct{}
	for _, p := range few {
		id := p.ID.String()
		item := api.LowStockProduct{ProductId: id, Slug: names[id].Slug, Name: names[id].Name, Stock: p.Stock, SoldLast30Days: pieces[id]}
		if item.SoldLast30Days > 0 {
			days := p.Stock * int64(soldIn/(24*time.Hour)) / item.SoldLast30Days
			item.DaysOfCover = &days
		}
		items = append(items, item)
	}
	return items, err
}

func idsOf(few []catalog.Scarce) []uuid.UUID {
	ids := make([]uuid.UUID, len(few))
	for i, p := range few {
		ids[i] = p.ID
	}
	return ids
}
