package customers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// A customer is what the orders with one e-mail address say: money counts when it
// was taken and not given back, and the newest order says where to.
func TestCustomerGet(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	first := s.buy(t, servertest.With(buyer("Freja@Example.com", "Freja Holm"), object{"phoneNumber": "20 12 34 56"}))
	for range 9 {
		clock.Advance(time.Second)
		s.buy(t, buyer("freja@example.com", "Freja Holm"))
	}
	clock.Advance(time.Second)
	second := s.buy(t, buyer("freja@example.com", "Freja Holm"))
	clock.Advance(time.Second)
	last := s.buy(t, servertest.With(buyer("FREJA@example.com", "Freja Winther"), object{"shippingZip": "8000"}))
	s.buy(t, buyer("mads@example.com", "Mads"))
	for _, paid := range []string{first, second, last} {
		s.move(t, paid, "paid")
	}
	s.OK(t, s.agent, "orders.refund", object{"orderId": second, "amountOere": 30000, "reason": "Ridse", "confirm": true}, nil)
	s.move(t, last, "cancelled") // the money was not given back yet
	var orders []object
	s.OK(t, s.agent, "orders.list", object{"email": "freja@example.com", "limit": 10}, &orders)

	c := s.get(t, s.customer(t, "freja@example.COM"))
	servertest.WantFields(t, "customer", c, object{
		"email": "Freja@Example.com", "name": "Freja Winther", "orderCount": 12, "totalSpentOere": 270000, "phoneNumber": "20 12 34 56",
		"lastShipping": object{"name": "Freja Winther", "address": "Nørregade 12", "zip": "8000", "city": "København K"},
		"lastOrderAt":  orders[0]["createdAt"], "orders": orders,
	})
	for _, id := range []any{"x", "01994f5e-0000-7000-8000-00000000ffff", c["id"].(string) + " x"} {
		s.Refused(t, s.agent, "customer.get", object{"customerId": id}, problem.CustomerNotFound)
	}
	for _, body := range []object{{}, {"customerId": nil}, {"customerId": ""}, {"customerId": 7}, {"id": c["id"], "customerId": c["id"]}} {
		s.Refused(t, s.agent, "customer.get", body, problem.ValidationFailed)
	}
}

func TestCustomerLookup(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, servertest.With(buyer("freja@example.com", "Freja Holm"), object{"phoneNumber": "20 12 34 56"}))
	s.buy(t, servertest.With(buyer("mads@example.com", "Mads Holm"), object{"phoneNumber": "+4520123456", "shippingZip": "8000"}))
	s.buy(t, servertest.With(buyer("astrid@example.se", "Astrid Berg"), object{"phoneNumber": "0046 70-123 45 67"}))
	mads, astrid := s.customer(t, "mads@example.com"), s.customer(t, "astrid@example.se")
	there := func(name, zip string) object {
		return object{"name": name, "address": "Nørregade 12", "zip": zip, "city": "København K"}
	}
	known := func(id, name, zip string, orders int) object {
		return object{"hasOrders": true, "orderCount": orders, "customerId": id, "lastShipping": there(name, zip)}
	}
	unknown := object{"hasOrders": false, "orderCount": 0, "customerId": nil, "lastShipping": nil}
	for phone, want := range map[string]object{
		"20123456": known(mads, "Mads Holm", "8000", 2), "20 12 34 56": known(mads, "Mads Holm", "8000", 2),
		"+45 2012 3456": known(mads, "Mads Holm", "8000", 2), "0045-20123456": known(mads, "Mads Holm", "8000", 2),
		"4520123456": known(mads, "Mads Holm", "8000", 2), "+46701234567": known(astrid, "Astrid Berg", "1165", 1),
		"2012345": unknown, "+4620123456": unknown, "120123456": unknown, "70 12 34 56 7": unknown, "none": unknown,
	} {
		var got object
		s.OK(t, s.agent, "customer.lookup_by_phone", object{"phone": phone}, &got)
		if !servertest.SameJSON(got, want) {
			t.Errorf("%q: %v, want %v", phone, got, want)
		}
	}
	for email, want := range map[string]object{
		"MADS@example.com": known(mads, "Mads Holm", "8000", 1), "ads@example.com": unknown, "mads@example.co": unknown,
	} {
		var got object
		s.OK(t, s.agent, "customer.lookup_by_email", object{"email": email}, &got)
		if !servertest.SameJSON(got, want) {
			t.Errorf("%s: %v, want %v", email, got, want)
		}
	}
	for _, phone := range []any{nil, "", "20", 20123456, "a\x00bc", "12345678901234567890123456789012345678901"} {
		s.Refused(t, s.agent, "customer.lookup_by_phone", object{"phone": phone}, problem.ValidationFailed)
	}
	for _, email := range []any{nil, "", "freja", "freja@", 7} {
		s.Refused(t, s.agent, "customer.lookup_by_email", object{"email": email}, problem.ValidationFailed)
	}
}

// An e-mail address stands for the id, in any case, of somebody who is known.
func TestCustomersByEmail(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	id := s.customer(t, "freja@example.com")
	for _, tool := range []string{"customer.get", "customer.export", "customer.erase"} {
		body := func(fields object) object {
			if tool == "customer.erase" {
				fields = servertest.With(object{"confirm": true}, fields)
			}
			return fields
		}
		nothing := map[string]string{"customer.get": "", "customer.export": "", "customer.erase": "/customerId"}[tool]
		for pointer, fields := range map[string]object{nothing: {}, "/email": {"customerId": id, "email": "freja@example.com"}} {
			p := s.Refused(t, s.owner, tool, body(fields), problem.ValidationFailed)
			if p.Errors[0].Pointer != pointer || !strings.Contains(p.Resolution, "email") {
				t.Errorf("%s %v: %+v", tool, fields, p)
			}
		}
		p := s.Refused(t, s.owner, tool, body(object{"email": "nobody@example.com"}), problem.CustomerNotFound)
		if strings.Contains(p.Detail, "nobody") || !strings.Contains(p.Resolution, `"email"`) {
			t.Errorf("%s: %+v", tool, p)
		}
	}
	var byID, byEmail, export struct {
		ID       string
		Orders   []object
		Customer object
	}
	s.OK(t, s.owner, "customer.get", object{"customerId": id}, &byID)
	s.OK(t, s.owner, "customer.get", object{"email": "FREJA@example.com"}, &byEmail)
	if row := s.LastAudit(t, 1)[0]; row.Tool != "customer.get" || !servertest.SameJSON(servertest.Decoded(t, row.Args), object{"email": "FREJA@example.com"}) {
		t.Errorf("the audit has %s %s", row.Tool, row.Args)
	}
	s.OK(t, s.owner, "customer.export", object{"email": "FREJA@example.com"}, &export)
	if !servertest.SameJSON(byID, byEmail) || byID.ID != id || export.Customer["id"] != id || len(export.Orders) != 1 {
		t.Errorf("%+v, %+v, %+v", byID, byEmail, export)
	}
	erase := object{"email": "FREJA@example.com", "confirm": true}
	statuses, _ := servertest.Together(2, func(int) servertest.Reply { return s.Call(t, s.owner, "customer.erase", erase) })
	if statuses[200] != 1 || statuses[404] != 1 {
		t.Errorf("%v", statuses)
	}
	s.Refused(t, s.owner, "customer.get", object{"email": "freja@example.com"}, problem.CustomerNotFound)
}

func TestCustomerList(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newShop(t, servertest.Options{Clock: clock.Now})
	if emails, p := s.list(t, object{}); len(emails) != 0 || p.NextCursor != nil {
		t.Errorf("a new shop has %v", p)
	}
	var began []time.Time
	for _, who := range []object{buyer("n.winther@example.com", "Freja Nørregård"), buyer("aa@example.com", "Åse Aaberg"), buyer("bo@example.com", "Bo")} {
		began = append(began, clock.Now().UTC().Truncate(time.Millisecond))
		s.buy(t, who)
		clock.Advance(time.Minute)
	}
	s.buy(t, buyer("aa@example.com", "Åse Winther")) // an earlier name finds her too
	ase, freja, bo := "aa@example.com", "n.winther@example.com", "bo@example.com"
	at := func(i int) string { return began[i].Format("2006-01-02T15:04:05.000Z") }
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{}, []string{bo, ase, freja}},
		{object{"q": "  "}, []string{bo, ase, freja}},
		{object{"q": "nør"}, []string{freja}}, {object{"q": "NOERRE"}, []string{freja}}, {object{"q": "norregaard"}, []string{freja}},
		{object{"q": "fre nor"}, []string{freja}}, {object{"q": "fre bo"}, []string{}}, {object{"q": "reja"}, []string{}},
		{object{"q": "aab"}, []string{ase}}, {object{"q": "åse aaberg wint"}, []string{ase}},
		{object{"q": "winther"}, []string{ase, freja}}, {object{"q": "example"}, []string{}},
		{object{"q": "AA@example.com"}, []string{ase}}, {object{"q": "aa@example"}, []string{}}, {object{"q": "a@example.com"}, []string{}},
		{object{"q": "aa@example.com bo"}, []string{}}, {object{"q": "!?"}, []string{}}, {object{"q": "%"}, []string{}},
		{object{"fromDate": at(1)}, []string{bo, ase}}, {object{"toDate": at(1)}, []string{ase, freja}},
		{object{"fromDate": at(1), "toDate": at(1), "q": "å"}, []string{ase}}, {object{"fromDate": at(2), "toDate": at(0)}, []string{}},
	} {
		if got, _ := s.list(t, c.body); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.body, got, c.want)
		}
	}
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{"fromDate": at(2), "toDate": at(0)}, []string{"filters_contradict |  | fromDate"}}, {object{"q": "!?"}, []string{"unknown_word |  | no letter"}},
		{object{"q": "reja bo"}, []string{"unknown_word |  | \"reja\" | beginnings"}}, {object{"q": "@example.com"}, []string{"unknown_word |  | whole e-mail"}},
		{object{"q": "+45 20 12 34 56"}, []string{"unknown_word |  | customer.lookup_by_phone"}}, {object{"q": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d0000"}, []string{"unknown_word |  | customer.get"}},
		{object{"q": "fre bo"}, []string{"words_apart | "}}, {object{"q": "fre", "fromDate": at(2)}, []string{"filters_exclude |  | fromDate and toDate"}},
		{object{"q": "fre"}, nil}, {object{"q": "zzz", "fromDate": at(2), "toDate": at(1)}, []string{"filters_contradict | ", "unknown_word |  | zzz"}},
	} {
		servertest.WantMessages(t, c.body, s.Messages(t, s.agent, "customer.list", c.body), c.want...)
	}
	for _, body := range []object{
		{"limit": 0}, {"limit": 101}, {"limit": nil}, {"q": 7}, {"q": "a\x00"}, {"fromDate": "2026-02-30T00:00Z"}, {"toDate": "now"}, {"cursor": "x"}, {"offset": 1},
	} {
		s.Refused(t, s.agent, "customer.list", body, problem.ValidationFailed)
	}
}

// Pages continue each other while others become customers, and a cursor belongs
// to its filters.
func TestCustomerListPages(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.Execute(t, `WITH made AS (
			INSERT INTO customers (id, email, email_key, created_at) SELECT gen_random_uuid(), 'c' || n || '@example.com', 'c' || n || '@example.com',
				now() - n / 3 * interval '1 second' FROM generate_series(1, 45) n RETURNING *)
		INSERT INTO orders (id, user_id, email, email_key, status, shipping_name, shipping_address, shipping_zip, shipping_city, subtotal_oere,
			shipping_oere, discount_oere, total_oere, channel, created_at, updated_at)
		SELECT gen_random_uuid(), id, email, email_key, 'paid', 'Name', 'Vej 1', '1000', 'By', 9007199254740991, 0, 0, 9007199254740991, 'web', created_at, created_at
		FROM made, generate_series(1, 2)`)
	s.Execute(t, "UPDATE orders SET paid_at = created_at")
	want, whole := s.list(t, object{"limit": 100})
	if len(want) != 45 || whole.NextCursor != nil {
		t.Fatalf("%d, %v", len(want), whole.NextCursor)
	}
	var got []string
	body := object{"limit": 10}
	for range 5 {
		emails, p := s.list(t, body)
		got = append(got, emails...)
		s.buy(t, buyer(fmt.Sprintf("new%d@example.com", len(got)), "Ny Kunde"))
		if p.NextCursor == nil {
			break
		}
		body["cursor"] = *p.NextCursor
	}
	if !slices.Equal(got, want) {
		t.Errorf("pages: %v\nwhole: %v", got, want)
	}
	s.Refused(t, s.agent, "customer.list", servertest.With(body, object{"q": "c"}), problem.ValidationFailed)
	// The sum of two largest amounts is the largest.
	if spent := s.get(t, whole.Items[0].ID)["totalSpentOere"]; spent != float64(9007199254740991) {
		t.Errorf("%v", spent)
	}
}

// Every read leaves a row in the audit, with what was asked; a refused one shows
// nothing.
func TestEveryReadOfACustomerIsAudited(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	s.buy(t, buyer("freja@example.com", "Freja Holm"))
	id := s.customer(t, "freja@example.com")
	for tool, body := range map[string]object{
		"customer.list": {"limit": 7}, "customer.get": {"customerId": id}, "customer.export": {"customerId": id},
		"customer.lookup_by_email": {"email": "nobody@example.com"}, "customer.lookup_by_phone": {"phone": "99887766"},
	} {
		before := len(s.Succeeded(t, tool))
		s.OK(t, s.agent, tool, body, nil)
		rows := s.Succeeded(t, tool)
		if len(rows) != before+1 || !servertest.SameJSON(servertest.Decoded(t, rows[0].Args), body) && tool != "customer.list" {
			t.Errorf("%s: %d rows, before %d: %s", tool, len(rows), before, rows[0].Args)
		}
	}
}

// The numbers of orders are compared as people write them.
func TestPhoneKey(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{})
	for phone, want := range map[string]any{
		"20123456": "+4520123456", "20 12 34 56": "+4520123456", "45 20 12 34 56": "+4520123456", "0045 20123456": "+4520123456",
		"+45-20.12.34.56": "+4520123456", "(+45) 20123456": "+4520123456", "+46 70 123 45 67": "+46701234567", "1234567": "1234567",
		"tlf. 20123456": "+4520123456", "none": nil,
	} {
		if got := servertest.One[*string](t, s.Server, "SELECT phone_key($1)", phone); !servertest.SameJSON(got, want) {
			t.Errorf("%q: %v, want %v", phone, *got, want)
		}
	}
}

// A list of today stays in its day when its second page is asked for after midnight, which is at 23:00 in UTC.
func TestCustomerListOfTodayAtMidnight(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	clock.Set(t, "2026-10-25T22:59:59.999Z")
	s := newShop(t, servertest.Options{Clock: clock.Now})
	s.buy(t, buyer("a@example.com", "A"))
	s.buy(t, buyer("b@example.com", "B"))
	s.Execute(t, "UPDATE customers SET created_at = '2026-10-24T22:00Z' WHERE email = 'a@example.com'")
	body := object{"period": "today", "limit": 1}
	first, p := s.list(t, body)
	clock.Set(t, "2026-10-25T23:00:00Z")
	s.buy(t, buyer("c@example.com", "C"))
	second, last := s.list(t, servertest.With(body, object{"cursor": *p.NextCursor}))
	if got := slices.Concat(first, second); !slices.Equal(got, []string{"b@example.com", "a@example.com"}) || last.NextCursor != nil {
		t.Errorf("%v, %v", got, last.NextCursor)
	}
	if got, _ := s.list(t, body); !slices.Equal(got, []string{"c@example.com"}) {
		t.Errorf("of the new day: %v", got)
	}
	reply := s.OK(t, s.agent, "customer.list", object{"period": "yesterday"}, nil)
	if !strings.Contains(string(reply.Body), `"period":{"from":"2026-10-24T22:00:00.000Z","to":"2026-10-25T22:59:59.999Z"}`) {
		t.Errorf("%s", reply.Body)
	}
	s.Refused(t, s.agent, "customer.list", servertest.With(body, object{"toDate": "2026-10-25T22:00Z"}), problem.ValidationFailed)
}
