package orders_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// order orders a cart with these items, and returns the order.
func (s cartShop) order(t *testing.T, items ...object) (o api.Order) {
	t.Helper()
	var placed api.OrdersCreateResult
	s.OK(t, s.key, "orders.create", purchase(s.cart(t, "cart.create", object{"items": items})["cartId"].(string)), &placed)
	s.OK(t, s.key, "orders.get", object{"orderId": placed.Id}, &o)
	return o
}

func (s cartShop) move(t *testing.T, order, status string) {
	t.Helper()
	s.OK(t, s.key, "orders.update_status", object{"orderId": order, "status": status}, nil)
}

// variantStock returns how many of a variant there are, sold or not.
func (s cartShop) variantStock(t *testing.T, id string) int64 {
	t.Helper()
	return servertest.One[int64](t, s.Server, "SELECT stock FROM product_variants WHERE id = $1", id)
}

func (s cartShop) wantStock(t *testing.T, what, slug string, sum int64, variants map[string]int64) {
	t.Helper()
	if got := s.stock(t, slug); got != sum {
		t.Errorf("%s: %d of %s are left, want %d", what, got, slug, sum)
	}
	for id, want := range variants {
		if got := s.variantStock(t, id); got != want {
			t.Errorf("%s: %d of the variant %s are left, want %d", what, got, id, want)
		}
	}
}

// Each variant is sold at its price, and no more than there are of it.
func TestOrdersOfVariants(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	s.product(t, "anchor", 5500, 1)
	anchors := s.sized(t, "anchor", size{"Gold", 6999, 1, nil}, size{"Silver", 5500, 0, nil})
	for slug, want := range map[string][2]int64{"pot": {999, 4}, "anchor": {5500, 1}} {
		if p := s.Product(t, slug); p.PriceDkk != want[0] || p.Stock != want[1] {
			t.Errorf("%s costs %d, %d are left", slug, p.PriceDkk, p.Stock)
		}
	}
	s.Refused(t, s.key, "cart.create", object{"items": []object{potted(ids["Regular"], 4)}}, problem.InsufficientStock)
	silver := object{"slug": "anchor", "variantId": anchors["Silver"], "quantity": 1}
	p := s.Refused(t, s.key, "cart.create", object{"items": []object{silver}}, problem.InsufficientStock)
	if p.Detail != "1 pieces of anchor (Size Silver) would be in the cart; 0 are in stock." {
		t.Errorf("%q", p.Detail)
	}
	late := s.cart(t, "cart.create", object{"items": []object{potted(ids["Regular"], 1), potted(ids["Large"], 2)}})["cartId"].(string)

	o := s.order(t, potted(ids["Regular"], 1), potted(ids["Large"], 3))
	if o.SubtotalDkk != 5796 || len(o.Items) != 2 {
		t.Fatalf("the pots cost %d: %+v", o.SubtotalDkk, o.Items)
	}
	items := []object{
		{"productName": "Prøve pot", "unitPriceDkk": 999, "quantity": 1, "variantId": ids["Regular"], "variantSku": "POT-R", "variantAttributes": object{"Size": "Regular"}},
		{"productName": "Prøve pot", "unitPriceDkk": 1599, "quantity": 3, "variantId": ids["Large"], "variantSku": nil, "variantAttributes": object{"Size": "Large"}},
	}
	wantItems := func(what string) {
		t.Helper()
		var order object
		s.OK(t, s.key, "orders.get", object{"orderId": o.Id}, &order)
		for i, want := range items {
			servertest.WantFields(t, what, order["items"].([]any)[i].(object), want)
		}
	}
	wantItems("placed")
	if _, after := s.Wrote(t, "orders.create", "order", o.Id); after["items"].([]any)[1].(object)["variantId"] != ids["Large"] {
		t.Errorf("the audit has %v", after)
	}
	s.wantStock(t, "sold out", "pot", 0, map[string]int64{ids["Regular"]: 0, ids["Large"]: 0})
	p = s.Refused(t, s.key, "orders.create", purchase(late), problem.InsufficientStock)
	if want := fmt.Sprintf(`Call cart.remove with the slug "pot" and the variantId %q, then send the call again.`, ids["Regular"]); p.Resolution != want ||
		!strings.Contains(p.Detail, "2 of pot (Size Large) wanted, 0 in stock") {
		t.Errorf("%q %q, want %q", p.Detail, p.Resolution, want)
	}
	s.OK(t, s.owner, "products.adjust_stock", object{"slug": "pot", "variantId": ids["Large"], "delta": 1}, nil)
	s.cart(t, "cart.remove", object{"cartId": late, "slug": "pot", "variantId": ids["Regular"]})
	p = s.Refused(t, s.key, "orders.create", purchase(late), problem.InsufficientStock)
	if want := fmt.Sprintf(`Call cart.update_quantity with the slug "pot", the variantId %q and a quantity of at most 1, then send the call again.`, ids["Large"]); p.Resolution != want {
		t.Errorf("%q, want %q", p.Resolution, want)
	}
	if gold := s.order(t, object{"slug": "anchor", "variantId": anchors["Gold"], "quantity": 1}); gold.SubtotalDkk != 6999 {
		t.Errorf("the golden anchor cost %d", gold.SubtotalDkk)
	}

	// The order keeps what was bought.
	s.sized(t, "pot", size{"Huge", 1, 1, object{"variantId": ids["Regular"], "sku": "POT-H"}})
	wantItems("changed since")
	s.sized(t, "pot")
	wantItems("without variants")
}

// A cart that was ordered shows the variants of its order, whatever becomes of them.
func TestCartOfVariantsThatWasOrdered(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	c := s.cart(t, "cart.create", object{"items": []object{potted(ids["Large"], 2), {"slug": "rund", "quantity": 1}, potted(ids["Regular"], 1)}})
	id := c["cartId"].(string)
	var placed object
	s.OK(t, s.key, "orders.create", servertest.With(purchase(id), object{"expectedTotalOere": c["totalOere"]}), &placed)
	s.sized(t, "pot", size{"Large", 1, 1, object{"active": false}})
	shown := s.summary(t, id)
	if want := servertest.With(c, object{"orderId": placed["id"], "expiresAt": shown["expiresAt"]}); !servertest.SameJSON(shown, want) {
		t.Errorf("%v, want %v", shown, want)
	}
}

// A variant is bought by one of many, and the sum of the product stays that of its variants.
func TestTheLastVariantIsSoldOnce(t *testing.T) {
	t.Parallel()
	const buyers = 200
	s, ids := newPotShop(t)
	s.sized(t, "pot", size{"Regular", 999, 5, nil}, size{"Large", 1599, 1, nil})
	carts := make([]string, buyers)
	for i := range carts {
		carts[i] = s.cart(t, "cart.create", object{"items": []object{potted(ids["Large"], 1), potted(ids["Regular"], i%2+1)}})["cartId"].(string)
	}
	statuses, replies := servertest.Together(buyers, func(i int) servertest.Reply { return s.Call(t, s.key, "orders.create", purchase(carts[i])) })
	if statuses[200] != 1 || statuses[409] != buyers-1 {
		t.Errorf("%v", statuses)
	}
	for i, reply := range replies {
		if reply.Status == 200 {
			s.wantStock(t, "sold", "pot", int64(5-(i%2+1)), map[string]int64{ids["Large"]: 0, ids["Regular"]: int64(5 - (i%2 + 1))})
			continue
		}
		if p := reply.Problem(t, problem.InsufficientStock); !strings.Contains(p.Detail, "1 of pot (Size Large) wanted, 0 in stock") {
			t.Errorf("%q", p.Detail)
		}
	}
}

// Variants are bought and given back at once, in any order: nothing deadlocks, and no piece is lost or gained.
func TestOppositeOrdersOfVariants(t *testing.T) {
	t.Parallel()
	const buyers, rounds, pieces = 8, 6, 1000
	s, ids := newPotShop(t)
	s.sized(t, "pot", size{"Regular", 999, pieces, nil}, size{"Large", 1599, pieces, nil})
	s.product(t, "vase", 100, 1)
	vases := s.sized(t, "vase", size{"Small", 100, pieces, nil}, size{"Tall", 200, pieces, nil})
	lines := []object{
		potted(ids["Large"], 1), {"slug": "vase", "variantId": vases["Small"], "quantity": 1}, {"slug": "klud", "quantity": 1},
		potted(ids["Regular"], 1), {"slug": "vase", "variantId": vases["Tall"], "quantity": 1},
	}
	var wg sync.WaitGroup
	for buyer := range buyers {
		wg.Go(func() {
			for round := range rounds {
				at := (buyer + round) % len(lines)
				if o := s.order(t, append(lines[at:len(lines):len(lines)], lines[:at]...)...); round%2 == 0 {
					s.move(t, o.Id, "cancelled")
				}
			}
		})
	}
	wg.Wait()
	const sold = buyers * rounds / 2
	s.wantStock(t, "pots", "pot", 2*(pieces-sold), map[string]int64{ids["Large"]: pieces - sold, ids["Regular"]: pieces - sold})
	s.wantStock(t, "vases", "vase", 2*(pieces-sold), map[string]int64{vases["Small"]: pieces - sold, vases["Tall"]: pieces - sold})
	if n := servertest.One[int64](t, s.Server, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// What is given back goes to the variant that was bought, also when it is not sold any more.
func TestVariantsAreGivenBack(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	want := func(what string, sum, regular, large int64) {
		t.Helper()
		s.wantStock(t, what, "pot", sum, map[string]int64{ids["Regular"]: regular, ids["Large"]: large})
	}
	all := []object{potted(ids["Large"], 3), {"slug": "rund", "quantity": 2}, potted(ids["Regular"], 1)}
	o := s.order(t, all...)
	s.move(t, o.Id, "cancelled")
	want("cancelled", 4, 1, 3)

	o = s.order(t, all...)
	s.move(t, o.Id, "paid")
	s.move(t, o.Id, "shipped")
	s.OK(t, s.key, "orders.refund", part(o.Id, object{"items": []object{of(&o, 0, 2), of(&o, 1, 1)}, "restock": true}), nil)
	want("two Large refunded", 2, 0, 2)
	if restocked := servertest.One[int64](t, s.Server, "SELECT restocked FROM order_refunds WHERE order_id = $1", o.Id); restocked != 3 || s.stock(t, "rund") != 9 {
		t.Errorf("%d restocked, %d there", restocked, s.stock(t, "rund"))
	}
	s.OK(t, s.key, "orders.refund", part(o.Id, object{"items": []object{of(&o, 2, 1)}}), nil)
	want("a Regular refunded that stays away", 2, 0, 2)

	o = s.order(t, potted(ids["Large"], 2))
	s.sized(t, "pot", size{"Regular", 999, 5, nil}, size{"Large", 1599, 0, object{"active": false}})
	s.move(t, o.Id, "cancelled")
	want("not active", 5, 5, 2)
	o = s.order(t, potted(ids["Regular"], 1))
	s.sized(t, "pot", size{"Large", 1599, 2, nil})
	s.move(t, o.Id, "cancelled")
	want("removed", 2, 5, 2)
}

// What was bought of a product before it had variants is a piece of none of them: it does not count as given back.
func TestPiecesFromBeforeTheVariantsAreNotGivenBack(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	items := []object{{"slug": "rund", "quantity": 2}, {"slug": "klud", "quantity": 3}}
	cancelled, refunded := s.order(t, items...), s.order(t, items...)
	s.move(t, refunded.Id, "paid")
	s.move(t, refunded.Id, "shipped")
	small := s.sized(t, "rund", size{"Small", 100, 7, nil})["Small"]

	restocked := func(order string) string {
		return servertest.One[string](t, s.Server, "SELECT string_agg(restocked_quantity::text, ' ' ORDER BY line) FROM order_items WHERE order_id = $1", order)
	}
	s.move(t, cancelled.Id, "cancelled")
	_, after := s.Wrote(t, "orders.update_status", "order", cancelled.Id)
	if got := restocked(cancelled.Id); got != "0 3" || after["restockedPieces"] != 3.0 {
		t.Errorf("cancelled: %s came back, in the audit %v", got, after["restockedPieces"])
	}
	s.OK(t, s.key, "orders.refund", part(refunded.Id, object{"items": []object{of(&refunded, 1, 1), of(&refunded, 0, 2)}, "restock": true}), nil)
	if got := restocked(refunded.Id); got != "0 1" {
		t.Errorf("refunded: %s came back", got)
	}
	if n := servertest.One[int64](t, s.Server, "SELECT restocked FROM order_refunds WHERE order_id = $1", refunded.Id); n != 1 {
		t.Errorf("the refund says %d", n)
	}
	s.wantStock(t, "all", "rund", 7, map[string]int64{small: 7})
	if got := s.stock(t, "klud"); got != 1000-2 {
		t.Errorf("%d cloths", got)
	}
}
