package insight_test

import (
	"fmt"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// The money of an order counts when it was taken and not given back, and whatever happens to the order counts on the
// day on which it was placed.
func TestSummaryOfOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	november := object{"fromDate": "2026-11-01T00:00Z", "toDate": "2026-11-30T23:59:59.999Z"}
	place := func(code string) string {
		order := s.buy(t, []object{{"slug": "p1", "quantity": 2}}, code, nil) // 2 × 5332
		s.at(t, order, "2026-11-12T10:00:00Z")
		return order
	}
	want := func(step string, want object) {
		t.Helper()
		got := s.summary(t, november)
		servertest.WantFields(t, step, got["orders"].(object), want)
	}
	const goods, shipping, discount = 10664, 4900, 1066
	unpaid, paid := place(""), place("TEN")
	want("placed", object{"count": 2, "revenueOere": 0, "averageOrderOere": 0, "discountsGivenOere": 0, "shippingCollectedOere": 0})
	s.move(t, paid, "paid")
	want("paid", object{"revenueOere": goods - discount + shipping, "averageOrderOere": goods - discount + shipping, "discountsGivenOere": discount, "shippingCollectedOere": shipping})
	s.OK(t, s.key, "orders.refund", object{"orderId": paid, "amountOere": 1000, "reason": "A scratch.", "confirm": true}, nil)
	want("refunded in part", object{"revenueOere": goods - discount + shipping - 1000, "refundedOere": 1000, "refundOwedCount": 0})
	s.move(t, unpaid, "paid", "cancelled")
	want("cancelled", object{"count": 2, "refundOwedCount": 1, "revenueOere": 2*(goods+shipping) - discount - 1000, "averageOrderOere": (2*(goods+shipping) - discount - 1000) / 2})
	s.move(t, unpaid, "refunded")
	want("refunded", object{"count": 2, "refundOwedCount": 0, "revenueOere": goods - discount + shipping - 1000, "refundedOere": goods + shipping + 1000})
	if got := s.summary(t, object{"toDate": "2026-11-12T09:59:59.999Z"}); got["orders"].(object)["count"] != 0.0 {
		t.Errorf("before: %v", got)
	}
	if got := s.summary(t, object{"fromDate": "2026-11-30T00:00Z", "toDate": "2026-11-01T00:00Z"}); got["orders"].(object)["count"] != 0.0 {
		t.Errorf("an empty period: %v", got)
	}
}

// The customers of a summary are those that customer.list lists for the same period.
func TestSummaryOfCustomers(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for i := range 3 {
		s.buy(t, []object{{"slug": "p0", "quantity": 1}}, "", object{"email": fmt.Sprintf("buyer%d@example.com", i%2)})
	}
	want := func(n int) {
		t.Helper()
		wantSame(t, "customers", s.summary(t, object{})["customers"], object{"count": n})
	}
	want(2)
	var page struct {
		Items []struct{ ID, CreatedAt string }
	}
	s.OK(t, s.key, "customer.list", object{}, &page)
	wantSame(t, "since the newer one", s.summary(t, object{"fromDate": page.Items[0].CreatedAt})["customers"], object{"count": 1})
	s.OK(t, s.key, "customer.erase", object{"customerId": page.Items[0].ID, "confirm": true}, nil)
	want(1)
}

func TestDiscountPerformance(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	order := s.buy(t, []object{{"slug": "p1", "quantity": 1}}, "ONCE", nil)
	s.move(t, order, "paid")
	used := object{"code": "ONCE", "orderCount": 1, "discountOere": 2666, "revenueOere": 2666 + 4900, "usageCount": 1, "usageLimit": 1}
	wantSame(t, "all codes", s.list(t, "analytics.discount_performance", object{}), []object{used})
	wantSame(t, "one", s.list(t, "analytics.discount_performance", object{"code": "once"}), []object{used})
	unused := object{"code": "TEN", "orderCount": 0, "discountOere": 0, "revenueOere": 0, "usageCount": 0, "usageLimit": nil}
	wantSame(t, "one without orders", s.list(t, "analytics.discount_performance", object{"code": " ten"}), []object{unused})
	s.OK(t, s.key, "discounts.delete", object{"code": "ONCE", "confirm": true}, nil)
	wantSame(t, "a deleted one", s.list(t, "analytics.discount_performance", object{}), []object{used})
	s.Refused(t, s.key, "analytics.discount_performance", object{"code": "NONE"}, problem.DiscountNotFound)
}

// Sums beyond what an answer shows, and beyond what a bigint has, stay at the largest amount.
func TestSumsOfTheLargestOrders(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	order := s.buy(t, []object{{"slug": "p1", "quantity": 1}}, "TEN", object{"aiAgentSource": "codex"})
	const most, copies = 9007199254740991, 1500
	// Half of them in one quarter hour, the others each in one of its own.
	s.copied(t, "orders", `SELECT $1::uuid, jsonb_build_object('id', gen_random_uuid(), 'status', 'paid', 'paid_at', now(), 'cart_id', NULL,
			'created_at', timestamptz '2020-01-01 00:00Z' + CASE WHEN n % 2 = 0 THEN n ELSE 0 END * interval '20 minutes',
			'subtotal_oere', $2::bigint, 'total_oere', $2::bigint, 'shipping_oere', 0, 'discount_oere', 0)
		FROM generate_series(1, $3::bigint) n`, order, int64(most), copies)
	s.copied(t, "order_items", `SELECT i.id, jsonb_build_object('id', gen_random_uuid(), 'order_id', o.id, 'ordered_at', o.created_at, 'unit_price_oere', $1::bigint)
		FROM order_items i, orders o WHERE o.paid_at IS NOT NULL`, int64(most))
	for _, folded := range []bool{false, true} {
		if folded {
			s.RunJobs(t)
		}
		orders := s.summary(t, object{})["orders"].(object)
		servertest.WantFields(t, "summary", orders, object{"count": copies + 1, "revenueOere": most})
		if average := orders["averageOrderOere"].(float64); average < most/3 {
			t.Errorf("an average of %v", average)
		}
		for _, body := range []object{
			{"fromDate": "2020-01-01T00:00Z", "toDate": "2020-12-31T00:00Z", "interval": "month"},
			{"fromDate": "2020-01-01T00:00Z", "toDate": "2020-01-01T00:00:00.001Z", "interval": "day"}, // read from the orders
		} {
			if bucket := s.list(t, "analytics.sales_over_time", body)[0]; bucket["revenueOere"] != float64(most) {
				t.Errorf("%v", bucket)
			}
		}
		top := s.list(t, "analytics.top_products", object{"by": "revenue"})
		servertest.WantFields(t, "products", top[0], object{"slug": "p1", "revenueOere": most})
		code := s.list(t, "analytics.discount_performance", object{})
		servertest.WantFields(t, "codes", code[0], object{"code": "TEN", "revenueOere": most})
		var activity object
		s.OK(t, s.key, "analytics.agent_activity", object{}, &activity)
		servertest.WantFields(t, "agents", activity, object{"aiRevenueOere": most})
	}
}
