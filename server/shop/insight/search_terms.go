package insight

import (
	"context"
	"math"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/timestamp"
)

// AnalyticsSearchTerms returns what was searched.
func (h Analytics) AnalyticsSearchTerms(ctx context.Context, req api.AnalyticsSearchTermsRequestObject) (api.AnalyticsSearchTermsResponseObject, error) {
	p := periodOf(req.Body.FromDate, req.Body.ToDate).countedIn(h.Store.Now())
	b := best{most: int(*req.Body.Limit), order: byFrequency}
	err := h.Ledger.Read(ctx, func(of func(string) *tallies) {
		for r := range of(terms).all(p, nil) {
			if !*req.Body.NoResultsOnly || r.amount == 0 {
				b.add(r)
			}
		}
	})
	if err != nil {
		return nil, err
	}
	names := make([]string, len(b.found))
	for i, r := range b.found {
		names[i] = r.name
	}
	rows, err := h.Store.Read().InsightSeen(ctx, db.InsightSeenParams{Since: p.from, Until: p.until, Names: names})
	if err != nil {
		return nil, err
	}
	seen := make(map[string]timestamp.Time, len(rows))
	for _, r := range rows {
		seen[r.Name] = timestamp.Of(r.LastAt)
	}
	result := []api.SearchTerm{}
	for _, r := range b.found {
		const tenth = 10
		average := math.Round(float64(r.amount)/float64(r.count)*tenth) / tenth
		result = append(result, api.SearchTerm{Q: r.name, Count: r.count, AverageResults: average, LastSeenAt: seen[r.name]})
	}
	return api.AnalyticsSearchTerms200JSONResponse{Ok: true, Result: result}, nil
}
