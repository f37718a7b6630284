package insight

import (
	"context"
	"iter"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
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

// maxCategory is the largest number of products of a category that are read in order to find those that sold.
const maxCategory = 10_000

// topOf returns the first of the products of a category. Of a large category it reads no more products than have to be looked at.
func (h Analytics) topOf(ctx context.Context, p period, limit int, order order, slug string) ([]ranked, error) {
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

// topOfMany ranks all products that sold, and asks of the best, and then of the next ones, which are in the category.
func (h Analytics) topOfMany(ctx context.Context, p period, limit int, order order, slug string) (found []ranked, err error) {
	var sold []ranked
	err = h.sold(ctx, []period{p}, func(_ int, _ string, all iter.Seq[ranked]) { sold = slices.Collect(all) }, products)
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
