package insight

import (
	"context"
	"iter"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/wire"
)

// AnalyticsAgentActivity returns what software agents did: their orders, and the calls of keys.
func (h Analytics) AnalyticsAgentActivity(ctx context.Context, req api.AnalyticsAgentActivityRequestObject) (api.AnalyticsAgentActivityResponseObject, error) {
	p, limit := periodOf(req.Body.FromDate, req.Body.ToDate), int(*req.Body.Limit)
	result := api.AnalyticsAgentActivityResult{BySource: []api.AgentSource{}}
	b := best{most: limit, order: byCount}
	err := h.sold(ctx, []period{p}, func(_ int, _ string, all iter.Seq[ranked]) {
		for r := range all {
			result.AiOrderCount += r.count
			result.AiRevenueOere = plus(result.AiRevenueOere, r.amount)
			b.add(r)
		}
	}, sources)
	if err != nil {
		return nil, err
	}
	result.AiRevenueOere = shown(result.AiRevenueOere)
	for _, r := range b.found {
		source := api.AgentSource{OrderCount: r.count, RevenueOere: shown(r.amount)}
		if r.name != "" {
			source.AiAgentSource = &r.name
		}
		result.BySource = append(result.BySource, source)
	}
	result.ByKey, err = h.byKey(ctx, p.countedIn(h.Store.Now()), limit)
	return api.AnalyticsAgentActivity200JSONResponse{Ok: true, Result: result}, err
}

// byKey returns the keys that called most in a period of whole days.
func (h Analytics) byKey(ctx context.Context, p period, limit int) ([]api.AgentKey, error) {
	called, err := h.Store.Read().InsightCounted(ctx, db.InsightCountedParams{Kind: keys, Since: p.from, Until: p.until, Most: int64(limit)})
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
