package insight

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/search"
)

// AnalyticsTopProducts returns the products that sold most.
func (h Analytics) AnalyticsTopProducts(ctx context.Context, req api.AnalyticsTopProductsRequestObject) (api.AnalyticsTopProductsResponseObject, error) {
	p, span, err := h.period(req.Body.Period, req.Body.FromDate, req.Body.ToDate)
	if err != nil {
		return nil, err
	}
	order := byAmount
	if req.Body.By == api.Quantity {
		order = byCount
	}
	var found []rankedThing
	limit := int(*req.Body.Limit)
	if req.Body.CategorySlug == nil {
		found, err = h.top(ctx, p, limit, order, func(string) bool { return true })
	} else {
		found, err = h.topOf(ctx, p, limit, order, *req.Body.CategorySlug)
	}
	if err != nil {
		return nil, err
	}
	names, err := h.productsOf(ctx, found)
	result := []api.TopProduct{}
	for _, r := range found {
		p := names[r.name]
		result = append(result, api.TopProduct{ProductId: r.name, Slug: p.Slug, ProductName: p.Name, Quantity: r.count, RevenueOere: safeAmount(r.amount)})
	}
	return api.AnalyticsTopProducts200JSONResponse{Ok: true, Result: result, Period: span.Bounds()}, err
}

// top returns the first of the products that are wanted.
func (h Analytics) top(ctx context.Context, p period, limit int, order ranking, wanted func(id string) bool) ([]rankedThing, error) {
	b := topList{most: limit, order: order}
	err := h.readSums(ctx, []period{p}, func(_ int, _ string, all iter.Seq[rankedThing]) {
		for r := range all {
			if wanted(r.name) {
				b.add(r)
			}
		}
	}, kindProduct)
	return b.found, err
}

// topOf returns the first of the products of a category. Of a large category it reads no more products than have to be looked at.
func (h Analytics) topOf(ctx context.Context, p period, limit int, order ranking, slug string) ([]rankedThing, error) {
	ids, err := h.Store.Read().InsightProductsOf(ctx, db.InsightProductsOfParams{Slug: slug, Most: maxCategory + 1})
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, problem.Newf(problem.CategoryNotFound, "No category has the slug %q.", slug)
	}
	if len(ids) > maxCategory {
		return h.topOfMany(ctx, p, limit, order, slug)
	}
	in := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != nil {
			in[id.String()] = true
		}
	}
	return h.top(ctx, p, limit, order, func(id string) bool { return in[id] })
}

// maxCategory is the largest number of products of a category that are read in order to find those that sold.
const maxCategory = 10_000

// topOfMany ranks all products that sold, and asks of the best, and then of the next ones, which are in the category.
func (h Analytics) topOfMany(ctx context.Context, p period, limit int, order ranking, slug string) (found []rankedThing, err error) {
	var sold []rankedThing
	err = h.readSums(ctx, []period{p}, func(_ int, _ string, all iter.Seq[rankedThing]) { sold = slices.Collect(all) }, kindProduct)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sold, order)
	for some := range slices.Chunk(sold, 2000) {
		ids := make([]uuid.UUID, len(some))
		for i, r := range some {
			ids[i] = uuid.MustParse(r.name)
		}
		rows, err := h.Store.Read().InsightProductsIn(ctx, db.InsightProductsInParams{Ids: ids, Slug: slug})
		if err != nil {
			return nil, err
		}
		in := make(map[string]bool, len(rows))
		for _, id := range rows {
			in[id.String()] = true
		}
		for _, r := range some {
			if in[r.name] {
				found = append(found, r)
			}
		}
		if len(found) >= limit {
			return found[:limit], nil
		}
	}
	return found, nil
}

// productsOf returns the products that are ranked, by their ids.
func (h Analytics) productsOf(ctx context.Context, all []rankedThing) (map[string]db.InsightProductsRow, error) {
	ids := make([]uuid.UUID, len(all))
	for i, r := range all {
		ids[i] = uuid.MustParse(r.name)
	}
	return h.productsByID(ctx, ids)
}

// productsByID returns products, deleted ones too.
func (h Analytics) productsByID(ctx context.Context, ids []uuid.UUID) (map[string]db.InsightProductsRow, error) {
	rows, err := h.Store.Read().InsightProducts(ctx, ids)
	all := make(map[string]db.InsightProductsRow, len(rows))
	for _, r := range rows {
		all[r.ID.String()] = r
	}
	return all, err
}

// AnalyticsLowStock returns the products that run out.
func (h Analytics) AnalyticsLowStock(ctx context.Context, req api.AnalyticsLowStockRequestObject) (api.AnalyticsLowStockResponseObject, error) {
	threshold, limit, after := *req.Body.Threshold, int(*req.Body.Limit), search.BeforeScarce
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, lowStockList, threshold, &after); err != nil {
			return nil, err
		}
		if strings.Contains(after.Name, "\x00") { // PostgreSQL has no such text
			return nil, paging.ForeignCursor()
		}
	}
	first, _, _, err := h.Search.Scarce(ctx, threshold, after, limit+1)
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
	if result.Items, err = h.withCover(ctx, first); err != nil {
		return nil, err
	}
	return api.AnalyticsLowStock200JSONResponse{Ok: true, Result: result}, nil
}

const lowStockList = "analytics.low_stock, Aa as Å" // places before were in another order

// coverPeriod is the time whose sales say how long the stock lasts.
const coverPeriod = 30 * 24 * time.Hour

// withCover returns products with what they sold lately, and how long their stock lasts.
func (h Analytics) withCover(ctx context.Context, few []search.Scarce) ([]api.LowStockProduct, error) {
	names, err := h.productsByID(ctx, scarceIDs(few))
	if err != nil {
		return nil, err
	}
	pieces := make(map[string]int64, len(few))
	for _, p := range few {
		pieces[p.ID.String()] = 0
	}
	now := h.Store.Now()
	lately := []period{{now.Add(-coverPeriod), now.Add(time.Millisecond)}}
	err = h.readSums(ctx, lately, func(_ int, _ string, all iter.Seq[rankedThing]) {
		for r := range all {
			if _, wanted := pieces[r.name]; wanted {
				pieces[r.name] = r.count
			}
		}
	}, kindProduct)
	if err != nil {
		return nil, err
	}
	cancelled, err := h.readReturned(ctx, lately, api.OrderStatusCancelled) // their money counts, and their goods are in the stock
	if err != nil {
		return nil, err
	}
	for _, r := range cancelled {
		if sold, wanted := pieces[r.Name]; wanted {
			pieces[r.Name] = max(sold-r.Count, 0)
		}
	}
	items := []api.LowStockProduct{}
	for _, p := range few {
		id := p.ID.String()
		item := api.LowStockProduct{ProductId: id, Slug: names[id].Slug, Name: names[id].Name, Stock: p.Stock, SoldLast30Days: pieces[id]}
		if item.SoldLast30Days > 0 {
			days := p.Stock * int64(coverPeriod/(24*time.Hour)) / item.SoldLast30Days
			item.DaysOfCover = &days
		}
		items = append(items, item)
	}
	return items, err
}

func scarceIDs(few []search.Scarce) []uuid.UUID {
	ids := make([]uuid.UUID, len(few))
	for i, p := range few {
		ids[i] = p.ID
	}
	return ids
}
