package insight

import (
	"context"
	"iter"
	"math"
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
		result = append(result, api.TopProduct{ProductId: r.name, Slug: p.Slug, ProductName: p.Name, Deleted: p.DeletedAt != nil, Quantity: r.count, RevenueOere: safeAmount(r.amount)})
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
	b, limit := req.Body, int(*req.Body.Limit)
	q := search.ScarceQuery{Threshold: *b.Threshold, After: search.BeforeScarce, Limit: limit + 1}
	list := *b
	list.Limit, list.Cursor = nil, nil
	if b.Cursor != nil {
		if err := paging.DecodeCursor(*b.Cursor, lowStockList, list, &q.After); err != nil {
			return nil, err
		}
		if strings.Contains(q.After.Name, "\x00") { // PostgreSQL has no such text
			return nil, paging.ForeignCursor()
		}
	}
	if err := h.rank(ctx, &q, b); err != nil {
		return nil, err
	}
	first, _, _, err := h.Search.Scarce(ctx, q, b.CategorySlug, b.Brand)
	if err != nil {
		return nil, err
	}
	result := api.AnalyticsLowStockResult{}
	if len(first) > limit {
		first = first[:limit]
		next, err := paging.EncodeCursor(lowStockList, list, first[limit-1])
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

// rank has a query list what sold lately alone, and first what lasts the fewest days, if a request asks for that.
func (h Analytics) rank(ctx context.Context, q *search.ScarceQuery, b *api.AnalyticsLowStockRequest) (err error) {
	var sold, covering map[uuid.UUID]int64
	all := func(string) bool { return true }
	if b.SoldWithinDays != nil {
		if sold, err = h.soldIn(ctx, *b.SoldWithinDays, all); err != nil {
			return err
		}
	}
	if *b.Sort == api.LowStockSortDaysOfCover {
		if covering, err = h.soldIn(ctx, coverDays, all); err != nil {
			return err
		}
	}
	if sold == nil && covering == nil {
		return nil
	}
	q.Rank = func(id uuid.UUID, stock int64) (rank int64, listed bool) {
		if covering != nil {
			rank = math.MaxInt64
			if days := daysOfCover(stock, covering[id]); days != nil {
				rank = *days
			}
		}
		return rank, sold == nil || sold[id] > 0
	}
	return nil
}

// coverDays are the days whose sales say how long the stock lasts.
const coverDays = 30

// daysOfCover returns for how many days a stock lasts, rounded down; nil if nothing sold.
func daysOfCover(stock, sold int64) *int64 {
	if sold <= 0 {
		return nil
	}
	return new(stock * coverDays / sold)
}

// soldIn returns how many pieces of wanted products were sold in the last days: paid for, not refunded, not of a cancelled order.
func (h Analytics) soldIn(ctx context.Context, days int64, wanted func(id string) bool) (map[uuid.UUID]int64, error) {
	pieces := map[uuid.UUID]int64{}
	now := h.Store.Now()
	lately := []period{{now.Add(-time.Duration(days) * 24 * time.Hour), now.Add(time.Millisecond)}}
	err := h.readSums(ctx, lately, func(_ int, _ string, all iter.Seq[rankedThing]) {
		for r := range all {
			if r.count > 0 && wanted(r.name) {
				pieces[uuid.MustParse(r.name)] = r.count
			}
		}
	}, kindProduct)
	if err != nil {
		return nil, err
	}
	cancelled, err := h.readReturned(ctx, lately, api.OrderStatusCancelled) // their money counts, and their goods are in the stock
	for _, r := range cancelled {
		if id := uuid.MustParse(r.Name); pieces[id] > 0 {
			pieces[id] = max(pieces[id]-r.Count, 0)
		}
	}
	return pieces, err
}

// withCover returns products with what they sold lately, and how long their stock lasts.
func (h Analytics) withCover(ctx context.Context, few []search.Scarce) ([]api.LowStockProduct, error) {
	names, err := h.productsByID(ctx, scarceIDs(few))
	if err != nil {
		return nil, err
	}
	sold, err := h.soldIn(ctx, coverDays, func(id string) bool { _, listed := names[id]; return listed })
	items := []api.LowStockProduct{}
	for _, p := range few {
		id := p.ID.String()
		items = append(items, api.LowStockProduct{
			ProductId: id, Slug: names[id].Slug, Name: names[id].Name, Stock: p.Stock, SoldLast30Days: sold[p.ID], DaysOfCover: daysOfCover(p.Stock, sold[p.ID]),
		})
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
