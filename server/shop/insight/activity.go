package insight

import (
	"context"
	"iter"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

// AnalyticsSearchTerms returns what was searched.
func (h Analytics) AnalyticsSearchTerms(ctx context.Context, req api.AnalyticsSearchTermsRequestObject) (api.AnalyticsSearchTermsResponseObject, error) {
	p, span, err := h.period(req.Body.Period, req.Body.FromDate, req.Body.ToDate)
	if err != nil {
		return nil, err
	}
	p = p.countedDays(span)
	bounds := span.Bounds()
	if bounds != nil {
		bounds.From, bounds.To = wire.TimeOf(p.from), wire.TimeOf(p.until.Add(-time.Millisecond))
	}
	p = p.keptDays(h.Store.Now())
	rows, err := h.Store.Read().InsightCounted(ctx, db.InsightCountedParams{
		Kind: kindTerm, Since: p.from, Until: p.until, NothingFound: *req.Body.NoResultsOnly, Most: *req.Body.Limit,
	})
	result := []api.SearchTerm{}
	for _, r := range rows {
		const tenth = 10
		average := math.Round(float64(r.Amount)/float64(r.Count)*tenth) / tenth
		result = append(result, api.SearchTerm{Q: r.Name, Count: r.Count, AverageResults: average, LastSeenAt: wire.TimeOf(r.LastAt)})
	}
	return api.AnalyticsSearchTerms200JSONResponse{Ok: true, Result: result, Period: bounds}, err
}

// AnalyticsAgentActivity returns what software agents did: their orders, and the calls of keys.
func (h Analytics) AnalyticsAgentActivity(ctx context.Context, req api.AnalyticsAgentActivityRequestObject) (api.AnalyticsAgentActivityResponseObject, error) {
	p, span, err := h.period(req.Body.Period, req.Body.FromDate, req.Body.ToDate)
	if err != nil {
		return nil, err
	}
	limit := int(*req.Body.Limit)
	result := api.AnalyticsAgentActivityResult{BySource: []api.AgentSource{}}
	b := topList{most: limit, order: byCount}
	err = h.readSums(ctx, []period{p}, func(_ int, _ string, all iter.Seq[rankedThing]) {
		for r := range all {
			result.AiOrderCount += r.count
			result.AiRevenueOere = addAmounts(result.AiRevenueOere, r.amount)
			b.add(r)
		}
	}, kindSource)
	if err != nil {
		return nil, err
	}
	result.AiRevenueOere = safeAmount(result.AiRevenueOere)
	for _, r := range b.found {
		source := api.AgentSource{OrderCount: r.count, RevenueOere: safeAmount(r.amount)}
		if r.name != "" {
			source.AiAgentSource = &r.name
		}
		result.BySource = append(result.BySource, source)
	}
	result.ByKey, err = h.byKey(ctx, p.countedDays(span).keptDays(h.Store.Now()), limit)
	if err != nil {
		return nil, err
	}
	result.TopProducts = []api.AgentProduct{}
	if result.AiOrderCount > 0 {
		result.TopProducts, err = h.agentProducts(ctx, p, limit)
	}
	return api.AnalyticsAgentActivity200JSONResponse{Ok: true, Result: result, Period: span.Bounds()}, err
}

// agentProducts returns the products that brought in most in the orders of agents.
func (h Analytics) agentProducts(ctx context.Context, p period, limit int) ([]api.AgentProduct, error) {
	sold, err := h.Store.Read().InsightAgentProducts(ctx, db.InsightAgentProductsParams{Since: p.from, Until: p.until, Most: int64(limit)})
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(sold))
	for i, r := range sold {
		ids[i] = r.ID
	}
	names, err := h.productsByID(ctx, ids)
	all := []api.AgentProduct{}
	for _, r := range sold {
		of := names[r.ID.String()]
		product := api.AgentProduct{ProductId: r.ID.String(), ProductName: of.Name, Quantity: r.Count, RevenueOere: safeAmount(r.Amount)}
		if of.DeletedAt == nil {
			product.Slug = &of.Slug
		}
		all = append(all, product)
	}
	return all, err
}

// byKey returns the keys that called most in a period of whole days.
func (h Analytics) byKey(ctx context.Context, p period, limit int) ([]api.AgentKey, error) {
	called, err := h.Store.Read().InsightCounted(ctx, db.InsightCountedParams{Kind: kindKey, Since: p.from, Until: p.until, Most: int64(limit)})
	if err != nil {
		return nil, err
	}
	ids := make([]uuid.UUID, len(called))
	for i, r := range called {
		ids[i] = uuid.MustParse(r.Name)
	}
	rows, err := h.Store.Read().InsightKeys(ctx, ids)
	known := make(map[string]db.InsightKeysRow, len(rows))
	for _, r := range rows {
		known[r.ID.String()] = r
	}
	all := []api.AgentKey{}
	for _, r := range called {
		key := known[r.Name]
		all = append(all, api.AgentKey{KeyId: r.Name, KeyName: key.Name, Calls: r.Count, Errors: r.Amount, LastUsedAt: wire.TimeOrNil(key.LastUsedAt)})
	}
	return all, err
}
