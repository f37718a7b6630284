package orders_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestOrdersCreate(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	s.OK(t, s.owner, "discounts.create", object{"code": "FEM", "type": "percent", "value": 5, "usageLimit": 2}, nil)
	id := s.openWith(t, "rund", 2)
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
	if rund, klud := s.stock(t, "rund"), s.stock(t, "klud"); rund != 8 || klud != 997 {
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
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	discount := func(code string, more object) string {
		s.OK(t, s.owner, "discounts.create", servertest.With(object{"code": code, "type": "fixed", "value": 100}, more), nil)
		id := s.openWith(t, "rund", 1)
		s.OK(t, s.key, "cart.apply_discount", object{"cartId": id, "code": code}, nil)
		return id
	}
	deleted, expired, used, off := discount("SLETTET", nil), discount("GAMMEL", object{"validUntil": "2099-01-01T00:00Z"}), discount("BRUGT", object{"usageLimit": 1}), discount("SLUKKET", nil)
	s.Execute(t, "UPDATE discounts SET deleted_at = now() WHERE code = 'SLETTET'")
	s.Execute(t, "UPDATE discounts SET valid_until = now() WHERE code = 'GAMMEL'")
	s.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'BRUGT'")
	s.OK(t, s.owner, "discounts.toggle", object{"code": "SLUKKET", "active": false}, nil)
	short, gone, dear, fine := s.openWith(t, "rund", 9), s.openWith(t, "klud", 1), s.openWith(t, "rund", 2), s.openWith(t, "rund", 1)
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

// A cart shows no code that cannot be used any more, and is ordered at the total that it shows.
func TestACodeThatTheCartHasDropped(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	for code, drop := range map[string]func(string){
		"SLUKKET": func(code string) {
			s.OK(t, s.owner, "discounts.toggle", object{"code": code, "active": false}, nil)
		},
		"SLETTET": func(code string) { s.OK(t, s.owner, "discounts.delete", object{"code": code, "confirm": true}, nil) },
		"GAMMEL": func(code string) {
			s.OK(t, s.owner, "discounts.update", object{"code": code, "patch": object{"validUntil": "2020-01-01T00:00Z"}}, nil)
		},
		"BRUGT": func(code string) { s.Execute(t, "UPDATE discounts SET usage_count = 3 WHERE code = $1", code) },
	} {
		s.OK(t, s.owner, "discounts.create", object{"code": code, "type": "percent", "value": 10, "usageLimit": 3}, nil)
		id := s.openWith(t, "rund", 1)
		discounted := s.cart(t, "cart.apply_discount", object{"cartId": id, "code": code})["totalOere"]
		drop(code)
		shown := s.summary(t, id)
		servertest.WantFields(t, code, shown, object{"discountCode": nil, "totalOere": 24900})
		expecting := func(total any) object { return servertest.With(purchase(id), object{"expectedTotalOere": total}) }
		for _, body := range []object{purchase(id), expecting(discounted), expecting(24901)} {
			s.Refused(t, s.key, "orders.create", body, problem.DiscountNotApplicable)
		}
		before := uses(t, s.Server, code)
		var placed, order object
		s.OK(t, s.key, "orders.create", expecting(shown["totalOere"]), &placed)
		s.OK(t, s.key, "orders.get", object{"orderId": placed["id"]}, &order)
		servertest.WantFields(t, code, order, object{"discountCode": nil, "discountDkk": 0, "totalDkk": 24900, "vatOere": 4980})
		servertest.WantFields(t, code, s.summary(t, id), object{"orderId": placed["id"], "discountCode": nil, "totalOere": 24900, "messages": []any{}})
		s.OK(t, s.key, "orders.update_status", object{"orderId": placed["id"], "status": "cancelled"}, nil)
		if used := uses(t, s.Server, code); used != before {
			t.Errorf("%s was used %s times, now %s", code, before, used)
		}
	}
}

// An order over MCP, and one of a checkout session, say so.
func TestOrdersCreateChannels(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	channel := func(id string) [2]any {
		var o object
		s.OK(t, s.key, "orders.get", object{"orderId": id}, &o)
		return [2]any{o["channel"], o["isAiGenerated"]}
	}
	var placed object
	s.OK(t, s.key, "orders.create", purchase(s.openWith(t, "rund", 1)), &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"api", false} {
		t.Errorf("over REST: %v", got)
	}
	s.CallMCP(t, s.key, "orders_create", purchase(s.openWith(t, "rund", 1))).Reply.Result(t, &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"mcp", true} {
		t.Errorf("over MCP: %v", got)
	}
	s.OK(t, s.key, "orders.create", servertest.With(purchase(s.openWith(t, "rund", 1)), object{"acpSessionId": "acp-7"}), &placed)
	if got := channel(placed["id"].(string)); got != [2]any{"acp", true} {
		t.Errorf("of a session: %v", got)
	}
}

// One e-mail is one customer, in any case, however many order at once.
func TestOrdersCreateFindsTheCustomer(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	carts := make([]string, 8)
	for i := range carts {
		carts[i] = s.openWith(t, "rund", 1)
	}
	emails := []string{"Freja@example.com", "freja@example.com", "FREJA@EXAMPLE.COM"}
	statuses, _ := servertest.Together(len(carts), func(i int) servertest.Reply {
		return s.Call(t, s.key, "orders.create", servertest.With(purchase(carts[i]), object{"email": emails[i%3]}))
	})
	if n := servertest.One[int](t, s.Server, "SELECT count(DISTINCT coalesce(user_id, id)) FROM orders"); statuses[200] != 8 || n != 1 {
		t.Errorf("%v, %d customers", statuses, n)
	}
}

// TestACodeThatIsSetMeanwhile: orders.create waits for a call that sets the code of the cart, and then
// sees the code and its discount.
func TestACodeThatIsSetMeanwhile(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.OK(t, s.key, "discounts.create", object{"code": "TIER", "type": "percent", "value": 10}, nil)
	s.OK(t, s.key, "discounts.create", object{"code": "TYVE", "type": "percent", "value": 20}, nil)
	for _, before := range []string{"", "TYVE"} {
		t.Run(fmt.Sprintf("instead of %q", before), func(t *testing.T) {
			cart := s.cart(t, before, "klud")
			commit := s.Meanwhile(t, "UPDATE carts SET discount_code = 'TIER' WHERE id = $1", cart)
			replies := make(chan servertest.Reply)
			go func() { replies <- s.create(t, cart) }()
			s.AwaitLock(t, 1)
			commit()
			var placed api.OrdersCreateResult
			reply := <-replies
			if reply.Result(t, &placed); reply.Status != 200 || placed.TotalDkk != 2250+4900 {
				t.Errorf("%d %s", reply.Status, reply.Body)
			}
		})
	}
}

func TestTheLastPieceIsSoldOnce(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.OK(t, s.key, "products.update", object{"slug": "rund", "patch": object{"stock": 1}}, nil)
	s.compete(t, problem.InsufficientStock, s.carts(t, "", "rund", "klud"))
	if stock := s.stock(t); stock["rund"] != 0 || stock["klud"] != orderable-1 {
		t.Errorf("the stock is %v", stock)
	}
}

func TestTheLastUseOfACodeIsRedeemedOnce(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	s.OK(t, s.key, "discounts.create", object{"code": "ENGANG", "type": "percent", "value": 10, "usageLimit": 1}, nil)
	s.compete(t, problem.DiscountNotApplicable, s.carts(t, "ENGANG", "klud"))
	if n := servertest.One[int64](t, s.Server, "SELECT usage_count FROM discounts"); n != 1 {
		t.Errorf("the code was used %d times", n)
	}
	if stock := s.stock(t); stock["klud"] != orderable-1 {
		t.Errorf("the stock is %v", stock)
	}
}

func TestACartIsOrderedOnce(t *testing.T) {
	t.Parallel()
	s := newCheckout(t)
	cart := s.cart(t, "", "klud")
	s.compete(t, problem.CartOrdered, func(int) string { return cart })
	if stock := s.stock(t); stock["klud"] != orderable-1 {
		t.Errorf("the stock is %v", stock)
	}
}

// TestOppositeOrders fills carts with the same products in opposite order, orders them with a code and
// cancels some. No call fails, nothing deadlocks, and no piece is lost or gained.
func TestOppositeOrders(t *testing.T) {
	t.Parallel()
	const buyers, rounds = 12, 10
	s := newCheckout(t)
	s.OK(t, s.key, "discounts.create", object{"code": "ALLE", "type": "percent", "value": 10}, nil)
	var wg sync.WaitGroup
	for buyer := range buyers {
		wg.Go(func() {
			slugs := []string{"rund", "klud"}
			if buyer%2 == 0 {
				slices.Reverse(slugs)
			}
			for round := range rounds {
				s.buy(t, slugs, round%2 == 0)
			}
		})
	}
	wg.Wait()
	if stock := s.stock(t); stock["rund"] != orderable-buyers*rounds/2 || stock["klud"] != orderable-buyers*rounds/2 {
		t.Errorf("the stock is %v", stock)
	}
	if n := servertest.One[int64](t, s.Server, "SELECT usage_count FROM discounts"); n != buyers*rounds/2 {
		t.Errorf("the code was used %d times", n)
	}
	if n := servertest.One[int64](t, s.Server, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// purchase is a body of orders.create.
func purchase(cart string) object {
	return object{
		"cartId": cart, "email": "Freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12",
		"shippingZip": "1165", "shippingCity": "København K",
	}
}

func (s cartShop) stock(t *testing.T, slug string) int64 {
	t.Helper()
	return servertest.One[int64](t, s.Server, "SELECT stock FROM products WHERE slug = $1", slug)
}

// checkout is a service with two products, and a key that buys and cancels.
type checkout struct{ ordering }

func newCheckout(t *testing.T) checkout {
	t.Helper()
	s := newOrdering(t)
	s.key = s.Key(t, "cart:write,orders:read,orders:write,discounts:write,products:write")
	return checkout{s}
}

// cart opens a cart with a piece of each product, and sets its code unless that is "".
func (s checkout) cart(t *testing.T, code string, slugs ...string) string {
	t.Helper()
	var cart api.Cart
	s.OK(t, s.key, "cart.create", object{"items": lines(slugs...)}, &cart)
	if code != "" {
		s.OK(t, s.key, "cart.apply_discount", object{"cartId": cart.CartId, "code": code}, nil)
	}
	return cart.CartId
}

func (s checkout) carts(t *testing.T, code string, slugs ...string) func(i int) string {
	t.Helper()
	ids := make([]string, crowd)
	for i := range ids {
		ids[i] = s.cart(t, code, slugs...)
	}
	return func(i int) string { return ids[i] }
}

func lines(slugs ...string) (items []object) {
	for _, slug := range slugs {
		items = append(items, object{"slug": slug, "quantity": 1})
	}
	return items
}

func (s checkout) create(t *testing.T, cart string) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.create", purchase(cart))
}

// compete has everybody order at once, each the cart of its number, and expects one order. The
// others are refused with the code.
func (s checkout) compete(t *testing.T, code problem.Code, carts func(i int) string) {
	t.Helper()
	statuses, replies := servertest.Together(crowd, func(i int) servertest.Reply { return s.create(t, carts(i)) })
	if statuses[200] != 1 || statuses[409] != crowd-1 {
		t.Errorf("%v", statuses)
	}
	for _, reply := range replies {
		if reply.Status != 200 {
			reply.Problem(t, code)
		}
	}
	if n := servertest.One[int64](t, s.Server, "SELECT count(*) FROM orders"); n != 1 {
		t.Errorf("%d orders", n)
	}
}

// crowd is how many buyers compete.
const crowd = 100

// buy fills a cart and orders it; it reports every refusal.
func (s checkout) buy(t *testing.T, slugs []string, cancel bool) {
	var cart api.Cart
	var placed api.OrdersCreateResult
	opened := s.Call(t, s.key, "cart.create", object{"items": lines(slugs...)})
	if opened.Status != 200 {
		t.Errorf("%s", opened.Body)
		return
	}
	opened.Result(t, &cart)
	if applied := s.Call(t, s.key, "cart.apply_discount", object{"cartId": cart.CartId, "code": "ALLE"}); applied.Status != 200 {
		t.Errorf("%s", applied.Body)
		return
	}
	created := s.create(t, cart.CartId)
	if created.Status != 200 {
		t.Errorf("%s", created.Body)
		return
	}
	created.Result(t, &placed)
	if !cancel {
		return
	}
	if moved := s.move(t, placed.Id, "cancelled"); moved.Status != 200 {
		t.Errorf("%s", moved.Body)
	}
}
