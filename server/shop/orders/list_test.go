package orders_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
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
	cloth, round := s.Product(t, "klud"), s.Product(t, "rund")
	s.OK(t, s.Key(t, "products:write"), "products.delete", object{"slug": "klud", "confirm": true}, nil)

	var list []object
	s.OK(t, s.key, "orders.list", object{}, &list)
	want := object{
		"id": id, "email": "freja@example.com", "shippingName": "Freja Holm", "status": "pending_payment",
		"subtotalDkk": 267300, "discountDkk": 5000, "shippingDkk": 0, "totalDkk": 262300, "discountCode": "FAST50", "itemCount": 5,
		"items": []object{
			{"productId": cloth.Id, "slug": nil, "productName": "Prøve klud", "quantity": 3, "unitPriceDkk": 2500, "stock": nil},
			{"productId": round.Id, "slug": "rund", "productName": "Prøve rund", "quantity": 2, "unitPriceDkk": 129900, "stock": round.Stock},
		},
		"createdAt": "2026-03-01T12:00:00.000Z", "paidAt": nil, "updatedAt": "2026-03-01T12:00:00.000Z", "attention": []any{},
		"channel": "api", "isAiGenerated": false, "aiAgentSource": nil, "paymentMethod": nil,
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

// An order of which a part was refunded is still to be packed, until it is shipped.
func TestPartlyRefundedOrdersArePacked(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	owner := s.Key(t, "owner")
	for i, path := range [][]string{{"paid"}, {"paid", "processing"}, {"paid", "shipped"}} {
		d := orderDraft()
		d.ID, d.At = uuid.MustParse(orderID(i+1)), millisecond(i+1)
		s.place(t, d)
		for _, status := range path {
			s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(i + 1), "status": status}, nil)
		}
		s.OK(t, s.key, "orders.refund", object{"orderId": orderID(i + 1), "amountOere": 100, "reason": "En ridse.", "confirm": true}, nil)
	}
	want := func(toShip int, ids string) {
		t.Helper()
		var listed []api.OrderSummary
		s.OK(t, s.key, "orders.list", object{"needsAttention": true}, &listed)
		got := ""
		for _, order := range listed {
			got += order.Id[len(order.Id)-1:]
		}
		if got != ids {
			t.Errorf("orders %s need somebody, want %s", got, ids)
		}
		s.RunJobs(t)
		var now struct{ Orders struct{ ToShip int } }
		if s.OK(t, owner, "analytics.attention", object{}, &now); now.Orders.ToShip != toShip {
			t.Errorf("%d to ship, want %d", now.Orders.ToShip, toShip)
		}
	}
	want(2, "21")
	s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(2), "status": "shipped"}, nil)
	want(1, "1")
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
	var all []api.OrderSummary
	s.OK(t, s.key, "orders.list", object{"sort": "oldest"}, &all)
	for i, want := range []string{"", "not_shipped", "not_shipped", "", "disputed", "flagged_review", "", "refund_due", ""} {
		if got := strings.Join(all[i].Attention, " "); got != want {
			t.Errorf("order %d: %q, want %q", i+1, got, want)
		}
	}
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

// A time is rounded up to the next millisecond at the beginning of a period and
// down at its end. An offset of zero is the same as Z.
func TestOrdersListRoundsTheLimitsOfThePeriod(t *testing.T) {
	t.Parallel()
	s := listed(t) // two orders at 12:00:00.004, one before and one after
	for name, c := range map[string]struct {
		body object
		want []int
	}{
		"from, a fraction":         {object{"fromDate": "2026-03-01T12:00:00.0040001Z"}, []int{6}},
		"from, the finest":         {object{"fromDate": "2026-03-01T12:00:00.004000000001Z"}, []int{6}},
		"from, zeros":              {object{"fromDate": "2026-03-01T12:00:00.0040000Z"}, []int{6, 5, 4}},
		"to, a fraction":           {object{"toDate": "2026-03-01T12:00:00.0049999Z"}, []int{5, 4, 3, 2, 1}},
		"nothing in between":       {object{"fromDate": "2026-03-01T12:00:00.0040001Z", "toDate": "2026-03-01T12:00:00.0049999Z"}, nil},
		"an offset of zero":        {object{"fromDate": "2026-03-01T12:00:00.004+00:00", "toDate": "2026-03-01T12:00:00.004-00:00"}, []int{5, 4}},
		"an offset and a fraction": {object{"fromDate": "2026-03-01T12:00:00.0040001+00:00"}, []int{6}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var want []string
			for _, n := range c.want {
				want = append(want, orderID(n))
			}
			s.WantList(t, s.key, "orders.list", c.body, "id", want...)
		})
	}
	s.Refused(t, s.key, "orders.list", object{"fromDate": "2026-03-01T12:00:00.004+01:00"}, problem.ValidationFailed)
}

// A tracking number is found whole and by its parts, whatever set it.
func TestOrdersListByTrackingNumber(t *testing.T) {
	t.Parallel()
	s := attended(t, servertest.Options{})
	track := func(n int, number string) {
		s.Execute(t, "UPDATE orders SET tracking_number = $2 WHERE id = $1", orderID(n), number)
	}
	track(4, "00370 1234-AA56DK")
	track(3, "JJD000390007")
	s.wantOrders(t, []wantedOrders{
		{"as it is written", object{"q": "00370 1234-AA56DK"}, []int{4}},
		{"without what divides it", object{"q": "003701234aa56dk"}, []int{4}},
		{"a part", object{"q": "aa56dk"}, []int{4}},
		{"another", object{"q": "jjd000390007"}, []int{3}},
		{"with a name", object{"q": "JJD000390007 freja"}, []int{3}},
		{"of nobody", object{"q": "JJD000390008"}, nil},
	})
	track(2, "A")
	track(2, "B")
	s.WantList(t, s.key, "orders.list", object{"q": "b"}, "id", orderID(2))
}

// The words of orders that are older than their table are written by a
// migration, and are those that a new order has.
func TestOrdersListFindsOlderOrders(t *testing.T) {
	t.Parallel()
	s := attended(t, servertest.Options{Unaided: true}) // migrations write the products anew
	const all = "SELECT string_agg(word || ordered_at || order_id, ' ' ORDER BY word, order_id) FROM order_words"
	s.Execute(t, "UPDATE orders SET tracking_number = 'JJD-7' WHERE id = $1", orderID(4))
	want := servertest.One[string](t, s.Server, all)
	const before = 8
	if err := store.MigrateDown(t.Context(), s.DatabaseURL, before); err != nil {
		t.Fatal(err)
	}
	s.Execute(t, "UPDATE orders SET billing_name = 'Ærø Optik' WHERE id = $1", orderID(5))
	if _, err := store.Migrate(t.Context(), s.DatabaseURL); err != nil {
		t.Fatal(err)
	}
	s.WantList(t, s.key, "orders.list", object{"q": "aeroe optik freja"}, "id", orderID(5))
	s.Execute(t, "DELETE FROM order_words WHERE word IN ('aeroe', 'aero', 'optik')")
	if got := servertest.One[string](t, s.Server, all); got != want {
		t.Errorf("the words are %s, want %s", got, want)
	}
}
