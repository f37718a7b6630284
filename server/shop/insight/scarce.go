package insight

import (
	"context"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/shop/search"
)

// AnalyticsLowStock returns the products and variants that run out.
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
	first, next, err := paging.Cut(first, limit, lowStockList, list, func(p *search.Scarce) any { return *p })
	if err != nil {
		return nil, err
	}
	result := api.AnalyticsLowStockResult{NextCursor: next}
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

// soldIn returns how many pieces of wanted products and variants were sold in the last days: paid for, not refunded, not of a cancelled order.
func (h Analytics) soldIn(ctx context.Context, days int64, wanted func(id string) bool) (map[uuid.UUID]int64, error) {
	pieces := map[uuid.UUID]int64{}
	now := h.Store.Now()
	lately := []period{{now.Add(-time.Duration(days) * 24 * time.Hour), now.Add(time.Millisecond)}}
	kinds := []string{kindProduct, kindVariant}
	err := h.readSums(ctx, lately, func(_ int, _ string, all iter.Seq[rankedThing]) {
		for r := range all {
			if id := goodsID(r.name); r.count > 0 && wanted(id) {
				if id, err := uuid.Parse(id); err == nil { // an order could name anything
					pieces[id] = r.count
				}
			}
		}
	}, kinds...)
	if err != nil {
		return nil, err
	}
	cancelled, err := h.readReturned(ctx, lately, api.OrderStatusCancelled, kinds) // their money counts, and their goods are in the stock
	for _, r := range cancelled {
		if id, err := uuid.Parse(goodsID(r.Name)); err == nil && pieces[id] > 0 {
			pieces[id] = max(pieces[id]-r.Count, 0)
		}
	}
	return pieces, err
}

// goodsID returns the id of a thing of the kind kindProduct or kindVariant.
func goodsID(name string) string { return name[strings.IndexByte(name, '/')+1:] }

// withCover returns what runs out, with what it sold lately, and how long its stock lasts.
func (h Analytics) withCover(ctx context.Context, few []search.Scarce) ([]api.LowStockProduct, error) {
	names, variants, err := h.namesOf(ctx, few)
	if err != nil {
		return nil, err
	}
	listed := map[string]bool{}
	for _, p := range few {
		listed[p.Goods().String()] = true
	}
	sold, err := h.soldIn(ctx, coverDays, func(id string) bool { return listed[id] })
	items := []api.LowStockProduct{}
	for _, p := range few {
		id, pieces := p.ID.String(), sold[p.Goods()]
		one := api.LowStockProduct{ProductId: id, Slug: names[id].Slug, Name: names[id].Name, Stock: p.Stock, SoldLast30Days: pieces, DaysOfCover: daysOfCover(p.Stock, pieces)}
		one.VariantId, one.VariantSku, one.VariantAttributes = variants.shown(variantOf(p))
		items = append(items, one)
	}
	return items, err
}

// variantOf returns the id of the variant, or "".
func variantOf(p search.Scarce) string {
	if p.Variant == uuid.Nil {
		return ""
	}
	return p.Variant.String()
}

// namesOf returns the products and the variants that run out.
func (h Analytics) namesOf(ctx context.Context, few []search.Scarce) (map[string]db.InsightProductsRow, variants, error) {
	var products, ofThem []uuid.UUID
	for _, p := range few {
		products = append(products, p.ID)
		if p.Variant != uuid.Nil {
			ofThem = append(ofThem, p.Variant)
		}
	}
	names, err := h.productsByID(ctx, products)
	if err != nil {
		return nil, nil, err
	}
	variants, err := h.variantsByID(ctx, ofThem)
	return names, variants, err
}
