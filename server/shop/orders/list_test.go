package orders_test

import (
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestOrdersListReturnsSummaries(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	s.WantList(t, s.key, "orders.list", object{}, "id")
	d := orderDraft(orders.Line{Slug: "klud", Quantity: 3}, orders.Line{Slug: "rund", Quantity: 2})
	d.Discount, d.At = &orders.Discount{Code: "FAST50", Type: api.DiscountTypeFixed, Value: 5000}, millisecond(0)
	id := s.place(t, d)

	var list []object
	s.OK(t, s.key, "orders.list", object{}, &list)
	want := object{
		"id": id, "email": "freja@example.com", "shippingName": "Freja Holm", "status": "pending_payment",
		"subtotalDkk": 267300, "discountDkk": 5000, "shippingDkk": 0, "totalDkk": 262300, "discountCode": "FAST50", "itemCount": 5,
		"items": []object{
			{"productName": "Prøve klud", "quantity": 3, "unitPriceDkk": 2500},
			{"productName": "Prøve rund", "quantity": 2, "unitPriceDkk": 129900},
		},
		"createdAt": "2026-03-01T12:00:00.000Z", "paidAt": nil, "updatedAt": "2026-03-01T12:00:00.000Z",
	}
	if len(list) != 1 || len(list[0]) != len(want) {
		t.Fatalf("the list is %v", list)
	}
	servertest.WantFields(t, "listed", list[0], want)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "paid"}, nil)
	s.OK(t, s.key, "orders.list", object{}, &list)
	if now := s.get(t, id); list[0]["paidAt"] != now.PaidAt.String() || list[0]["updatedAt"] != now.PaidAt.String() {
		t.Errorf("paid at %v, updated at %v; orders.get has %s", list[0]["paidAt"], list[0]["updatedAt"], now.PaidAt)
	}
}

// listed places orders, one per millisecond, except two at the same time: 1
// freja, 2 aksel, 3 freja, 4 and 5 Freja, 6 Aksel. Those with odd numbers are
// paid.
func listed(t *testing.T) ordering {
	t.Helper()
	s := newOrdering(t)
	for n, email := range []string{"", "freja@example.com", "aksel@example.com", "freja@example.com", "Freja@Example.COM", "freja@example.com", "AKSEL@example.com"} {
		if n == 0 {
			continue
		}
		d := orderDraft()
		d.ID, d.Email, d.At = uuid.MustParse(orderID(n)), email, millisecond(n)
		if n == 5 {
			d.At = millisecond(4)
		}
		s.place(t, d)
		if n%2 == 1 {
			s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(n), "status": "paid"}, nil)
		}
	}
	return s
}

func TestOrdersListFilters(t *testing.T) {
	t.Parallel()
	s := listed(t)
	s.wantOrders(t, []wantedOrders{
		{"newest first, of two at once the later id", object{}, []int{6, 5, 4, 3, 2, 1}},
		{"status", object{"status": "paid"}, []int{5, 3, 1}},
		{"a status that no order has", object{"status": "disputed"}, nil},
		{"email", object{"email": "aksel@example.com"}, []int{6, 2}},
		{"email in another case", object{"email": "FREJA@EXAMPLE.com"}, []int{5, 4, 3, 1}},
		{"email that no order has", object{"email": "freja@example.co"}, nil},
		{"email and status", object{"email": "freja@example.com", "status": "pending_payment"}, []int{4}},
		{"from, inclusive", object{"fromDate": "2026-03-01T12:00:00.004Z"}, []int{6, 5, 4}},
		{"to, inclusive", object{"toDate": "2026-03-01T12:00:00.004Z"}, []int{5, 4, 3, 2, 1}},
		{"one moment", object{"fromDate": "2026-03-01T12:00:00.004Z", "toDate": "2026-03-01T12:00:00.004Z"}, []int{5, 4}},
		{"without seconds", object{"fromDate": "2026-03-01T12:00Z", "toDate": "2026-03-01T12:01Z"}, []int{6, 5, 4, 3, 2, 1}},
		{"from after to", object{"fromDate": "2026-03-02T00:00Z", "toDate": "2026-02-01T00:00Z"}, nil},
		{"the ends of time", object{"fromDate": "0000-01-01T00:00Z", "toDate": "9999-12-31T23:59:59.999999Z"}, []int{6, 5, 4, 3, 2, 1}},
		{"before time", object{"toDate": "0000-01-01T00:00Z"}, nil},
		{"after time", object{"fromDate": "9999-12-31T23:59:59.9999Z"}, nil},
		{"status and dates", object{"status": "paid", "fromDate": "2026-03-01T12:00:00.002Z", "toDate": "2026-03-01T12:00:00.003Z"}, []int{3}},
		{"everything", object{"email": "freja@example.com", "status": "paid", "fromDate": "2026-03-01T12:00:00.002Z", "limit": 1, "offset": 1}, []int{3}},
		{"first page", object{"limit": 2}, []int{6, 5}},
		{"next page", object{"limit": 2, "offset": 2}, []int{4, 3}},
		{"last page", object{"limit": 4, "offset": 4}, []int{2, 1}},
		{"after the last page", object{"offset": 6}, nil},
		{"far after the last page", object{"offset": 10000, "status": "paid"}, nil},
		{"page of a status", object{"status": "paid", "limit": 1, "offset": 1}, []int{3}},
		{"page of an email", object{"email": "aksel@example.com", "limit": 1, "offset": 1}, []int{2}},
	})
}

func TestOrdersListDefaultsToTwenty(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	for range 25 {
		s.place(t, orderDraft(orders.Line{Slug: "klud", Quantity: 1}))
	}
	for limit, want := range map[int]int{0: 20, 100: 25} {
		body := object{}
		if limit > 0 {
			body["limit"] = limit
		}
		var list []api.OrderSummary
		if s.OK(t, s.key, "orders.list", body, &list); len(list) != want {
			t.Errorf("limit %d: %d orders, want %d", limit, len(list), want)
		}
	}
}
