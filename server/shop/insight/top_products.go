package insight

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
)

// AnalyticsTopProducts returns the products that sold most.
func (h Analytics) AnalyticsTopProducts(ctx context.Context, req api.AnalyticsTopProductsRequestObject) (api.AnalyticsTopProductsResponseObject, error) {
	wanted, err := h.inCategory(ctx, req.Body.CategorySlug)
	if err != nil {
		return nil, err
	}
	order := byAmount
	if req.Body.By == api.Quantity {
		order = byCount
	}
	top := best{most: int(*req.Body.Limit), order: order}
	err = h.sold(ctx, []period{periodOf(req.Body.FromDate, req.Body.ToDate)}, func(_ int, _ string, all iter.Seq[ranked]) {
		for r := range all {
			if wanted == nil || wanted[r.name] {
				top.add(r)
			}
		}
	}, products)
	if err != nil {
		return nil, err
	}
	names, err := h.productsOf(ctx, top.found)
	result := []api.TopProduct{}
	for _, r := range top.found {
		p := names[r.name]
		result = append(result, api.TopProduct{ProductId: r.name, Slug: p.Slug, ProductName: p.Name, Quantity: r.count, RevenueOere: shown(r.amount)})
	}
	return api.AnalyticsTopProducts200JSONResponse{Ok: true, Result: result}, err
}

// inCategory returns the products of a category by their ids; nil for all products.
func (h Analytics) inCategory(ctx context.Context, slug *string) (map[string]bool, error) {
	if slug == nil {
		return nil, nil
	}
	ids, err := h.Store.Read().InsightProductsOf(ctx, *slug)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, problem.Newf(problem.CategoryNotFound, "No category has the slug %q.", *slug)
	}
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != nil {
			wanted[id.String()] = true
		}
	}
	return wanted, nil
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
