package main_test

import "testing"

// sums are those of all orders, in ore and in orders.
type sums struct{ revenue, refunded, discounts, shipping, paid, owed int64 }

// sum adds up the orders.
func (b *books) sum() (all sums) {
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
	d.owner.says(t, "analytics.summary", object{}, object{
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
		list = append(list, object{"slug": slug, "name": p["name"], "brand": b.products[slug].brand, "stock": p["stock"]})
	}
	return list
}

func (b *books) topFive() (list []object) {
	best := b.best(func(s sold) int64 { return s.revenue })
	for _, p := range best[:min(5, len(best))] {
		list = append(list, object{"productId": p["productId"], "productName": p["productName"], "totalSold": p["quantity"], "revenueOere": p["revenueOere"]})
	}
	return list
}
