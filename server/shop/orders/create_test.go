package orders_test

import (
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// buying is a shop with two products, and the key of an agent that buys.
type buying struct {
	*servertest.Server
	owner, key string
}

func newBuying(t *testing.T, o servertest.Options) buying {
	t.Helper()
	o.Template = storetest.Empty
	s := servertest.New(t, o)
	b := buying{s, s.Key(t, "all"), s.Key(t, "cart:write,orders:read,orders:write")}
	s.OK(t, b.owner, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for slug, price := range map[string]int{"rund": 20000, "klud": 2500} {
		s.OK(t, b.owner, "products.create", servertest.With(servertest.NewProduct(slug), object{"priceDkk": price, "stock": 10}), nil)
	}
	return b
}

// cart opens a cart with pieces of a product.
func (s buying) cart(t *testing.T, slug string, quantity int) string {
	t.Helper()
	var c object
	s.OK(t, s.key, "cart.create", object{"items": []object{{"slug": slug, "quantity": quantity}}}, &c)
	return c["cartId"].(string)
}

// purchase is a body of orders.create.
func purchase(cart string) object {
	return object{
		"cartId": cart, "email": "Freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12",
		"shippingZip": "1165", "shippingCity": "København K",
	}
}

func (s buying) stock(t *testing.T, slug string) int64 {
	t.Helper()
	return servertest.One[int64](t, s.Server, "SELECT stock FROM products WHERE slug = $1", slug)
}

func TestOrdersCreate(t *testing.T) {
	t.Parallel()
	s := newBuying(t, servertest.Options{})
	s.OK(t, s.owner, "discounts.create", object{"code": "FEM", "type": "percent", "value": 5, "usageLimit": 2}, nil)
	id := s.cart(t, "rund", 2)
	s.OK(t, s.key, "cart.add", object{"cartId": id, "slug": "klud", "quantity": 3}, nil)
	s.OK(t, s.key, "cart.apply_discount", object{"cartId": id, "code": "fem"}, nil)
	var placed, order, c object
	s.OK(t, s.key, "orders.create", servertest.With(purchase(id), object{
		"expectedTotalOere": 50025, "billingName": "Holm ApS", "billingCountry": "DK", "phoneNumber": "+4520123456", "paymentMethod": "card", "aiAgentSource": "prøve",
	}), &placed)
	servertest.WantFields(t, "placed", placed, object{"status": "pending_payment", "totalDkk": 50025, "currency": "DKK"})
	s.OK(t, s.key, "orders.get", object{"orderId": placed["id"]}, &order)
	servertest.WantFields(t, "order", order, object{
		"userId": servertest.One[string](t, s.Server, "SELECT id::text FROM customers WHERE email = 'Freja@example.com'"),
		"email":  "Freja@example.com", "subtotalDkk": 47500, "discountDkk": 2375, "shippingDkk": 4900, "totalDkk": 50025, "vatOere": 10005, "discountCode": "FEM",
		"billingName": "Holm ApS", "billingAddress": nil, "billingCountry": "DK", "isAiGenerated": true, "aiAgentSource": "prøve", "channel": "api",
		"confirmationEmailSentAt": nil, "paymentMethod": "card", "phoneNumber": "+4520123456",
	})
	s.OK(t, s.key, "cart.get_summary", object{"cartId": id}, &c)
	servertest.WantFields(t, "cart", c, object{"orderId": placed["id"], "totalOere": 50025, "discountCode": "FEM", "itemCount": 5, "messages": []any{}})
	if rund, klud := s.stock(t, "rund"), s.stock(t, "klud"); rund != 8 || klud != 7 {
		t.Errorf("%d and %d are left", rund, klud)
	}
	if used := servertest.One[int64](t, s.Server, "SELECT usage_count FROM discounts"); used != 1 {
		t.Errorf("the code was used %d times", used)
	}
	s.Refused(t, s.key, "orders.create", purchase(id), problem.CartOrdered)
}

// Nothing is written by an order that is refused.
func TestOrdersCreateRefusals(t *testing.T) {
	t.Parallel()
	s := newBuying(t, servertest.Options{})
	discount := func(code string, more object) string {
		s.OK(t, s.owner, "discounts.create", servertest.With(object{"code": code, "type": "fixed", "value": 100}, more), nil)
		id := s.cart(t, "rund", 1)
		s.OK(t, s.key, "cart.apply_discount", object{"cartId": id, "code": code}, nil)
		return id
	}
	deleted, expired, used, off := discount("SLETTET", nil), discount("GAMMEL", object{"validUntil": "2099-01-01T00:00Z"}), discount("BRUGT", object{"usageLimit": 1}), discount("SLUKKET", nil)
	s.Execute(t, "UPDATE discounts SET deleted_at = now() WHERE code = 'SLETTET'")
	s.Execute(t, "UPDATE discounts SET valid_until = now() WHERE code = 'GAMMEL'")
	s.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'BRUGT'")
	s.OK(t, s.owner, "discounts.toggle", object{"code": "SLUKKET", "active": false}, nil)
	short, gone, dear, fine := s.cart(t, "rund", 9), s.cart(t, "klud", 1), s.cart(t, "rund", 2), s.cart(t, "rund", 1)
	s.Execute(t, "UPDATE products SET stock = 8, updated_at = now() WHERE slug = 'rund'")
	s.OK(t, s.owner, "products.delete", object{"slug": "klud", "confirm": true}, nil)
	var empty object
	s.OK(t, s.key, "cart.create", object{}, &empty)
	before := s.Contents(t)
	for _, c := range []struct {
		body object
		code problem.Code
	}{
		{purchase("x"), problem.CartNotFound},
		{purchase("01994f5e-0000-7000-8000-00000000ffff"), problem.CartNotFound},
		{purchase(empty["cartId"].(string)), problem.CartEmpty},
		{purchase(deleted), problem.DiscountNotApplicable},
		{purchase(expired), problem.DiscountNotApplicable},
		{purchase(used), problem.DiscountNotApplicable},
		{purchase(off), problem.DiscountNotApplicable},
		{purchase(short), problem.InsufficientStock},
		{purchase(gone), problem.InsufficientStock},
		{servertest.With(purchase(fine), object{"expectedTotalOere": 24899}), problem.TotalChanged},
		{servertest.With(purchase(fine), object{"email": "nobody"}), problem.ValidationFailed},
		{servertest.With(purchase(fine), object{"shippingCity": " "}), problem.ValidationFailed},
	} {
		s.Refused(t, s.key, "orders.create", c.body, c.code)
	}
	s.Refused(t, s.owner, "orders.create", purchase(fine), problem.CartNotFound) // the cart belongs to another key
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	s.OK(t, s.owner, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 9007199254740991}}, nil)
	s.Refused(t, s.key, "orders.create", purchase(dear), problem.AmountTooLarge)
}

// An order over MCP, and one of a checkout session, say so.
func TestOrdersCreateChannels(t *testing.T) {
	t.Parallel()
	s := newBuying(t, servertest.Options{})
	channel := func(id string) [2]any {
		var o object
		s.OK(t, s.key, "orders.get", object{"orderId": id}, &o)
		return [2]any{o["channel"], o["isAiGenerated"]}
	}
	var placed object
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "rund", 1)), &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"api", false} {
		t.Errorf("over REST: %v", got)
	}
	s.CallMCP(t, s.key, "orders_create", purchase(s.cart(t, "rund", 1))).Reply.Result(t, &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"mcp", true} {
		t.Errorf("over MCP: %v", got)
	}
	s.OK(t, s.key, "orders.create", servertest.With(purchase(s.cart(t, "rund", 1)), object{"acpSessionId": "acp-7"}), &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"acp", true} {
		t.Errorf("of a session: %v", got)
	}
}

// One e-mail is one customer, in any case, however many order at once.
func TestOrdersCreateFindsTheCustomer(t *testing.T) {
	t.Parallel()
	s := newBuying(t, servertest.Options{})
	carts := make([]string, 8)
	for i := range carts {
		carts[i] = s.cart(t, "rund", 1)
	}
	emails := []string{"Freja@example.com", "freja@example.com", "FREJA@EXAMPLE.COM"}
	statuses, _ := servertest.Together(len(carts), func(i int) servertest.Reply {
		return s.Call(t, s.key, "orders.create", servertest.With(purchase(carts[i]), object{"email": emails[i%3]}))
	})
	if n := servertest.One[int](t, s.Server, "SELECT count(DISTINCT coalesce(user_id, id)) FROM orders"); statuses[200] != 8 || n != 1 {
		t.Errorf("%v, %d customers", statuses, n)
	}
}

// Of a hundred buyers of the last piece, of the last use of a code and of one cart, one
// each has what it wants, and nobody gets another answer than that it came too late.
func TestOrdersCreateAtOnce(t *testing.T) {
	t.Parallel()
	const buyers = 100
	s := newBuying(t, servertest.Options{})
	s.OK(t, s.owner, "discounts.create", object{"code": "SIDSTE", "type": "percent", "value": 5, "usageLimit": 1}, nil)
	for _, c := range []struct {
		name  string
		code  problem.Code
		stock int
		carts func() []string
	}{
		{"the last piece", problem.InsufficientStock, 1, func() []string { return s.carts(t, buyers, nil) }},
		{"the last use", problem.DiscountNotApplicable, 200, func() []string { return s.carts(t, buyers, "SIDSTE") }},
		{"one cart", problem.CartOrdered, 200, func() []string { return s.carts(t, 1, nil) }},
	} {
		s.Execute(t, "UPDATE products SET stock = $1 WHERE slug = 'rund'", c.stock)
		carts := c.carts()
		before := servertest.One[int](t, s.Server, "SELECT count(*) FROM orders")
		statuses, replies := servertest.Together(buyers, func(i int) servertest.Reply {
			return s.Call(t, s.key, "orders.create", purchase(carts[i%len(carts)]))
		})
		if statuses[200] != 1 || statuses[409] != buyers-1 {
			t.Errorf("%s: %v", c.name, statuses)
		}
		for _, r := range replies {
			if r.Status == 409 {
				r.Problem(t, c.code)
			}
		}
		if n := servertest.One[int](t, s.Server, "SELECT count(*) FROM orders") - before; n != 1 || s.stock(t, "rund") != int64(c.stock-1) {
			t.Errorf("%s: %d orders, %d left", c.name, n, s.stock(t, "rund"))
		}
	}
	if used := servertest.One[int64](t, s.Server, "SELECT usage_count FROM discounts"); used != 1 {
		t.Errorf("the code was used %d times", used)
	}
}

func (s buying) carts(t *testing.T, n int, code any) []string {
	t.Helper()
	all := make([]string, n)
	for i := range all {
		all[i] = s.cart(t, "rund", 1)
		s.OK(t, s.key, "cart.apply_discount", object{"cartId": all[i], "code": code}, nil)
	}
	return all
}

// Orders that nobody pays are cancelled, once, however many replicas do it, and their stock
// comes back; one that was paid in time stays.
func TestUnpaidOrdersExpire(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	o := servertest.Options{Clock: clock.Now, Config: func(c *config.Serve) { c.UnpaidExpiry = config.Period(24 * time.Hour) }}
	s := newBuying(t, o)
	replica := s.Beside(t, servertest.Options{Clock: clock.Now, Config: o.Config})
	var unpaid, paid, later, taken object
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "rund", 3)), &unpaid)
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "rund", 1)), &paid)
	s.OK(t, s.key, "orders.update_status", object{"orderId": paid["id"], "status": "paid"}, nil)
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "rund", 1)), &taken) // money was taken, whatever its status says
	s.Execute(t, "UPDATE orders SET paid_at = created_at WHERE id = $1", taken["id"])
	clock.Advance(23 * time.Hour)
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "rund", 1)), &later)
	s.RunJobs(t)
	if n := s.stock(t, "rund"); n != 4 {
		t.Errorf("an hour too early: %d left", n)
	}
	clock.Advance(2 * time.Hour)
	servertest.Together(6, func(i int) servertest.Reply {
		if i%2 == 0 {
			s.RunJobs(t)
		} else {
			replica.RunJobs(t)
		}
		return servertest.Reply{}
	})
	for id, want := range map[any]string{unpaid["id"]: "cancelled", paid["id"]: "paid", later["id"]: "pending_payment", taken["id"]: "pending_payment"} {
		if got := servertest.One[string](t, s.Server, "SELECT status FROM orders WHERE id = $1", id); got != want {
			t.Errorf("an order is %s, want %s", got, want)
		}
	}
	if n := s.stock(t, "rund"); n != 7 {
		t.Errorf("%d left", n)
	}
	const rows = "SELECT count(*) FROM audit_log WHERE actor = 'system:orders.expire' AND entity_id = $1"
	if n := servertest.One[int](t, s.Server, rows, unpaid["id"]); n != 1 {
		t.Errorf("%d rows in the audit", n)
	}
}
