package orders_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// listAll follows the cursors of a list and returns the ids; between is called
// after each page.
func (s ordering) listAll(t *testing.T, body object, between func(page int)) (ids []string) {
	t.Helper()
	for page := 0; ; page++ {
		var list struct {
			Result []api.OrderSummary
			Page   api.ListPage
		}
		if err := json.Unmarshal(s.OK(t, s.key, "orders.list", body, nil).Body, &list); err != nil {
			t.Fatal(err)
		}
		for _, o := range list.Result {
			ids = append(ids, o.Id)
		}
		if list.Page.NextCursor == nil {
			return ids
		}
		body = servertest.With(body, object{"cursor": *list.Page.NextCursor})
		if page > 0 && list.Page.NextOffset != nil {
			t.Errorf("nextOffset %d after a cursor", *list.Page.NextOffset)
		}
		between(page)
	}
}

func TestOrdersListPages(t *testing.T) {
	t.Parallel()
	s := listed(t)
	s.WantPage(t, s.key, "orders.list", object{}, 6, 6, 0)
	s.WantPage(t, s.key, "orders.list", object{"limit": 6}, 6, 6, 0)
	s.WantPage(t, s.key, "orders.list", object{"limit": 2}, 2, 6, 2)
	s.WantPage(t, s.key, "orders.list", object{"limit": 2, "offset": 2}, 2, 6, 4)
	s.WantPage(t, s.key, "orders.list", object{"limit": 2, "offset": 4}, 2, 6, 0)
	s.WantPage(t, s.key, "orders.list", object{"offset": 6}, 0, 6, 0)
	s.WantPage(t, s.key, "orders.list", object{"status": "paid", "limit": 1}, 1, 3, 1)
	s.WantPage(t, s.key, "orders.list", object{"statuses": []string{"paid", "pending_payment"}, "limit": 4}, 4, 6, 4)
	s.WantPage(t, s.key, "orders.list", object{"email": "aksel@example.com", "limit": 1, "offset": 1}, 1, 2, 0)
	s.WantPage(t, s.key, "orders.list", object{"productId": s.Product(t, "klud").Id, "limit": 1}, 1, 6, 1)
	s.WantPage(t, s.key, "orders.list", object{"q": "freja", "limit": 1}, 1, 6, 1)
	s.WantPage(t, s.key, "orders.list", object{"status": "disputed"}, 0, 0, 0)
	s.WantPage(t, s.key, "orders.list", object{"status": "disputed", "statuses": []string{"paid"}, "offset": 3}, 0, 0, 0)
	over, rest := s.CallMCP(t, s.key, "orders_list", object{"limit": 2}), s.Call(t, s.key, "orders.list", object{"limit": 2})
	if over.Refused || string(over.Reply.Body)+"\n" != string(rest.Body) {
		t.Errorf("over MCP %s, over REST %s", over.Reply.Body, rest.Body)
	}
}

// Every list is walked by its cursors, in both orders, and gives what a single
// page does.
func TestOrdersListCursors(t *testing.T) {
	t.Parallel()
	s := listed(t)
	cloth := s.Product(t, "klud").Id
	for name, body := range map[string]object{
		"all": {}, "status": {"status": "paid"}, "statuses": {"statuses": []string{"paid", "pending_payment"}}, "attention": {"needsAttention": true},
		"email": {"email": "FREJA@example.com"}, "product": {"productId": cloth}, "words": {"q": "freja holm"}, "words and product": {"q": "freja", "productId": cloth},
		"period": {"fromDate": "2026-03-01T12:00:00.002Z", "toDate": "2026-03-01T12:00:00.004Z"}, "the end of time": {"fromDate": "0000-01-01T00:00Z", "toDate": "9999-12-31T23:59:59.9999Z"},
	} {
		for _, sort := range []string{"newest", "oldest"} {
			whole := s.listAll(t, servertest.With(body, object{"sort": sort}), nil)
			for limit := 1; limit <= 3; limit++ {
				got := s.listAll(t, servertest.With(body, object{"sort": sort, "limit": limit}), func(int) {})
				if len(whole) < 2 || !slices.Equal(got, whole) {
					t.Errorf("%s, %s, %d at a time: %v, want %v", name, sort, limit, got, whole)
				}
			}
		}
	}
}

// What does not change while somebody walks a list comes exactly once, on any
// replica.
func TestOrdersListCursorsWhileOrdersCome(t *testing.T) {
	t.Parallel()
	s := listed(t)
	other := ordering{s.Beside(t, servertest.Options{}), s.key}
	got := s.listAll(t, object{"statuses": []string{"paid", "pending_payment"}, "limit": 2}, func(page int) {
		s.place(t, orderDraft()) // newer than those that were listed
		if page == 0 {
			s.OK(t, s.key, "orders.update_status", object{"orderId": orderID(5), "status": "shipped"}, nil) // listed already
		}
		s, other = other, s
	})
	want := []string{orderID(6), orderID(5), orderID(4), orderID(3), orderID(2), orderID(1)}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestOrdersListRefusesForeignCursors(t *testing.T) {
	t.Parallel()
	s := listed(t)
	_, page := s.Page(t, s.key, "orders.list", object{"status": "paid", "limit": 1})
	next := *page.NextCursor
	for name, body := range map[string]object{
		"another filter": {"status": "pending_payment", "cursor": next}, "no filter": {"cursor": next},
		"another order": {"status": "paid", "sort": "oldest", "cursor": next}, "one more filter": {"status": "paid", "q": "freja", "cursor": next},
		"a period": {"status": "paid", "fromDate": "2026-03-01T12:00Z", "cursor": next},
		"cut":      {"status": "paid", "cursor": next[:len(next)-1]}, "not one": {"status": "paid", "cursor": "abc"}, "damaged": {"status": "paid", "cursor": "A" + next},
		"empty": {"status": "paid", "cursor": ""}, "beside an offset": {"status": "paid", "cursor": next, "offset": 1},
	} {
		p := s.Refused(t, s.key, "orders.list", body, problem.ValidationFailed)
		pointer := "/cursor"
		if body["offset"] != nil {
			pointer = "/offset"
		}
		if len(p.Errors) != 1 || p.Errors[0].Pointer != pointer {
			t.Errorf("%s: %+v", name, p.Errors)
		}
	}
	for name, body := range map[string]object{
		"the same": {"status": "paid", "cursor": next}, "another limit": {"status": "paid", "cursor": next, "limit": 5},
		"offset 0": {"status": "paid", "cursor": next, "offset": 0}, "the usual order": {"status": "paid", "cursor": next, "sort": "newest"},
	} {
		if n, _ := s.Page(t, s.key, "orders.list", body); n != 2 {
			t.Errorf("%s: %d orders, want 2", name, n)
		}
	}
}

// Beyond 10,000 orders are not counted, offsets end, and cursors go on.
func TestOrdersListOfThousands(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	const many = 10_250
	s.Execute(t, fmt.Sprintf(`INSERT INTO orders (id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city, subtotal_oere,
			shipping_oere, discount_oere, total_oere, channel, created_at, updated_at)
		SELECT gen_random_uuid(), 'a@example.com', 'a@example.com', 'paid', 'Freja', 'Vej 1', '1165', 'K', 1, 0, 0, 1, 'web',
			now() - n / 10 * interval '1 minute', now() FROM generate_series(1, %d) n`, many))
	for _, body := range []object{{}, {"needsAttention": true}, {"email": "a@example.com", "sort": "oldest"}} {
		listed, page := s.Page(t, s.key, "orders.list", servertest.With(body, object{"limit": 100, "offset": 9_900}))
		if listed != 100 || page.Total != 10_000 || page.TotalIsExact || page.NextOffset == nil || *page.NextOffset != 10_000 || page.NextCursor == nil {
			t.Errorf("%v: %d, %+v", body, listed, page)
		}
		listed, page = s.Page(t, s.key, "orders.list", servertest.With(body, object{"limit": 100, "offset": 10_000}))
		if listed != 100 || page.TotalIsExact || page.NextOffset != nil || page.NextCursor == nil {
			t.Errorf("%v at the last offset: %d, %+v", body, listed, page)
		}
		ids := s.listAll(t, servertest.With(body, object{"limit": 100}), func(int) {})
		slices.Sort(ids)
		if len(ids) != many || len(slices.Compact(ids)) != many {
			t.Errorf("%v: %d orders", body, len(ids))
		}
	}
}

// total returns page.total of a list that has more than one order.
func (s ordering) total(t *testing.T, body object) int64 {
	t.Helper()
	_, page := s.Page(t, s.key, "orders.list", servertest.With(body, object{"limit": 1}))
	if !page.TotalIsExact {
		t.Errorf("%v: the total %d is not exact", body, page.Total)
	}
	return page.Total
}

// A total is cached until an order changes, whatever changes it: this replica,
// another one or SQL.
func TestOrdersListTotalsFollowEveryChange(t *testing.T) {
	t.Parallel()
	s := listed(t)
	other := ordering{s.Beside(t, servertest.Options{}), s.key}
	paid, named := object{"status": "paid"}, object{"q": "freja holm"}
	totals := func(s ordering) [2]int64 { return [2]int64{s.total(t, paid), s.total(t, named)} }
	const soon = 10 * time.Second
	for _, c := range []struct {
		name   string
		change func()
		atOnce bool // at the replica that made the change
		want   [2]int64
	}{
		{"nothing", func() {}, true, [2]int64{3, 6}},
		{"a move", func() { s.move(t, orderID(2), "paid") }, true, [2]int64{4, 6}},
		{"an order", func() { s.place(t, orderDraft()) }, true, [2]int64{4, 7}},
		{"SQL", func() { s.Execute(t, "UPDATE orders SET status = 'pending' WHERE id = $1", orderID(1)) }, false, [2]int64{3, 7}},
	} {
		c.change()
		if got := totals(s); c.atOnce && got != c.want {
			t.Errorf("after %s: %v, want %v", c.name, got, c.want)
		}
		for _, replica := range []ordering{s, other} {
			servertest.Eventually(t, soon, func() bool { return totals(replica) == c.want })
		}
	}
}

// A list of today stays in its day when its second page is asked for after midnight, and a new one begins with the new day, whose
// first hour is the last of another date in UTC.
func TestOrdersListOfTodayAtMidnight(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	clock.Set(t, "2026-03-28T12:00:00Z")
	s := newOrderingWith(t, servertest.Options{Clock: clock.Now})
	for n, moment := range []string{
		"", "2026-03-27T22:59:59.999Z", "2026-03-27T23:00:00Z", "2026-03-28T12:00:00Z", "2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z",
		"2026-03-29T22:00:00Z",
	} {
		if n == 0 {
			continue
		}
		d := orderDraft()
		d.ID = uuid.MustParse(orderID(n))
		d.At, _ = time.Parse(time.RFC3339, moment)
		s.place(t, d)
	}
	for sort, want := range map[string][]string{"newest": {orderID(4), orderID(3), orderID(2)}, "oldest": {orderID(2), orderID(3), orderID(4)}} {
		clock.Set(t, "2026-03-28T22:59:00Z")
		got := s.listAll(t, object{"period": "today", "sort": sort, "limit": 1}, func(int) { clock.Set(t, "2026-03-28T23:01:00Z") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", sort, got, want)
		}
	}
	clock.Set(t, "2026-03-28T22:59:00Z")
	_, page := s.Page(t, s.key, "orders.list", object{"period": "today", "limit": 1})
	s.WantPage(t, s.key, "orders.list", object{"period": "today", "limit": 1}, 1, 3, 1)
	clock.Set(t, "2026-03-28T23:00:00Z")
	s.WantPage(t, s.key, "orders.list", object{"period": "today", "limit": 1}, 1, 2, 1) // the total of yesterday is not cached for it
	s.WantPage(t, s.key, "orders.list", object{"period": "yesterday", "limit": 1, "offset": 1}, 1, 3, 2)
	s.Refused(t, s.key, "orders.list", object{"period": "yesterday", "limit": 1, "cursor": *page.NextCursor}, problem.ValidationFailed)
	s.Refused(t, s.key, "orders.list", object{"period": "today", "fromDate": "2026-03-01T12:00Z"}, problem.ValidationFailed)
	var answer struct{ Period *api.PeriodBounds }
	if err := json.Unmarshal(s.OK(t, s.key, "orders.list", object{"period": "today", "status": "disputed"}, nil).Body, &answer); err != nil || answer.Period == nil {
		t.Fatalf("%v, %v", answer, err)
	}
	if p := answer.Period; p.From.String() != "2026-03-28T23:00:00.000Z" || p.To.String() != "2026-03-29T21:59:59.999Z" {
		t.Errorf("from %s to %s", p.From, p.To)
	}
}
