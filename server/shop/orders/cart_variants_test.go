package orders_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// size is a variant of a product in sizes.
type size struct {
	name         string
	price, stock int
	more         object
}

// sized gives a product these sizes and no others, and returns their ids.
func (s cartShop) sized(t *testing.T, slug string, sizes ...size) (ids map[string]string) {
	t.Helper()
	var names []string
	variants := []object{}
	for _, v := range sizes {
		names = append(names, v.name)
		variants = append(variants, servertest.With(object{"attributes": object{"Size": v.name}, "priceOere": v.price, "stock": v.stock}, v.more))
	}
	options := []object{}
	if len(names) > 0 {
		options = append(options, object{"name": "Size", "values": names})
	}
	var result struct {
		Variants []struct {
			VariantID  string `json:"variantId"`
			Attributes map[string]string
		}
	}
	s.OK(t, s.owner, "products.set_variants", object{"slug": slug, "options": options, "variants": variants}, &result)
	ids = map[string]string{}
	for _, v := range result.Variants {
		ids[v.Attributes["Size"]] = v.VariantID
	}
	return ids
}

// newPotShop is a shop with a pot in two sizes: one Regular is left, and three Large.
func newPotShop(t *testing.T) (s cartShop, ids map[string]string) {
	t.Helper()
	s = newCartShop(t, servertest.Borrow(t, storetest.Empty))
	s.product(t, "pot", 100, 1)
	return s, s.sized(t, "pot", size{"Regular", 999, 1, object{"sku": "POT-R"}}, size{"Large", 1599, 3, object{"image": "https://images.example/large.jpg"}})
}

func potted(id string, quantity int) object {
	return object{"slug": "pot", "variantId": id, "quantity": quantity}
}

func (s cartShop) productID(t *testing.T, slug string) string {
	t.Helper()
	return s.Product(t, slug).Id
}

// Two variants of a product are two lines, each with its own price and stock.
func TestCartOfVariants(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	c := s.cart(t, "cart.create", object{"items": []object{
		potted(ids["Large"], 2), {"slug": "rund", "quantity": 1, "variantId": s.productID(t, "rund")}, potted(ids["Regular"], 1), potted(strings.ToUpper(ids["Large"]), 1),
		{"slug": "rund", "quantity": 1},
	}})
	id := c["cartId"].(string)
	plain := object{"variantId": nil, "variantSku": nil, "variantAttributes": nil}
	want := object{"itemCount": 6, "subtotalOere": 3*1599 + 999 + 40000, "messages": []any{}, "items": []object{
		{"slug": "pot", "productName": "Prøve pot", "quantity": 3, "unitPriceOere": 1599, "lineTotalOere": 4797, "available": true,
			"firstImage": "https://images.example/large.jpg", "variantId": ids["Large"], "variantSku": nil, "variantAttributes": object{"Size": "Large"}},
		servertest.With(object{"slug": "rund", "productName": "Prøve rund", "quantity": 2, "unitPriceOere": 20000, "lineTotalOere": 40000, "available": true,
			"firstImage": "https://images.example/rund.jpg"}, plain),
		{"slug": "pot", "productName": "Prøve pot", "quantity": 1, "unitPriceOere": 999, "lineTotalOere": 999, "available": true,
			"firstImage": "https://images.example/pot.jpg", "variantId": ids["Regular"], "variantSku": "POT-R", "variantAttributes": object{"Size": "Regular"}},
	}}
	servertest.WantFields(t, "opened", c, want)
	if read := s.summary(t, id); !servertest.SameJSON(read, c) {
		t.Errorf("%v, and read %v", c, read)
	}
	_, after := s.Wrote(t, "cart.create", "cart", id)
	if items := after["items"].([]any); items[0].(object)["variantId"] != ids["Large"] || items[1].(object)["variantId"] != nil {
		t.Errorf("the audit has %v", items)
	}
	change := func(tool string, more object, count int, quantities ...int) {
		t.Helper()
		c := s.cart(t, tool, servertest.With(object{"cartId": id, "slug": "pot"}, more))
		var got []int
		for _, item := range c["items"].([]any) {
			got = append(got, int(item.(object)["quantity"].(float64)))
		}
		if !slices.Equal(got, quantities) || c["itemCount"] != float64(count) {
			t.Errorf("%s %v: %v of %v pieces", tool, more, got, c["itemCount"])
		}
		if read := s.summary(t, id); !servertest.SameJSON(read, c) {
			t.Errorf("%s %v: %v, and read %v", tool, more, c, read)
		}
	}
	change("cart.update_quantity", object{"variantId": ids["Large"], "quantity": 1}, 4, 1, 2, 1)
	change("cart.add", object{"variantId": ids["Large"], "quantity": 2}, 6, 3, 2, 1)
	change("cart.update_quantity", object{"variantId": ids["Regular"], "quantity": 0}, 5, 3, 2)
	change("cart.update_quantity", object{"quantity": 2}, 4, 2, 2) // the only line of the product
	change("cart.update_quantity", object{"slug": "rund", "variantId": s.productID(t, "rund"), "quantity": 1}, 3, 2, 1)
	change("cart.add", object{"variantId": ids["Regular"]}, 4, 2, 1, 1)
	change("cart.remove", object{"variantId": ids["Regular"]}, 3, 2, 1)
	change("cart.remove", object{"variantId": ids["Regular"]}, 3, 2, 1)
	change("cart.remove", nil, 1, 1)
	s.cart(t, "cart.add", object{"cartId": id, "slug": "pot", "variantId": ids["Large"]})
	servertest.WantFields(t, "cleared", s.cart(t, "cart.clear", object{"cartId": id, "confirm": true}), object{"itemCount": 0})
	if left := servertest.One[int64](t, s.Server, "SELECT count(*) FROM cart_variants"); left != 0 {
		t.Errorf("%d lines are left", left)
	}
}

// A call that names no variant means the only one; several are offered, and none is a refusal that names another way.
func TestCartChoosesAVariant(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	s.sized(t, "pot", size{"Regular", 999, 0, nil}, size{"Large", 1599, 3, nil}, size{"Huge", 2599, 9, object{"active": false}})
	for tool, body := range map[string]object{
		"cart.create": {"items": []object{{"slug": "pot", "quantity": 1}}}, "cart.add": {"cartId": s.open(t), "slug": "pot"},
	} {
		p := s.Refused(t, s.key, tool, body, problem.VariantRequired)
		if want := []string{ids["Large"], ids["Regular"]}; p.Status != 422 || !servertest.SameJSON(p.Allowed, want) { // what is in stock comes first
			t.Errorf("%s: %d, allowed %v, want %v", tool, p.Status, p.Allowed, want)
		}
		want := fmt.Sprintf(`The product "pot" has several variants: Size Large (%s, 3 in stock); Size Regular (%s, 0 in stock).`, ids["Large"], ids["Regular"])
		if p.Detail != want {
			t.Errorf("%s: %q, want %q", tool, p.Detail, want)
		}
	}
	s.sized(t, "pot", size{"Regular", 999, 1, object{"active": false}}, size{"Large", 1599, 3, nil})
	c := s.cart(t, "cart.create", object{"items": []object{{"slug": "pot", "quantity": 1}, potted(ids["Large"], 1)}})
	servertest.WantFields(t, "the only one", c["items"].([]any)[0].(object), object{"variantId": ids["Large"], "quantity": 2, "unitPriceOere": 1599})
	s.sized(t, "pot", size{"Regular", 999, 1, object{"active": false}})
	p := s.Refused(t, s.key, "cart.create", object{"items": []object{{"slug": "pot", "quantity": 1}}}, problem.InsufficientStock)
	if p.Detail != `No variant of "pot" is sold at the moment.` {
		t.Errorf("%q", p.Detail)
	}
	var many []size
	for i := range 60 {
		many = append(many, size{fmt.Sprintf("No. %d", i), 100 + i, 1, nil})
	}
	all := s.sized(t, "pot", many...)
	p = s.Refused(t, s.key, "cart.create", object{"items": []object{{"slug": "pot", "quantity": 1}}}, problem.VariantRequired)
	if allowed := *p.Allowed; len(allowed) != 50 || allowed[0] != all["No. 0"] || allowed[49] != all["No. 49"] {
		t.Errorf("%d are allowed: %v", len(allowed), allowed)
	}
	s.sized(t, "pot") // without variants again
	c = s.cart(t, "cart.create", object{"items": []object{{"slug": "pot", "quantity": 1}}})
	servertest.WantFields(t, "without variants", c["items"].([]any)[0].(object), object{"variantId": nil, "unitPriceOere": 100})
}

// The variants that a cart cannot have, and the pieces that there are not. Nothing is written.
func TestCartRefusesVariants(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	s.product(t, "vase", 100, 1)
	others := s.sized(t, "vase", size{"Regular", 500, 2, nil}, size{"Old", 600, 2, nil}, size{"Off", 700, 2, object{"active": false}})
	s.sized(t, "vase", size{"Regular", 500, 2, nil}, size{"Off", 700, 2, object{"active": false}})
	id := s.cart(t, "cart.create", object{"items": []object{potted(ids["Large"], 2), potted(ids["Regular"], 1), {"slug": "rund", "quantity": 1}}})["cartId"]
	before := s.Contents(t)
	for _, variant := range []struct{ slug, id string }{
		{"pot", "x"}, {"pot", "01994f5e-0000-7000-8000-00000000ffff"}, {"pot", others["Regular"]}, {"pot", s.productID(t, "pot")},
		{"vase", others["Old"]}, {"vase", others["Off"]}, {"rund", "x"}, {"rund", ids["Large"]}, {"rund", s.productID(t, "klud")},
	} {
		body := object{"cartId": id, "slug": variant.slug, "variantId": variant.id}
		s.Refused(t, s.key, "cart.add", body, problem.VariantNotFound)
		s.Refused(t, s.key, "cart.create", object{"items": []object{{"slug": variant.slug, "variantId": variant.id, "quantity": 1}}}, problem.VariantNotFound)
		code := problem.VariantNotFound
		if variant.slug == "vase" { // no vase is in the cart
			code = problem.ProductNotFound
		}
		s.Refused(t, s.key, "cart.update_quantity", servertest.With(body, object{"quantity": 1}), code)
	}
	s.Refused(t, s.key, "cart.add", object{"cartId": id, "slug": "findes-ikke", "variantId": ids["Large"]}, problem.ProductNotFound)
	for tool, more := range map[string]object{
		"cart.add":             {"slug": "pot", "variantId": ids["Large"], "quantity": 2},
		"cart.update_quantity": {"slug": "pot", "variantId": ids["Large"], "quantity": 4},
	} {
		p := s.Refused(t, s.key, tool, servertest.With(object{"cartId": id}, more), problem.InsufficientStock)
		if p.Detail != "4 pieces of pot (Size Large) would be in the cart; 3 are in stock." || !strings.Contains(p.Resolution, ids["Large"]) {
			t.Errorf("%s: %q %q", tool, p.Detail, p.Resolution)
		}
	}
	for _, tool := range []string{"cart.update_quantity", "cart.remove"} {
		body := object{"cartId": id, "slug": "pot"}
		if tool == "cart.update_quantity" {
			body["quantity"] = 1
		}
		p := s.Refused(t, s.key, tool, body, problem.VariantRequired)
		if want := fmt.Sprintf(`The cart has several variants of "pot": Size Large (%s); Size Regular (%s).`, ids["Large"], ids["Regular"]); p.Detail != want ||
			!servertest.SameJSON(p.Allowed, []string{ids["Large"], ids["Regular"]}) {
			t.Errorf("%s: %q, allowed %v, want %q", tool, p.Detail, p.Allowed, want)
		}
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

// The limits of a cart are those of products and variants together.
func TestCartLimitsOfVariants(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	var items []object
	for _, slug := range []string{"pot", "vase"} {
		s.product(t, slug, 100, 1)
		var sizes []size
		for i := range 100 {
			sizes = append(sizes, size{fmt.Sprint(i), 100, 2000, nil})
		}
		for _, id := range s.sized(t, slug, sizes...) {
			items = append(items, object{"slug": slug, "variantId": id, "quantity": 1})
		}
	}
	last := items[199]
	items[199] = object{"slug": "rund", "quantity": 1}
	id := s.cart(t, "cart.create", object{"items": items})["cartId"]
	s.Refused(t, s.key, "cart.add", object{"cartId": id, "slug": "klud"}, problem.LimitReached)
	s.Refused(t, s.key, "cart.add", servertest.With(last, object{"cartId": id}), problem.LimitReached)
	s.Refused(t, s.key, "cart.add", servertest.With(items[7], object{"cartId": id, "quantity": 999}), problem.LimitReached)
	s.cart(t, "cart.add", servertest.With(items[7], object{"cartId": id, "quantity": 998}))
	s.cart(t, "cart.remove", object{"cartId": id, "slug": "rund"})
	c := s.cart(t, "cart.add", servertest.With(last, object{"cartId": id}))
	if all := c["items"].([]any); len(all) != 200 || all[199].(object)["variantId"] != last["variantId"] {
		t.Errorf("%d lines", len(all))
	}
}

// A line whose variant is not sold any more, and one of a product that has got variants, stay until they are taken out.
func TestCartLinesThatGo(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	s.product(t, "vase", 500, 5)
	id := s.cart(t, "cart.create", object{"items": []object{potted(ids["Large"], 2), potted(ids["Regular"], 1), {"slug": "vase", "quantity": 2}}})["cartId"].(string)
	s.sized(t, "pot", size{"Regular", 1099, 0, nil}, size{"Large", 1599, 3, object{"active": false}})
	vases := s.sized(t, "vase", size{"Small", 300, 5, nil})
	servertest.WantFields(t, "changed", s.summary(t, id), object{"subtotalOere": 1099, "itemCount": 5, "messages": []object{
		{"code": "unavailable", "text": "Prøve pot (Size Large) is not sold any more."},
		{"code": "price_changed", "text": "Prøve pot (Size Regular) costs 1099 ore a piece; it cost 999."},
		{"code": "insufficient_stock", "text": "Only 0 of Prøve pot (Size Regular) are in stock."},
		{"code": "unavailable", "text": "Prøve vase comes in variants now: take it out and choose one of them."},
	}})
	for _, item := range s.summary(t, id)["items"].([]any) {
		if item.(object)["available"] != false {
			t.Errorf("%v is available", item)
		}
	}
	p := s.Refused(t, s.key, "orders.create", purchase(id), problem.InsufficientStock)
	if want := fmt.Sprintf(`Call cart.remove with the slug "pot" and the variantId %q, then send the call again.`, ids["Large"]); p.Resolution != want ||
		p.Detail != "2 of pot (Size Large) wanted, 0 in stock; 2 of vase wanted, 0 in stock." {
		t.Errorf("%q %q, want %q", p.Detail, p.Resolution, want)
	}
	change := func(more object) object { return servertest.With(object{"cartId": id, "quantity": 1}, more) }
	s.Refused(t, s.key, "cart.update_quantity", change(object{"slug": "pot", "variantId": ids["Large"]}), problem.VariantNotFound)
	p = s.Refused(t, s.key, "cart.update_quantity", change(object{"slug": "vase"}), problem.VariantNotFound)
	if want := `Take it out with cart.remove and the slug "vase", and put a variant in with cart.add.`; p.Resolution != want {
		t.Errorf("%q, want %q", p.Resolution, want)
	}

	// Beside its variants the product without one is named by its own id.
	own := s.productID(t, "vase")
	s.cart(t, "cart.add", object{"cartId": id, "slug": "vase", "quantity": 3})
	p = s.Refused(t, s.key, "cart.remove", object{"cartId": id, "slug": "vase"}, problem.VariantRequired)
	if !servertest.SameJSON(p.Allowed, []string{own, vases["Small"]}) || !strings.Contains(p.Detail, "none ("+own+")") {
		t.Errorf("%q, allowed %v", p.Detail, p.Allowed)
	}
	s.cart(t, "cart.remove", object{"cartId": id, "slug": "vase", "variantId": own})
	s.cart(t, "cart.remove", object{"cartId": id, "slug": "pot", "variantId": ids["Large"]})
	c := s.cart(t, "cart.remove", object{"cartId": id, "slug": "pot"})
	servertest.WantFields(t, "mended", c, object{"subtotalOere": 900, "messages": []any{}})
	s.OK(t, s.owner, "products.delete", object{"slug": "vase", "confirm": true}, nil)
	servertest.WantFields(t, "deleted", s.summary(t, id), object{"subtotalOere": 0, "messages": []object{
		{"code": "unavailable", "text": "Prøve vase (Size Small) is not sold any more."},
	}})
	s.Refused(t, s.key, "cart.update_quantity", change(object{"slug": "vase"}), problem.ProductNotFound)
	servertest.WantFields(t, "empty", s.cart(t, "cart.remove", object{"cartId": id, "slug": "vase"}), object{"itemCount": 0})
}

// Pieces of a variant that several calls add at once are all there, and not more than may be.
func TestCartAddsAVariantAtOnce(t *testing.T) {
	t.Parallel()
	s, ids := newPotShop(t)
	id := s.open(t)
	statuses, _ := servertest.Together(16, func(i int) servertest.Reply {
		return s.Call(t, s.key, "cart.add", object{"cartId": id, "slug": "pot", "variantId": ids[[]string{"Regular", "Large"}[i%2]]})
	})
	if statuses[200] != 4 || statuses[409] != 12 {
		t.Errorf("%v", statuses)
	}
	servertest.WantFields(t, "cart", s.summary(t, id), object{"itemCount": 5, "subtotalOere": 20000 + 999 + 3*1599})
}
