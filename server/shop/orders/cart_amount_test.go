package orders_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// mostOre is the largest amount of an order.
const mostOre = 9007199254740991

// No cart can be filled with more than an order may cost.
func TestCartBeyondTheLargestAmount(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	s.change(t, "rund", object{"priceDkk": mostOre / 2})
	s.product(t, "billig", 1, 1000)
	items := func(all ...object) object { return object{"items": all} }
	refused := func(tool string, body object, resolution string) {
		t.Helper()
		before := s.Contents(t)
		if p := s.Refused(t, s.key, tool, body, problem.AmountTooLarge); p.Status != 422 || p.Resolution != resolution {
			t.Errorf("%s %v: %d %q, want %q", tool, body, p.Status, p.Resolution, resolution)
		}
		if s.Contents(t) != before {
			t.Errorf("%s %v was refused and changed something", tool, body)
		}
	}
	atMost := func(n int) string { return fmt.Sprintf(`Set the "quantity" of "rund" to at most %d.`, n) }
	const elsewhere = `Leave "klud" out, or put it into another cart, which cart.create opens.`
	refused("cart.create", items(object{"slug": "rund", "quantity": 3}), atMost(2))
	refused("cart.create", items(object{"slug": "rund", "quantity": 2}, object{"slug": "rund", "quantity": 8}), atMost(2))
	refused("cart.create", items(object{"slug": "klud", "quantity": 1}, object{"slug": "rund", "quantity": 2}), atMost(1))
	refused("cart.create", items(object{"slug": "rund", "quantity": 2}, object{"slug": "klud", "quantity": 1}), elsewhere)

	c := s.cart(t, "cart.create", items(object{"slug": "rund", "quantity": 1}))
	line := func(quantity int) object {
		return object{"cartId": c["cartId"], "slug": "rund", "quantity": quantity}
	}
	orInAll := strings.TrimSuffix(atMost(1), ".") + ", or set how many are in the cart with cart.update_quantity, to at most 2."
	refused("cart.add", line(2), orInAll)
	refused("cart.add", line(9), orInAll)
	refused("cart.update_quantity", line(3), atMost(2))
	s.cart(t, "cart.add", line(1))
	refused("cart.add", object{"cartId": c["cartId"], "slug": "klud"}, elsewhere)
	servertest.WantFields(t, "as large as can be", s.cart(t, "cart.add", object{"cartId": c["cartId"], "slug": "billig"}), object{
		"subtotalOere": mostOre, "totalOere": mostOre, "vatOere": 1801439850948198, "messages": []any{},
	})
	s.OK(t, s.key, "orders.create", servertest.With(purchase(c["cartId"].(string)), object{"expectedTotalOere": mostOre}), nil)
}

// A cart that exists is shown when its prices have risen beyond what an order may cost: nothing of it is available, and what is taken
// out helps.
func TestCartWhosePricesHaveRisen(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	s.OK(t, s.owner, "discounts.create", object{"code": "HALV", "type": "percent", "value": 50}, nil)
	s.product(t, "etui", 100, 10)
	id := s.openWith(t, "rund", 2)
	for _, slug := range []string{"klud", "etui"} {
		s.cart(t, "cart.add", object{"cartId": id, "slug": slug})
	}
	s.cart(t, "cart.apply_discount", object{"cartId": id, "code": "HALV"})
	s.change(t, "rund", object{"priceDkk": mostOre})
	s.OK(t, s.owner, "products.delete", object{"slug": "etui", "confirm": true}, nil)
	unavailable := func(c object) {
		t.Helper()
		servertest.WantFields(t, "totals", c, object{"subtotalOere": 0, "discountOere": 0, "shippingOere": 0, "vatOere": 0, "totalOere": 0})
		said := map[any]int{}
		for _, m := range c["messages"].([]any) {
			said[m.(map[string]any)["code"]]++
		}
		lines := c["items"].([]any)
		for _, item := range lines {
			servertest.WantFields(t, "item", item.(map[string]any), object{"available": false, "lineTotalOere": 0})
		}
		if said["unavailable"] != len(lines) {
			t.Errorf("%v", c["messages"])
		}
	}
	unavailable(s.summary(t, id))
	unavailable(s.cart(t, "cart.apply_discount", object{"cartId": id, "code": nil}))
	s.Refused(t, s.key, "cart.update_quantity", object{"cartId": id, "slug": "rund", "quantity": 3}, problem.AmountTooLarge)
	s.Refused(t, s.key, "cart.add", object{"cartId": id, "slug": "klud"}, problem.AmountTooLarge)
	unavailable(s.cart(t, "cart.update_quantity", object{"cartId": id, "slug": "rund", "quantity": 1}))
	s.cart(t, "cart.remove", object{"cartId": id, "slug": "etui"})
	s.Refused(t, s.key, "orders.create", purchase(id), problem.AmountTooLarge)
	c := s.cart(t, "cart.remove", object{"cartId": id, "slug": "klud"})
	servertest.WantFields(t, "mended", c, object{"subtotalOere": mostOre, "totalOere": mostOre, "vatOere": 1801439850948198})
	servertest.WantFields(t, "item", c["items"].([]any)[0].(map[string]any), object{"available": true, "lineTotalOere": mostOre})
}

// The id of a cart is what protects it: no bit of it is that of a kind of UUID or of a time.
func TestTheIDOfACartIsRandom(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	var seen [2]uuid.UUID // the bits that were 0, and those that were 1
	for range 64 {
		text := s.open(t)
		id, err := uuid.Parse(text)
		if err != nil || text != strings.ToLower(text) {
			t.Fatalf("%q: %v", text, err)
		}
		for i, b := range id {
			seen[0][i] |= ^b
			seen[1][i] |= b
		}
		servertest.WantFields(t, "cart", s.summary(t, text), object{"cartId": text})
	}
	for _, bits := range seen {
		if bits != uuid.Max {
			t.Errorf("the bits %v vary", bits)
		}
	}
}
