package insight_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/shop/insight"
	"github.com/storefront/storefront/server/test/servertest"
)

// After every history all answers are what the orders add up to: for any period and in any time zone, also while the
// sums are folded.
func TestRandomHistories(t *testing.T) {
	t.Parallel()
	for i, folding := range []string{"never", "sometimes", "always"} {
		t.Run("folded "+folding, func(t *testing.T) {
			t.Parallel()
			h := history{shop: newShop(t, servertest.Options{}), Rand: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(i)))}
			if folding == "always" {
				defer h.fold(t)()
			}
			for round := range 12 {
				for range 8 {
					h.step(t)
				}
				if folding == "sometimes" && round%2 == 0 {
					h.RunJobs(t)
				}
				for range 3 {
					h.compare(t)
				}
				if t.Failed() {
					t.Fatalf("after %q", h.done)
				}
			}
		})
	}
}

// history is what happens to a shop at random.
type history struct {
	shop
	*rand.Rand
	orders []string
	done   []string
}

// fold folds all the time, twice at once, until the returned function is called.
func (h *history) fold(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for ctx.Err() == nil {
				if _, err := insight.Fold(ctx, h.Store); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	return func() {
		cancel()
		wg.Wait()
	}
}

// step does something to the shop.
func (h *history) step(t *testing.T) {
	t.Helper()
	if len(h.orders) < 5 || h.IntN(4) == 0 {
		h.place(t)
		return
	}
	steps := []struct {
		name string
		do   func(t *testing.T, order string)
	}{
		{"move", h.moveOn}, {"move", h.moveOn}, {"move", h.moveOn}, {"pay", h.pay}, {"pay", h.pay}, {"refund", h.refund}, {"refund", h.refundItem},
		{"shift", h.shift}, {"shift", h.shift}, {"revert", h.revert}, {"erase", h.erase}, {"sql", h.write}, {"tracking", h.track},
	}
	step, order := steps[h.IntN(len(steps))], h.orders[h.IntN(len(h.orders))]
	h.done = append(h.done, step.name+" "+order)
	step.do(t, order)
}

func (h *history) place(t *testing.T) {
	t.Helper()
	var items []object
	for _, p := range h.Perm(productCount)[:1+h.IntN(3)] {
		items = append(items, object{"slug": fmt.Sprintf("p%d", p), "quantity": 1 + h.IntN(4)})
	}
	more := object{"email": fmt.Sprintf("buyer%d@example.com", h.IntN(6))}
	if h.IntN(3) == 0 {
		more["aiAgentSource"] = []string{"claude", "codex"}[h.IntN(2)]
	}
	order := h.buy(t, items, []string{"", "TEN", "FIXED", "FREE"}[h.IntN(4)], more)
	h.orders, h.done = append(h.orders, order), append(h.done, "place "+order)
	h.choose(t, order)
	h.shift(t, order)
}

// choose makes each item of an order one of two variants, or none.
func (h *history) choose(t *testing.T, order string) {
	h.Execute(t, `UPDATE order_items SET variant_id = (ARRAY['small', product_id::text])[1 + floor(3 * random())] WHERE order_id = $1`, order)
}

// try calls an operation that the state of the order may refuse.
func (h *history) try(t *testing.T, tool string, body object) {
	t.Helper()
	if reply := h.Call(t, h.key, tool, body); reply.Status >= http.StatusInternalServerError {
		t.Fatalf("%s: %s", tool, reply.Body)
	}
}

func (h *history) moveOn(t *testing.T, order string) {
	var moves struct{ Allowed []string }
	h.OK(t, h.key, "orders.transitions", object{"orderId": order}, &moves)
	if n := len(moves.Allowed); n > 0 {
		h.try(t, "orders.update_status", object{"orderId": order, "status": moves.Allowed[h.IntN(n)]})
	}
}

func (h *history) pay(t *testing.T, order string) {
	h.try(t, "orders.update_status", object{"orderId": order, "status": "paid"})
}

func (h *history) refund(t *testing.T, order string) {
	h.try(t, "orders.refund", object{"orderId": order, "amountOere": 1 + h.IntN(20000), "reason": "A scratch.", "confirm": true})
}

func (h *history) refundItem(t *testing.T, order string) {
	var o struct{ Items []struct{ ID string } }
	h.OK(t, h.key, "orders.get", object{"orderId": order}, &o)
	item := o.Items[h.IntN(len(o.Items))].ID
	h.try(t, "orders.refund", object{"orderId": order, "items": []object{{"itemId": item, "quantity": 1}}, "restock": h.IntN(2) == 0, "reason": "A scratch.", "confirm": true})
}

func (h *history) track(t *testing.T, order string) {
	h.try(t, "orders.set_tracking", object{"orderId": order, "carrier": "PostNord", "trackingNumber": fmt.Sprint(h.IntN(1e9))})
}

// revert takes back the last change of an order that can be.
func (h *history) revert(t *testing.T, order string) {
	var page struct{ Items []struct{ ID string } }
	h.OK(t, h.key, "audit.list", object{"entityType": "order", "entityId": order, "revertible": true}, &page)
	if len(page.Items) > 0 {
		h.try(t, "audit.revert", object{"auditLogId": page.Items[0].ID, "confirm": true})
	}
}

func (h *history) erase(t *testing.T, order string) {
	customer := servertest.One[string](t, h.Server, "SELECT user_id::text FROM orders WHERE id = $1", order)
	h.try(t, "customer.erase", object{"customerId": customer, "confirm": true, "force": true})
}

// moment is one of 2026, often of the hours around which clocks are changed.
func (h *history) moment() time.Time {
	at := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(h.Int64N(int64(365 * 24 * time.Hour))))
	switch h.IntN(4) {
	case 0:
		at = time.Date(2026, time.March, 28, 20, 0, 0, 0, time.UTC).Add(time.Duration(h.Int64N(int64(30 * time.Hour))))
	case 1:
		at = time.Date(2026, time.October, 24, 20, 0, 0, 0, time.UTC).Add(time.Duration(h.Int64N(int64(30 * time.Hour))))
	}
	if h.IntN(3) == 0 { // at the very beginning, or just before it
		at = at.Truncate(15 * time.Minute).Add(-time.Duration(h.IntN(2)) * time.Millisecond)
	}
	return at.Truncate(time.Millisecond)
}

func (h *history) shift(t *testing.T, order string) {
	h.at(t, order, h.moment().Format(time.RFC3339Nano))
}

// write changes orders as a person with SQL might.
func (h *history) write(t *testing.T, order string) {
	switch h.IntN(7) {
	case 0:
		h.Execute(t, `UPDATE order_items SET quantity = quantity + 1, unit_price_oere = unit_price_oere + 5 WHERE order_id = $1`, order)
	case 1:
		h.Execute(t, `UPDATE orders SET paid_at = NULL, refunded_oere = 0 WHERE id = $1`, order)
	case 2:
		h.Execute(t, `UPDATE orders SET discount_code = CASE WHEN discount_code IS NULL THEN 'TEN' END, is_ai_generated = NOT is_ai_generated WHERE id = $1`, order)
	case 3:
		h.Execute(t, `UPDATE orders SET status = 'processing', paid_at = created_at`)
	case 4:
		h.Execute(t, `WITH gone AS (DELETE FROM order_items WHERE order_id = $1 AND line = 2) UPDATE customers SET created_at = $2`, order, h.moment())
	case 5:
		h.choose(t, order)
	case 6:
		for _, table := range []string{"carts", "order_words", "order_history", "order_refunds", "order_items"} {
			h.Execute(t, "DELETE FROM "+table+" WHERE order_id = $1", order)
		}
		h.Execute(t, "DELETE FROM orders WHERE id = $1", order)
		h.orders = slices.DeleteFunc(h.orders, func(id string) bool { return id == order })
	}
}

// compare compares every answer about a period with the orders.
func (h *history) compare(t *testing.T) {
	t.Helper()
	from, to := h.moment(), h.moment()
	if to.Before(from) {
		from, to = to, from
	}
	period := object{"fromDate": from.Format(time.RFC3339Nano), "toDate": to.Format(time.RFC3339Nano)}
	part, what := h.books(t).within(from, to), from.Format(time.RFC3339Nano)+" to "+to.Format(time.RFC3339Nano)
	if h.IntN(4) == 0 {
		period, part, what = object{}, h.books(t), "all time"
	}
	got := h.summary(t, servertest.With(period, object{"topProductsLimit": 20}))
	wantSame(t, "summary, "+what, got["orders"], part.summary())
	wantSame(t, "customers, "+what, got["customers"], object{"count": len(part.customers)})
	wantSame(t, "topProducts, "+what, got["topProducts"], asSummary(part.products("revenue", "", 20, false)))

	by, category, limit := []string{"revenue", "quantity"}[h.IntN(2)], []string{"", "etuier"}[h.IntN(2)], 1+h.IntN(productCount)
	byVariant := h.IntN(2) == 0
	body := servertest.With(period, object{"by": by, "limit": limit, "byVariant": byVariant})
	if category != "" {
		body["categorySlug"] = category
	}
	wantSame(t, fmt.Sprintf("top_products %v", body), h.list(t, "analytics.top_products", body), part.products(by, category, limit, byVariant))
	h.compareVariants(t, period)

	list := h.list(t, "analytics.discount_performance", period)
	for _, code := range list {
		delete(code, "usageCount")
		delete(code, "usageLimit")
	}
	wantSame(t, "discount_performance, "+what, list, part.codes())

	var activity object
	h.OK(t, h.key, "analytics.agent_activity", period, &activity)
	delete(activity, "byKey")
	wantSame(t, "agent_activity, "+what, activity, part.agents())

	zones := []string{"Europe/Copenhagen", "UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati", "Australia/Lord_Howe", "Pacific/Marquesas"}
	interval, zone := []string{"day", "week", "month"}[h.IntN(3)], zones[h.IntN(len(zones))]
	body = object{"fromDate": from.Format(time.RFC3339Nano), "toDate": to.Format(time.RFC3339Nano), "interval": interval, "timezone": zone}
	wantSame(t, fmt.Sprintf("sales_over_time %v", body), h.list(t, "analytics.sales_over_time", body), h.salesOverTime(t, from, to, interval, zone))
}

// compareVariants expects that each product has sold what its variants have, and what was sold of it without one.
func (h *history) compareVariants(t *testing.T, period object) {
	t.Helper()
	type sales struct{ pieces, revenue float64 }
	sums := func(byVariant bool) map[any]sales {
		of := map[any]sales{}
		for _, p := range h.list(t, "analytics.top_products", servertest.With(period, object{"by": "revenue", "limit": 100, "byVariant": byVariant})) {
			id := p["productId"]
			of[id] = sales{of[id].pieces + p["quantity"].(float64), of[id].revenue + p["revenueOere"].(float64)}
		}
		return of
	}
	if products, variants := sums(false), sums(true); !maps.Equal(products, variants) {
		t.Errorf("%v: products %v, variants %v", period, products, variants)
	}
}

// asSummary returns products as analytics.summary shows them.
func asSummary(products []object) []object {
	list := []object{}
	for _, p := range products {
		list = append(list, object{"productId": p["productId"], "productName": p["productName"], "totalSold": p["quantity"], "revenueOere": p["revenueOere"]})
	}
	return list
}
