package main_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// compareStock expects the products of the books, with their prices and pieces.
func (d *day) compareStock(t *testing.T) {
	t.Helper()
	var hits []struct {
		ID, Slug        string
		PriceDkk, Stock int64
	}
	d.owner.ok(t, "products.search", object{"limit": 100}, &hits)
	if len(hits) != len(d.books.products) {
		t.Errorf("there are %d products, want %d", len(hits), len(d.books.products))
	}
	for _, hit := range hits {
		p := d.books.products[hit.Slug]
		if p == nil || hit.PriceDkk != p.price || hit.Stock != p.stock {
			t.Errorf("%+v, want %+v", hit, p)
			continue
		}
		p.id = hit.ID
	}
}

// compareInsight expects what the books add up: of the stock, the products, the days, the codes and the agents.
func (d *day) compareInsight(t *testing.T) {
	t.Helper()
	d.owner.says(t, "analytics.low_stock", object{}, object{"items": d.books.scarce(), "nextCursor": nil})
	d.owner.says(t, "analytics.top_products", object{"by": "revenue"}, d.books.best(func(s productSales) int64 { return s.revenue }))
	d.owner.says(t, "analytics.top_products", object{"by": "quantity", "categorySlug": "briller"},
		slices.DeleteFunc(d.books.best(func(s productSales) int64 { return s.pieces }), func(o object) bool { return d.books.products[o["slug"].(string)].category != "briller" }))
	d.owner.says(t, "analytics.discount_performance", object{}, d.books.codesUsed())
	d.compareDays(t)
	d.compareAgents(t)
	d.awaitCounts(t)
}

// scarce returns the products of which few are left, the fewest first.
func (b *books) scarce() (list []object) {
	all := slices.DeleteFunc(b.shelf(), func(p *product) bool { return p.stock > few })
	slices.SortStableFunc(all, func(p, q *product) int { return cmp.Compare(p.stock, q.stock) })
	for _, p := range all {
		sold, cover := b.sold()[p.slug].pieces, any(nil)
		if sold > 0 {
			cover = p.stock * 30 / sold
		}
		list = append(list, object{"productId": p.id, "slug": p.slug, "name": p.name, "variantId": nil, "variantSku": nil, "variantAttributes": nil,
			"stock": p.stock, "soldLast30Days": sold, "daysOfCover": cover})
	}
	return list
}

// productSales is what was paid for and not given back.
type productSales struct {
	slug            string
	pieces, revenue int64
}

// sold returns what each product sold, by slug.
func (b *books) sold() map[string]productSales {
	sums := map[string]productSales{}
	for _, s := range b.sales {
		for _, l := range s.lines {
			if kept := l.pieces - l.returned; s.revenue() > 0 && kept > 0 {
				sums[l.slug] = productSales{l.slug, sums[l.slug].pieces + kept, sums[l.slug].revenue + s.worth(l, kept)}
			}
		}
	}
	return sums
}

// best returns the products that sold, those with the greatest number first.
func (b *books) best(number func(productSales) int64) (list []object) {
	all := sorted(b.sold(), func(s productSales) string { return s.slug })
	slices.SortStableFunc(all, func(p, q productSales) int { return cmp.Compare(number(q), number(p)) })
	for _, s := range all {
		p := b.products[s.slug]
		list = append(list, object{"productId": p.id, "slug": p.slug, "productName": p.name, "variantId": nil, "variantSku": nil, "variantAttributes": nil,
			"deleted": false, "quantity": s.pieces, "revenueOere": s.revenue})
	}
	return list
}

// codesUsed returns what each code did, those with the most revenue first.
func (b *books) codesUsed() (list []object) {
	for name, c := range b.codes {
		var orders, discount, revenue int64
		for _, s := range b.sales {
			if s.code == name {
				orders++
				revenue += s.revenue()
			}
			if s.code == name && s.paid {
				discount += s.discount
			}
		}
		list = append(list, object{"code": name, "orderCount": orders, "discountOere": discount, "revenueOere": revenue, "usageCount": c.uses, "usageLimit": c.limit})
	}
	slices.SortFunc(list, func(a, b object) int { return cmp.Compare(b["revenueOere"].(int64), a["revenueOere"].(int64)) })
	return list
}

// compareDays expects that the sales of the days around now are those of the books.
func (d *day) compareDays(t *testing.T) {
	t.Helper()
	now := time.Now().UTC()
	var days []struct{ OrderCount, RevenueOere, RefundedOere int64 }
	d.owner.ok(t, "analytics.sales_over_time", object{
		"fromDate": now.AddDate(0, 0, -1).Format(time.RFC3339), "toDate": now.AddDate(0, 0, 1).Format(time.RFC3339), "interval": "day",
	}, &days)
	var orders, revenue, refunded int64
	for _, day := range days {
		orders, revenue, refunded = orders+day.OrderCount, revenue+day.RevenueOere, refunded+day.RefundedOere
	}
	if sum := d.books.sum(); orders != int64(len(d.books.sales)) || revenue != sum.revenue || refunded != sum.refunded {
		t.Errorf("the days are %+v, want %d orders and %+v", days, len(d.books.sales), sum)
	}
}

// agentSales is what software agents ordered.
type agentSales struct{ OrderCount, RevenueOere int64 }

// compareAgents expects the orders of each software agent.
func (d *day) compareAgents(t *testing.T) {
	t.Helper()
	want, all := map[string]agentSales{}, agentSales{}
	for _, s := range d.books.sales {
		if s.byAgent(d.books.channel) {
			of := want[s.source]
			want[s.source] = agentSales{of.OrderCount + 1, of.RevenueOere + s.revenue()}
			all = agentSales{all.OrderCount + 1, all.RevenueOere + s.revenue()}
		}
	}
	var seen struct {
		AIOrderCount, AIRevenueOere int64
		BySource                    []struct {
			AIAgentSource string
			agentSales
		}
	}
	d.owner.ok(t, "analytics.agent_activity", object{}, &seen)
	got := map[string]agentSales{}
	for _, of := range seen.BySource {
		got[of.AIAgentSource] = of.agentSales
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || (agentSales{seen.AIOrderCount, seen.AIRevenueOere}) != all {
		t.Errorf("the agents ordered %+v, want %+v, in all %+v", seen, want, all)
	}
}

// awaitCounts waits until the searches, and the calls of the agent, are counted, which happens every few seconds.
func (d *day) awaitCounts(t *testing.T) {
	t.Helper()
	want := map[string]tally{"the agent": *d.books.calls[d.agent.key]}
	for words, sum := range d.books.searches {
		want[words] = *sum
	}
	await(t, fmt.Sprint("counted is ", want), func() bool { return fmt.Sprint(d.readCounts(t)) == fmt.Sprint(want) })
}

// readCounts returns what the shop has counted.
func (d *day) readCounts(t *testing.T) map[string]tally {
	t.Helper()
	got := map[string]tally{}
	var terms []struct {
		Q              string
		Count          int64
		AverageResults float64
	}
	d.owner.ok(t, "analytics.search_terms", object{}, &terms)
	for _, term := range terms {
		got[term.Q] = tally{term.Count, int64(math.Round(term.AverageResults * float64(term.Count)))}
	}
	var activity struct {
		ByKey []struct {
			KeyName       string
			Calls, Errors int64
		}
	}
	d.owner.ok(t, "analytics.agent_activity", object{}, &activity)
	for _, key := range activity.ByKey {
		if key.KeyName == "agent" {
			got["the agent"] = tally{key.Calls, key.Errors}
		}
	}
	return got
}

// orderSums are those of all orders, in ore and in orders.
type orderSums struct{ revenue, refunded, discounts, shipping, paid, owed int64 }

// sum adds up the orders.
func (b *books) sum() (all orderSums) {
	for _, s := range b.sales {
		all.revenue += s.revenue()
		all.refunded += s.refunded
		if s.paid {
			all.paid++
			all.discounts += s.discount
			all.shipping += s.shipping
		}
		if s.status == "cancelled" && s.revenue() > 0 {
			all.owed++
		}
	}
	return all
}

// compareSummary has the owner read what was sold, and expects what the books add up.
func (d *day) compareSummary(t *testing.T) {
	t.Helper()
	b, sum := d.books, d.books.sum()
	statuses := object{}
	for _, status := range []string{
		"pending_payment", "pending", "paid", "processing", "shipped", "delivered", "completed", "cancelled", "refunded", "partial_refund", "flagged_review", "disputed",
	} {
		statuses[status] = b.withStatus(status)
	}
	d.owner.says(t, "analytics.summary", object{"lowStockThreshold": 3}, object{
		"period": object{"from": nil, "to": nil},
		"orders": object{
			"count": len(b.sales), "revenueOere": sum.revenue, "discountsGivenOere": sum.discounts, "shippingCollectedOere": sum.shipping,
			"refundedOere": sum.refunded, "averageOrderOere": share(sum.revenue, 1, sum.paid), "statusCounts": statuses, "refundOwedCount": sum.owed,
		},
		"catalog":     object{"totalProducts": len(b.products), "lowStock": b.lowStock(), "lowStockCount": len(b.scarce())},
		"customers":   object{"count": b.customers()},
		"topProducts": b.topFive(),
	})
}

func (b *books) withStatus(status string) (n int) {
	for _, s := range b.sales {
		if s.status == status {
			n++
		}
	}
	return n
}

// customers returns how many people ordered and were not erased.
func (b *books) customers() int {
	buyers := map[string]bool{}
	for _, s := range b.sales {
		buyers[s.buyer] = true
	}
	return len(buyers) - len(b.erased)
}

func (b *books) lowStock() (list []object) {
	for _, p := range b.scarce() {
		slug := p["slug"].(string)
		list = append(list, object{"slug": slug, "name": p["name"], "brand": b.products[slug].brand, "variantId": nil, "variantSku": nil, "variantAttributes": nil,
			"stock": p["stock"]})
	}
	return list
}

func (b *books) topFive() (list []object) {
	best := b.best(func(s productSales) int64 { return s.revenue })
	for _, p := range best[:min(5, len(best))] {
		list = append(list, object{"productId": p["productId"], "productName": p["productName"], "totalSold": p["quantity"], "revenueOere": p["revenueOere"]})
	}
	return list
}
