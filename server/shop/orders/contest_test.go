package orders_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// crowd is how many buyers compete.
const crowd = 100

// checkout is a service with two products, and a key that buys and cancels.
type checkout struct{ ordering }

func newCheckout(t *testing.T) checkout {
	t.Helper()
	s := newOrdering(t)
	s.key = s.Key(t, "cart:write,orders:read,orders:write,discounts:write,products:write")
	return checkout{s}
}

func lines(slugs ...string) (items []object) {
	for _, slug := range slugs {
		items = append(items, object{"slug": slug, "quantity": 1})
	}
	return items
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

func (s checkout) create(t *testing.T, cart string) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.create", object{
		"cartId": cart, "email": "freja@example.com",
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	})
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

func (s checkout) carts(t *testing.T, code string, slugs ...string) func(i int) string {
	t.Helper()
	ids := make([]string, crowd)
	for i := range ids {
		ids[i] = s.cart(t, code, slugs...)
	}
	return func(i int) string { return ids[i] }
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

// TestOppositeOrders fills carts with the same products in opposite order, orders them and
// cancels some. No call fails, nothing deadlocks, and no piece is lost or gained.
func TestOppositeOrders(t *testing.T) {
	t.Parallel()
	const buyers, rounds = 12, 10
	s := newCheckout(t)
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
	if n := servertest.One[int64](t, s.Server, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

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
