package insight

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// AnalyticsTopProducts returns the products that sold most.
func (h Analytics) AnalyticsTopProducts(ctx context.Context, req api.AnalyticsTopProductsRequestObject) (api.AnalyticsTopProductsResponseObject, error) {
	order := byAmount
	if req.Body.By == api.Quantity {
		order = byCount
	}
	var found []ranked
	var err error
	p, limit := periodOf(req.Body.FromDate, req.Body.ToDate), int(*req.Body.Limit)
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
		result = append(result, api.TopProduct{ProductId: r.name, Slug: p.Slug, ProductName: p.Name, Quantity: r.count, RevenueOere: shown(r.amount)})
	}
	return api.AnalyticsTopProducts200JSONResponse{Ok: true, Result: result}, err
}

// top returns the first of the products that are wanted.
func (h Analytics) top(ctx context.Context, p period, limit int, order order, wanted func(id string) bool) ([]ranked, error) {
	b := best{most: limit, order: order}
	err := h.sold(ctx, []period{p}, func(_ int, _ string, all iter.Seq[ranked]) {
		for r := range all {
			if wanted(r.name) {
				b.add(r)
			}
		}
	}, products)
	return b.found, err
}

// productsOf returns the products that are ranked, by their ids.
func (h Analytics) productsOf(ctx context.Context, all []ranked) (map[string]db.InsightProductsRow, error) {
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
