package insight

import (
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
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
	limit, sold := int(*req.Body.Limit), goods{h, p, *req.Body.ByVariant}
	if req.Body.CategorySlug == nil {
		found, err = sold.top(ctx, limit, order, func(string) bool { return true })
	} else {
		found, err = sold.topOf(ctx, limit, order, *req.Body.CategorySlug)
	}
	if err != nil {
		return nil, err
	}
	names, err := h.productsOf(ctx, found)
	if err != nil {
		return nil, err
	}
	variants, err := h.variantsOf(ctx, found)
	result := []api.TopProduct{}
	for _, r := range found {
		p := names[r.name]
		one := api.TopProduct{ProductId: r.name, Slug: p.Slug, ProductName: p.Name, Deleted: p.DeletedAt != nil, Quantity: r.count, RevenueOere: safeAmount(r.amount)}
		one.VariantId, one.VariantSku, one.VariantAttributes = variants.shown(r.variant)
		result = append(result, one)
	}
	return api.AnalyticsTopProducts200JSONResponse{Ok: true, Result: result, Period: span.Bounds()}, err
}

// goods are the products that were sold in a period, or their variants.
type goods struct {
	Analytics
	period    period
	byVariant bool
}

// each calls fn with all of them: by variant with each that was sold, and with what was sold of its product without one.
func (h goods) each(ctx context.Context, fn func(rankedThing)) error {
	kinds := []string{kindProduct}
	if h.byVariant {
		kinds = []string{kindVariant, kindProduct} // in this order
	}
	ofVariants := map[string]figures{} // by product
	return h.readSums(ctx, []period{h.period}, func(_ int, kind string, all iter.Seq[rankedThing]) {
		for r := range all {
			if kind == kindVariant {
				r.name, r.variant, _ = strings.Cut(r.name, "/")
				sum := ofVariants[r.name]
				sum.add(r.figures)
				ofVariants[r.name] = sum
			} else if sum, varied := ofVariants[r.name]; varied {
				if r.subtract(sum); r.figures == (figures{}) {
					continue
				}
			}
			fn(r)
		}
	}, kinds...)
}

// top returns the first of those whose products are wanted.
func (h goods) top(ctx context.Context, limit int, order ranking, wanted func(product string) bool) ([]rankedThing, error) {
	b := topList{most: limit, order: order}
	err := h.each(ctx, func(r rankedThing) {
		if wanted(r.name) {
			b.add(r)
		}
	})
	return b.found, err
}

// topOf returns the first of those of a category. Of a large category it reads no more products than have to be looked at.
func (h goods) topOf(ctx context.Context, limit int, order ranking, slug string) ([]rankedThing, error) {
	ids, err := h.Store.Read().InsightProductsOf(ctx, db.InsightProductsOfParams{Slug: slug, Most: maxCategory + 1})
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return nil, problem.Newf(problem.CategoryNotFound, "No category has the slug %q.", slug)
	}
	if len(ids) > maxCategory {
		return h.topOfMany(ctx, limit, order, slug)
	}
	in := make(map[string]bool, len(ids))
	for _, id := range ids {
		if id != nil {
			in[id.String()] = true
		}
	}
	return h.top(ctx, limit, order, func(id string) bool { return in[id] })
}

// maxCategory is the largest number of products of a category that are read in order to find those that sold.
const maxCategory = 10_000

// topOfMany ranks all that sold, and asks of the best, and then of the next ones, which are in the category.
func (h goods) topOfMany(ctx context.Context, limit int, order ranking, slug string) (found []rankedThing, err error) {
	var sold []rankedThing
	err = h.each(ctx, func(r rankedThing) { sold = append(sold, r) })
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

// variants are variants by their ids, removed ones too.
type variants map[string]db.InsightVariantsRow

// variantsOf returns the variants that are ranked.
func (h Analytics) variantsOf(ctx context.Context, all []rankedThing) (variants, error) {
	var ids []uuid.UUID
	for _, r := range all {
		if id, err := uuid.Parse(r.variant); err == nil { // an order could name anything
			ids = append(ids, id)
		}
	}
	return h.variantsByID(ctx, ids)
}

func (h Analytics) variantsByID(ctx context.Context, ids []uuid.UUID) (variants, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := h.Store.Read().InsightVariants(ctx, ids)
	all := make(variants, len(rows))
	for _, r := range rows {
		all[r.ID.String()] = r
	}
	return all, err
}

// shown returns the fields of an answer about a variant, or with "" about none.
func (all variants) shown(id string) (variantID, sku *string, attributes api.VariantAttributes) {
	if id == "" {
		return nil, nil, nil
	}
	return &id, all[id].Sku, all[id].Attributes
}
