package orders_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// ofKinds are the orders of listed with totals of 1, 3, 3, 2, 9 and 4 kroner: 1 and 2 came over the web, 3 by MCP from an agent,
// 4 by ACP from another one, 5 and 6 from programs; 2, 3 and 6 have a code.
func ofKinds(t *testing.T) ordering {
	t.Helper()
	s := listed(t)
	s.Execute(t, `UPDATE orders SET channel = k.channel, is_ai_generated = k.agent IS NOT NULL, ai_agent_source = k.agent, discount_code = k.code,
			subtotal_oere = k.total, shipping_oere = 0, discount_oere = 0, total_oere = k.total, payment_method = 'card'
		FROM (VALUES (1, 'web', NULL, NULL, 100), (2, 'web', NULL, 'TIER', 300), (3, 'mcp', 'claude', 'TIER', 300), (4, 'acp', 'other', NULL, 200),
			(5, 'api', NULL, NULL, 900), (6, 'api', NULL, 'ÆBLE', 400)) AS k (n, channel, agent, code, total)
		WHERE orders.id = ('01994f5e-0000-7000-8000-' || lpad(k.n::text, 12, '0'))::uuid`)
	return s
}

func TestOrdersListByKindAndTotal(t *testing.T) {
	t.Parallel()
	s := ofKinds(t)
	s.wantOrders(t, []wantedOrders{
		{"channel", object{"channel": "web"}, []int{2, 1}},
		{"channel in capitals, oldest", object{"channel": "API", "sort": "oldest"}, []int{5, 6}},
		{"unknown channel", object{"channel": "fax"}, nil},
		{"agents", object{"isAiGenerated": true}, []int{4, 3}},
		{"others", object{"isAiGenerated": false}, []int{6, 5, 2, 1}},
		{"code in another case", object{"discountCode": "tier"}, []int{3, 2}},
		{"code with another letter", object{"discountCode": "æble"}, []int{6}},
		{"unknown code", object{"discountCode": "TIE"}, nil},
		{"at least, inclusive", object{"minTotalOere": 300}, []int{6, 5, 3, 2}},
		{"at most, inclusive", object{"maxTotalOere": 200}, []int{4, 1}},
		{"exactly", object{"minTotalOere": 300, "maxTotalOere": 300}, []int{3, 2}},
		{"none between", object{"minTotalOere": 300, "maxTotalOere": 200}, nil},
		{"with statuses", object{"minTotalOere": 200, "statuses": []string{"paid", "pending_payment"}}, []int{6, 5, 4, 3, 2}},
		{"with words", object{"channel": "api", "q": "freja"}, []int{6, 5}},
		{"with a product", object{"isAiGenerated": true, "productId": s.Product(t, "klud").Id}, []int{4, 3}},
		{"second page", object{"isAiGenerated": false, "limit": 2, "offset": 2}, []int{2, 1}},
		{"largest, of two at once the later id", object{"sort": "total"}, []int{5, 6, 3, 2, 4, 1}},
		{"largest, a page", object{"sort": "total", "limit": 2, "offset": 2}, []int{3, 2}},
		{"largest, after the end", object{"sort": "total", "offset": 6}, nil},
		{"largest of a status", object{"sort": "total", "status": "paid"}, []int{5, 3, 1}},
		{"largest of statuses", object{"sort": "total", "statuses": []string{"paid", "pending_payment"}, "limit": 3}, []int{5, 6, 3}},
		{"largest of a customer", object{"sort": "total", "email": "aksel@example.com"}, []int{6, 2}},
		{"largest with words", object{"sort": "total", "q": "freja holm", "maxTotalOere": 300}, []int{3, 2, 4, 1}},
		{"largest with a product", object{"sort": "total", "productId": s.Product(t, "klud").Id, "limit": 2, "offset": 1}, []int{6, 3}},
		{"largest of a period", object{"sort": "total", "toDate": "2026-03-01T12:00:00.002Z"}, []int{2, 1}},
		{"largest with words of a period", object{"sort": "total", "q": "freja", "fromDate": "2026-03-01T12:00:00.004Z"}, []int{5, 6, 4}},
	})
	for _, bad := range []object{{"channel": ""}, {"isAiGenerated": "yes"}, {"discountCode": " "}, {"minTotalOere": -1}, {"maxTotalOere": 1.5}} {
		s.Refused(t, s.key, "orders.list", bad, problem.ValidationFailed)
	}
}

// Cursors continue a list by the total, also one in which an order was placed meanwhile.
func TestOrdersListByTotalContinues(t *testing.T) {
	t.Parallel()
	s := ofKinds(t)
	for _, more := range []object{{}, {"q": "holm"}, {"productId": s.Product(t, "klud").Id}, {"isAiGenerated": false, "minTotalOere": 100}} {
		body := object{"sort": "total", "limit": 2}
		want := []string{orderID(5), orderID(6), orderID(3), orderID(2), orderID(4), orderID(1)}
		for field, value := range more {
			if body[field] = value; field == "isAiGenerated" {
				want = []string{orderID(5), orderID(6), orderID(2), orderID(1)}
			}
		}
		if got := s.listAll(t, body, func(int) {}); !slices.Equal(got, want) {
			t.Errorf("%v: %v", more, got)
		}
	}
	s.WantPage(t, s.key, "orders.list", object{"sort": "total", "limit": 2}, 2, 6, 2)
	s.WantPage(t, s.key, "orders.list", object{"channel": "web", "limit": 1}, 1, 2, 1)
	got := s.listAll(t, object{"sort": "total", "limit": 2}, func(page int) {
		if page == 0 {
			s.Execute(t, "UPDATE orders SET subtotal_oere = 9900, total_oere = 9900 WHERE id = $1", orderID(1))
		}
	})
	if want := []string{orderID(5), orderID(6), orderID(3), orderID(2), orderID(4)}; !slices.Equal(got, want) {
		t.Errorf("the one that became the largest is listed twice, or another one not: %v", got)
	}
}

// An empty list says which filter leaves nothing.
func TestOrdersListOfKindsSaysWhyItIsEmpty(t *testing.T) {
	t.Parallel()
	s := ofKinds(t)
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"minTotalOere": 300, "maxTotalOere": 200}, []string{"filters_contradict |  | minTotalOere is above maxTotalOere"}},
		{object{"minTotalOere": 1000, "sort": "total"}, []string{"filters_exclude |  | Without minTotalOere and maxTotalOere"}},
		{object{"channel": "fax"}, []string{"filters_exclude |  | Without channel"}},
		{object{"isAiGenerated": true, "channel": "web"}, []string{"filters_exclude |  | Without channel", "filters_exclude |  | Without isAiGenerated"}},
		{object{"discountCode": "NONE"}, []string{"filters_exclude |  | Without discountCode"}},
	} {
		servertest.WantMessages(t, c.body, s.Messages(t, s.key, "orders.list", c.body), c.want...)
	}
}
