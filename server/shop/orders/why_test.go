package orders_test

import (
	"testing"

	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// An empty list says which filters contradict each other, name what no order has, or leave nothing together.
func TestAnEmptyListSaysWhy(t *testing.T) {
	t.Parallel()
	s := listed(t)
	product, other := s.Product(t, "rund").Id, s.Product(t, "klud").Id
	d := orderDraft(orders.Line{Slug: "rund", Quantity: 1})
	d.Email, d.At = "bo@example.com", millisecond(9)
	s.place(t, d)
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "klud", "confirm": true}, nil)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("briller", "aldrig"), nil), nil)
	never := s.Product(t, "aldrig").Id
	const unknown = "01994f5e-8f4b-7c11-9b1f-2a6f0c9d0000"
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"fromDate": "2026-03-02T00:00Z", "toDate": "2026-03-01T00:00Z"}, []string{"filters_contradict |  | fromDate is after toDate"}},
		{object{"status": "paid", "statuses": []string{"shipped", "refunded"}}, []string{"filters_contradict |  | paid"}},
		{object{"status": "shipped", "needsAttention": true}, []string{"filters_contradict | cancelled,disputed,flagged_review,paid,processing | needsAttention"}},
		{object{"productId": "rund"}, []string{"unknown_product | " + product + " | is the slug"}},
		{object{"productId": "klud"}, []string{"unknown_product | " + other}},
		{object{"productId": "findes-ikke"}, []string{"unknown_product |  | findes-ikke"}},
		{object{"productId": unknown}, []string{"unknown_product |  | " + unknown}},
		{object{"productId": never}, []string{"never_ordered |  | aldrig"}},
		{object{"email": "freja@example.dk"}, []string{"unknown_email |  | freja@example.dk | q finds names"}},
		{object{"email": "FREJA@example.com", "q": "aksel"}, []string{"filters_exclude |  | email", "filters_exclude |  | q"}},
		{object{"q": "frej zzz"}, []string{"unknown_word |  | \"frej\", \"zzz\""}},
		{object{"q": "%"}, []string{"unknown_word |  | no letter"}},
		{object{"q": unknown}, []string{"unknown_word |  | " + unknown}},
		{object{"status": "disputed", "email": "bo@example.com"}, []string{"filters_exclude |  | Without status and statuses"}},
		{object{"fromDate": "2027-01-01T00:00Z", "productId": product}, []string{"filters_exclude |  | fromDate and toDate"}},
		{object{"productId": "rund", "status": "paid", "statuses": []string{"shipped"}, "email": "x@example.com"}, []string{"filters_contradict | ", "unknown_product | " + product, "unknown_email | "}},
		{object{"email": "bo@example.com"}, nil},
		{object{"offset": 100}, nil},
	} {
		servertest.WantMessages(t, c.body, s.Messages(t, s.key, "orders.list", c.body), c.want...)
	}
}
