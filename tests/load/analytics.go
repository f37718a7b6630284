package main

import (
	"fmt"
	"math/rand/v2"
	"time"
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
	add("", "search_terms", always(`{}`))
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
