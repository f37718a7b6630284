package insight

import (
	"context"
	"iter"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/discounts"
)

// AnalyticsDiscountPerformance returns what discount codes did.
func (h Analytics) AnalyticsDiscountPerformance(ctx context.Context, req api.AnalyticsDiscountPerformanceRequestObject) (api.AnalyticsDiscountPerformanceResponseObject, error) {
	var only string
	if req.Body.Code != nil {
		only = discounts.Canonical(*req.Body.Code)
	}
	b := best{most: int(*req.Body.Limit), order: byAmount}
	reduced := map[string]int64{} // in ore
	err := h.sold(ctx, []period{periodOf(req.Body.FromDate, req.Body.ToDate)}, func(_ int, kind string, all iter.Seq[ranked]) {
		for r := range all {
			switch {
			case only != "" && r.name != only:
			case kind == codes:
				b.add(r)
			default:
				reduced[r.name] = r.amount
			}
		}
	}, codes, reductions)
	if err != nil {
		return nil, err
	}
	if only != "" && len(b.found) == 0 {
		b.found = []ranked{{name: only}}
	}
	uses, err := h.uses(ctx, b.found)
	if err != nil {
		return nil, err
	}
	if _, known := uses[only]; only != "" && !known && b.found[0].figures == (figures{}) {
		return nil, problem.Newf(problem.DiscountNotFound, "No discount has the code %q.", only)
	}
	result := []api.DiscountPerformance{}
	for _, r := range b.found {
		result = append(result, api.DiscountPerformance{
			Code: r.name, OrderCount: r.count, RevenueOere: shown(r.amount), DiscountOere: shown(reduced[r.name]),
			UsageCount: uses[r.name].UsageCount, UsageLimit: uses[r.name].UsageLimit,
		})
	}
	return api.AnalyticsDiscountPerformance200JSONResponse{Ok: true, Result: result}, nil
}

// uses returns the discounts with the codes, by code.
func (h Analytics) uses(ctx context.Context, found []ranked) (map[string]db.InsightDiscountsRow, error) {
	names := make([]string, len(found))
	for i, r := range found {
		names[i] = r.name
	}
	rows, err := h.Store.Read().InsightDiscounts(ctx, names)
	all := make(map[string]db.InsightDiscountsRow, len(rows))
	for _, r := range rows {
		all[r.Code] = r
	}
	return all, err
}
