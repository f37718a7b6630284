package orders_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// attended places orders in states of every kind: 1 waits for its payment, 2 is
// paid, 3 processing, 4 shipped, 5 disputed, 6 held for review, 7 was cancelled
// before it was paid, 8 afterwards, 9 too and the money was given back.
func attended(t *testing.T, o servertest.Options) ordering {
	t.Helper()
	s := newOrderingWith(t, o)
	for i, path := range [][]string{
		{}, {"paid"}, {"paid", "processing"}, {"paid", "shipped"}, {"paid", "disputed"}, {"flagged_review"},
		{"cancelled"}, {"paid", "cancelled"}, {"paid", "cancelled"},
	} {
		d := orderDraft()
		d.ID, d.At = uuid.MustParse(orderID(i+1)), millisecond(i+1)
		s.place(t, d)
		for _, status := range path {
			s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(i + 1), "status": status}, nil)
		}
	}
	s.Execute(t, "UPDATE orders SET refunded_oere = total_oere WHERE id = $1", orderID(9))
	return s
}

func TestOrdersListByState(t *testing.T) {
	t.Parallel()
	s := attended(t, servertest.Options{})
	s.wantOrders(t, []wantedOrders{
		{"attention", object{"needsAttention": true}, []int{8, 6, 5, 3, 2}},
		{"attention, oldest", object{"needsAttention": true, "sort": "oldest"}, []int{2, 3, 5, 6, 8}},
		{"no attention filters nothing", object{"needsAttention": false}, []int{9, 8, 7, 6, 5, 4, 3, 2, 1}},
		{"attention of one status", object{"needsAttention": true, "status": "cancelled"}, []int{8}},
		{"attention of some", object{"needsAttention": true, "statuses": []string{"cancelled", "shipped", "paid"}}, []int{8, 2}},
		{"attention of none", object{"needsAttention": true, "status": "shipped"}, nil},
		{"attention, second page", object{"needsAttention": true, "limit": 2, "offset": 2}, []int{5, 3}},
		{"attention of a customer", object{"needsAttention": true, "email": "freja@example.com", "limit": 1}, []int{8}},
		{"statuses", object{"statuses": []string{"paid", "shipped", "paid"}}, []int{4, 2}},
		{"statuses, oldest", object{"statuses": []string{"shipped", "paid"}, "sort": "oldest"}, []int{2, 4}},
		{"statuses, second page", object{"statuses": []string{"cancelled", "paid"}, "limit": 2, "offset": 2}, []int{7, 2}},
		{"statuses, after the end", object{"statuses": []string{"cancelled", "paid"}, "offset": 4}, nil},
		{"one of statuses", object{"statuses": []string{"paid", "shipped"}, "status": "paid"}, []int{2}},
		{"none of statuses", object{"statuses": []string{"paid", "shipped"}, "status": "disputed"}, nil},
		{"statuses of a customer", object{"statuses": []string{"paid", "shipped"}, "email": "freja@example.com"}, []int{4, 2}},
		{"statuses in a period", object{"statuses": []string{"paid", "shipped"}, "toDate": "2026-03-01T12:00:00.002Z"}, []int{2}},
		{"oldest in a period", object{"sort": "oldest", "fromDate": "2026-03-01T12:00:00.003Z", "limit": 2}, []int{3, 4}},
		{"oldest, second page", object{"sort": "oldest", "limit": 2, "offset": 2}, []int{3, 4}},
	})
	for _, bad := range []object{{"statuses": []string{}}, {"statuses": []string{"sent"}}, {"statuses": "paid"}, {"needsAttention": "yes"}, {"sort": "name"}} {
		s.Refused(t, s.key, "orders.list", bad, problem.ValidationFailed)
	}
}

// wantedOrders are the orders, by their numbers, that a list should have.
type wantedOrders struct {
	name string
	body object
	want []int
}

func (s ordering) wantOrders(t *testing.T, cases []wantedOrders) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			want := []string{}
			for _, n := range c.want {
				want = append(want, orderID(n))
			}
			s.WantList(t, s.key, "orders.list", c.body, "id", want...)
		})
	}
}

func TestOrdersListByProduct(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	for n, lines := range [][]orders.Line{
		1: {{Slug: "rund", Quantity: 1}}, 2: {{Slug: "klud", Quantity: 1}, {Slug: "rund", Quantity: 1}, {Slug: "klud", Quantity: 2}},
		3: {{Slug: "klud", Quantity: 1}}, 4: {{Slug: "klud", Quantity: 1}},
	} {
		if n > 0 {
			d := orderDraft(lines...)
			d.ID, d.At = uuid.MustParse(orderID(n)), millisecond(n)
			s.place(t, d)
		}
	}
	s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(3), "status": "paid"}, nil)
	cloth, round := s.Product(t, "klud").Id, s.Product(t, "rund").Id
	s.wantOrders(t, []wantedOrders{
		{"one", object{"productId": round}, []int{2, 1}},
		{"twice in an order", object{"productId": cloth}, []int{4, 3, 2}},
		{"oldest", object{"productId": cloth, "sort": "oldest"}, []int{2, 3, 4}},
		{"second page", object{"productId": cloth, "limit": 1, "offset": 1}, []int{3}},
		{"last page", object{"productId": cloth, "limit": 2, "offset": 2}, []int{2}},
		{"of a status", object{"productId": cloth, "status": "paid"}, []int{3}},
		{"of statuses", object{"productId": cloth, "statuses": []string{"paid", "pending_payment"}, "limit": 1, "offset": 2}, []int{2}},
		{"needing attention", object{"productId": cloth, "needsAttention": true}, []int{3}},
		{"in a period", object{"productId": cloth, "fromDate": "2026-03-01T12:00:00.003Z"}, []int{4, 3}},
		{"of a customer", object{"productId": cloth, "email": "aksel@example.com"}, nil},
		{"with words", object{"productId": round, "q": "freja"}, []int{2, 1}},
		{"an unknown product", object{"productId": uuid.NewString()}, nil},
		{"no id", object{"productId": "klud"}, nil},
	})
}

func TestOrdersListByWords(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	for i, who := range []struct{ email, name, payer string }{
		{"freja.holm@example.com", "Freja Holm", ""}, {"soeren@example.com", "Søren Nørregård", ""}, {"a.holm@example.com", "Åse Holm-Jensen", ""},
		{"kontor@example.com", "Freja Lund", "Ærø Optik ApS"}, {"renée@example.com", "Renée 2", ""},
	} {
		d := orderDraft()
		d.ID, d.At, d.Email, d.Shipping.Name = uuid.MustParse(orderID(i+1)), millisecond(i+1), who.email, who.name
		if who.payer != "" {
			d.Billing = &orders.Address{Name: who.payer, Address: "Torvet 1", Zip: "5970", City: "Ærøskøbing"}
		}
		s.place(t, d)
	}
	s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(1), "status": "paid"}, nil)
	s.wantOrders(t, []wantedOrders{
		{"a name", object{"q": "freja"}, []int{4, 1}},
		{"oldest", object{"q": "freja", "sort": "oldest"}, []int{1, 4}},
		{"two words, in any order and case", object{"q": " HOLM  freja "}, []int{1}},
		{"words of two orders", object{"q": "freja nørregård"}, nil},
		{"without the Danish letters", object{"q": "soren norregard"}, []int{2}},
		{"in their old spelling", object{"q": "Soeren Noerregaard"}, []int{2}},
		{"in their new spelling", object{"q": "åse"}, []int{3}},
		{"aa for å", object{"q": "Aase"}, []int{3}},
		{"half of a double name", object{"q": "jensen"}, []int{3}},
		{"a double name", object{"q": "Holm-Jensen"}, []int{3}},
		{"who pays", object{"q": "ærø optik"}, []int{4}},
		{"accents", object{"q": "renee"}, []int{5}},
		{"a digit", object{"q": "2"}, []int{5}},
		{"the beginning of a word", object{"q": "fre"}, nil},
		{"a word of the e-mail address", object{"q": "kontor"}, []int{4}},
		{"an e-mail address", object{"q": "Freja.Holm@Example.com"}, []int{1}},
		{"an e-mail address and a name", object{"q": "lund kontor@example.com"}, []int{4}},
		{"another's e-mail address", object{"q": "lund freja.holm@example.com"}, nil},
		{"two e-mail addresses", object{"q": "kontor@example.com", "email": "a.holm@example.com"}, nil},
		{"an id", object{"q": orderID(3)}, []int{3}},
		{"an id and a name", object{"q": orderID(3) + " freja"}, nil},
		{"an unknown id", object{"q": uuid.NewString()}, nil},
		{"of a status", object{"q": "holm", "status": "paid"}, []int{1}},
		{"of statuses", object{"q": "holm", "statuses": []string{"paid", "pending_payment"}}, []int{3, 1}},
		{"needing attention", object{"q": "freja", "needsAttention": true}, []int{1}},
		{"in a period", object{"q": "freja", "toDate": "2026-03-01T12:00:00.003Z"}, []int{1}},
		{"second page", object{"q": "freja", "limit": 1, "offset": 1}, []int{1}},
		{"blank", object{"q": "  "}, []int{5, 4, 3, 2, 1}},
		{"no letter or digit", object{"q": "–"}, nil},
		{"SQL", object{"q": "freja' OR true --"}, nil},
		{"a ninth word", object{"q": "optik aps kontor freja lund ærø ærø ærø ærø"}, []int{4}},
	})
	long := ""
	for i := range 100 {
		long += fmt.Sprintf(" %d", i%10)
	}
	s.WantList(t, s.key, "orders.list", object{"q": long[1:]}, "id")
	s.Refused(t, s.key, "orders.list", object{"q": long + long}, problem.ValidationFailed)
}
