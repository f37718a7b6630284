package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
)

// analytics are the operations analytics.*, for periods of any length in the two years of the orders.
func (s *sample) analytics() (all []operation) {
	add := func(name, operation string, bodies func(*rand.Rand) draw) {
		all = append(all, over("analytics."+operation+name, tools+"analytics."+operation, bodies))
	}
	add(": ever", "summary", always(`{}`))
	add("", "summary", within(``))
	add(": days of two years", "sales_over_time", always(`{"fromDate":"2024-11-02T00:00Z","toDate":"2026-11-01T00:00Z","interval":"day"}`))
	add("", "sales_over_time", within(`,"interval":"week","timezone":"America/St_Johns"`))
	add(": ever", "top_products", always(`{"by":"revenue"}`))
	add("", "top_products", within(`,"by":"quantity"`))
	add(": category", "top_products", picked(s.categories, `{"by":"revenue","fromDate":"2025-03-31T22:00Z","toDate":"2026-03-31T21:59:59.999Z","categorySlug":"`, `"}`))
	add(": ever", "discount_performance", always(`{}`))
	add("", "discount_performance", within(``))
	add("", "low_stock", always(`{"limit":100,"threshold":100}`))
	add("", "agent_activity", within(``))
	add(": 400 days", "search_terms", always(`{}`))
	add(": 30 days", "search_terms", func(*rand.Rand) draw { return lately })
	return all
}

// within adds a period to the other fields of a body. Its ends are at any millisecond.
func within(more string) func(*rand.Rand) draw {
	const span = 2 * 365 * 24 * time.Hour
	began := time.Date(2024, time.November, 1, 0, 0, 0, 0, time.UTC)
	return func(r *rand.Rand) draw {
		moment := func() time.Duration { return time.Duration(r.Int64N(int64(span))) }
		return func() ([]byte, error) {
			a, b := moment(), moment()
			const layout = "2006-01-02T15:04:05.000Z"
			return fmt.Appendf(nil, `{"fromDate":%q,"toDate":%q%s}`, began.Add(min(a, b)).Format(layout), began.Add(max(a, b)).Format(layout), more), nil
		}
	}
}

// lately returns the body for the last thirty days.
func lately() ([]byte, error) {
	return fmt.Appendf(nil, `{"fromDate":%q}`, time.Now().UTC().AddDate(0, 0, -30).Format(time.RFC3339)), nil
}

// prepareTerms writes as many search terms as are kept, as if they had been searched.
func prepareTerms(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `INSERT INTO insight_things (kind, start, name, count, amount, last_at, fold)
		SELECT 'term', date_trunc('day', now(), 'UTC') - n * interval '1 day', 'term ' || t * (1 + (n + t) % 7), 1 + 5000 / t, t % 5, now() - n * interval '1 day', 0
		FROM generate_series(1, 399) AS n, generate_series(1, 1000) AS t ON CONFLICT DO NOTHING`)
	return err
}
