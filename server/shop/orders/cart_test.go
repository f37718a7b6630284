package orders_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestCart(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	c := s.cart(t, "cart.create", object{"email": "freja@example.com", "items": []object{
		{"slug": "klud", "quantity": 2}, {"slug": "rund", "quantity": 1}, {"slug": "klud", "quantity": 1},
	}})
	want := object{
		"cartId": c["cartId"], "email": "freja@example.com", "discountCode": nil, "subtotalOere": 27500, "discountOere": 0, "shippingOere": 4900,
		"vatOere": 6480, "totalOere": 32400, "itemCount": 4, "messages": []any{}, "orderId": nil, "expiresAt": c["expiresAt"],
		"items": []object{
			{"slug": "klud", "productName": "Prøve klud", "quantity": 3, "unitPriceOere": 2500, "lineTotalOere": 7500, "available": true, "firstImage": "https://images.example/klud.jpg",
				"variantId": nil, "variantSku": nil, "variantAttributes": nil},
			{"slug": "rund", "productName": "Prøve rund", "quantity": 1, "unitPriceOere": 20000, "lineTotalOere": 20000, "available": true, "firstImage": "https://images.example/rund.jpg",
				"variantId": nil, "variantSku": nil, "variantAttributes": nil},
		},
	}
	if !servertest.SameJSON(c, want) {
		t.Errorf("%v, want %v", c, want)
	}
	id := c["cartId"].(string)
	if got := s.summary(t, id); !servertest.SameJSON(got, want) {
		t.Errorf("read: %v, want %v", got, want)
	}
	for _, step := range []struct {
		tool  string
		more  object
		count int
		total int
	}{
		{"cart.add", object{"slug": "klud"}, 5, 34900},
		{"cart.update_quantity", object{"slug": "rund", "quantity": 3}, 7, 70000},
		{"cart.update_quantity", object{"slug": "klud", "quantity": 0}, 3, 60000},
		{"cart.update_quantity", object{"slug": "klud", "quantity": 0}, 3, 60000},
		{"cart.remove", object{"slug": "klud"}, 3, 60000},
		{"cart.remove", object{"slug": "rund"}, 0, 0},
		{"cart.add", object{"slug": "rund", "quantity": 2}, 2, 44900},
		{"cart.clear", object{"confirm": true}, 0, 0},
	} {
		got := s.cart(t, step.tool, servertest.With(object{"cartId": id}, step.more))
		servertest.WantFields(t, step.tool, got, object{"itemCount": step.count, "totalOere": step.total})
		if read := s.summary(t, id); !servertest.SameJSON(read, got) {
			t.Errorf("%s answered %v, and the cart is %v", step.tool, got, read)
		}
		s.Wrote(t, step.tool, "cart", id)
	}
}

// The answers to calls with bad carts, products and quantities, none of which changes
// anything.
func TestCartRefusals(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	id := s.open(t)
	many := make([]object, 200)
	for i := range many {
		slug := fmt.Sprintf("p-%d", i)
		s.Execute(t, `INSERT INTO products (id, slug, name, name_sort, description, price_oere, stock, featured, category_id, attributes, faq, use_cases,
			comparison_facts, images, search, created_at, updated_at)
			SELECT gen_random_uuid(), $1, name, name_sort, description, price_oere, stock, featured, category_id, attributes, faq, use_cases,
			comparison_facts, images, search, created_at, updated_at FROM products WHERE slug = 'klud'`, slug)
		many[i] = object{"slug": slug, "quantity": 1}
	}
	full := s.cart(t, "cart.create", object{"items": many})["cartId"]
	before := s.Contents(t)
	for _, c := range []struct {
		tool string
		body object
		code problem.Code
	}{
		{"cart.create", object{"items": []object{{"slug": "findes-ikke", "quantity": 1}}}, problem.ProductNotFound},
		{"cart.create", object{"items": []object{{"slug": "rund", "quantity": 11}}}, problem.InsufficientStock},
		{"cart.create", object{"items": []object{{"slug": "klud", "quantity": 999}, {"slug": "klud", "quantity": 1}}}, problem.LimitReached},
		{"cart.create", object{"items": append([]object{{"slug": "klud", "quantity": 1}}, many...)}, problem.ValidationFailed},
		{"cart.create", object{"items": []object{{"slug": "klud", "quantity": 1}}, "discountCode": "findes-ikke"}, problem.DiscountNotFound},
		{"cart.create", object{"discountCode": ""}, problem.ValidationFailed},
		{"cart.add", object{"cartId": id, "slug": "findes-ikke"}, problem.ProductNotFound},
		{"cart.add", object{"cartId": id, "slug": "rund", "quantity": 10}, problem.InsufficientStock},
		{"cart.add", object{"cartId": full, "slug": "klud"}, problem.LimitReached},
		{"cart.add", object{"cartId": id, "slug": "klud", "quantity": 1000}, problem.ValidationFailed},
		{"cart.update_quantity", object{"cartId": id, "slug": "klud", "quantity": 1}, problem.ProductNotFound},
		{"cart.update_quantity", object{"cartId": id, "slug": "rund", "quantity": 11}, problem.InsufficientStock},
		{"cart.apply_discount", object{"cartId": id, "code": "findes-ikke"}, problem.DiscountNotFound},
		{"cart.clear", object{"cartId": id, "confirm": false}, problem.ValidationFailed},
	} {
		s.Refused(t, s.key, c.tool, c.body, c.code)
	}
	other := s.Key(t, "cart:write")
	for _, tool := range []string{"cart.get_summary", "cart.add", "cart.update_quantity", "cart.remove", "cart.apply_discount", "cart.clear"} {
		body := cartBody(tool, id)
		s.Refused(t, other, tool, body, problem.CartNotFound)
		for _, unknown := range []string{"x", "01994f5e-0000-7000-8000-00000000ffff"} {
			s.Refused(t, s.key, tool, servertest.With(body, object{"cartId": unknown}), problem.CartNotFound)
		}
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

// A cart says what has changed since it was filled, and is filled anew by a change.
func TestCartMessages(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	id := s.cart(t, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 4}, {"slug": "klud", "quantity": 1}}})["cartId"].(string)
	s.change(t, "rund", object{"priceDkk": 30000, "stock": 3})
	s.OK(t, s.owner, "products.delete", object{"slug": "klud", "confirm": true}, nil)
	c := s.summary(t, id)
	servertest.WantFields(t, "cart", c, object{"subtotalOere": 120000, "itemCount": 5, "messages": []object{
		{"code": "price_changed", "text": "Prøve rund costs 30000 ore a piece; it cost 20000."},
		{"code": "insufficient_stock", "text": "Only 3 of Prøve rund are in stock."},
		{"code": "unavailable", "text": "Prøve klud is not sold any more."},
	}})
	for i, want := range []object{
		{"unitPriceOere": 30000, "lineTotalOere": 120000, "available": false}, {"unitPriceOere": 2500, "lineTotalOere": 0, "available": false},
	} {
		servertest.WantFields(t, "item", c["items"].([]any)[i].(object), want)
	}
	s.Refused(t, s.key, "cart.update_quantity", object{"cartId": id, "slug": "klud", "quantity": 2}, problem.ProductNotFound)
	s.cart(t, "cart.remove", object{"cartId": id, "slug": "klud"})
	c = s.cart(t, "cart.update_quantity", object{"cartId": id, "slug": "rund", "quantity": 3})
	servertest.WantFields(t, "mended", c, object{"messages": []any{}, "subtotalOere": 90000})
}

// A product with the slug of a deleted one is another product: both can be in a cart.
func TestCartWithAReusedSlug(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	id := s.open(t)
	s.OK(t, s.owner, "products.delete", object{"slug": "rund", "confirm": true}, nil)
	s.product(t, "rund", 100, 5)
	c := s.cart(t, "cart.add", object{"cartId": id, "slug": "rund"})
	servertest.WantFields(t, "both", c, object{"itemCount": 2, "subtotalOere": 100})
	c = s.cart(t, "cart.update_quantity", object{"cartId": id, "slug": "rund", "quantity": 5})
	servertest.WantFields(t, "the live one", c, object{"itemCount": 6, "subtotalOere": 500})
	servertest.WantFields(t, "neither", s.cart(t, "cart.remove", object{"cartId": id, "slug": "rund"}), object{"itemCount": 0})
}

func TestCartDiscounts(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	id := s.open(t)
	code := func(code string, more object) {
		s.OK(t, s.owner, "discounts.create", servertest.With(object{"code": code, "type": "percent", "value": 10}, more), nil)
	}
	code("TIER", nil)
	code("GAMMEL", object{"validUntil": "2020-01-01T00:00Z"})
	code("BRUGT", object{"usageLimit": 1})
	s.Execute(t, "UPDATE discounts SET usage_count = 1 WHERE code = 'BRUGT'")
	code("SLUKKET", nil)
	s.OK(t, s.owner, "discounts.toggle", object{"code": "SLUKKET", "active": false}, nil)

	servertest.WantFields(t, "ten per cent", s.cart(t, "cart.apply_discount", object{"cartId": id, "code": " tier "}),
		object{"discountCode": "TIER", "discountOere": 2000, "totalOere": 22900, "vatOere": 4580})
	for code, reason := range map[string]string{"GAMMEL": "has expired", "BRUGT": "is used up", "SLUKKET": "is switched off"} {
		p := s.Refused(t, s.key, "cart.apply_discount", object{"cartId": id, "code": code}, problem.DiscountNotApplicable)
		opened := s.Refused(t, s.key, "cart.create", object{"discountCode": code}, problem.DiscountNotApplicable)
		if want := fmt.Sprintf("The discount code %q %s.", code, reason); p.Detail != want || opened.Detail != want {
			t.Errorf("%q, %q, want %q", p.Detail, opened.Detail, want)
		}
	}
	if carts := servertest.One[int64](t, s.Server, "SELECT count(*) FROM carts"); carts != 1 {
		t.Errorf("%d carts", carts)
	}
	opened := s.cart(t, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 1}}, "discountCode": " tier "})
	servertest.WantFields(t, "opened with a code", opened, object{"discountCode": "TIER", "discountOere": 2000, "totalOere": 22900})
	if read := s.summary(t, opened["cartId"].(string)); !servertest.SameJSON(read, opened) {
		t.Errorf("%v, and read %v", opened, read)
	}
	if _, after := s.Wrote(t, "cart.create", "cart", opened["cartId"].(string)); after["discountCode"] != "TIER" {
		t.Errorf("%v in the audit", after)
	}
	servertest.WantFields(t, "empty, with a code", s.cart(t, "cart.create", object{"discountCode": "TIER"}), object{"discountCode": "TIER", "totalOere": 0})
	if got := s.summary(t, id)["discountCode"]; got != "TIER" {
		t.Errorf("a refused code replaced the code by %v", got)
	}
	s.OK(t, s.owner, "discounts.toggle", object{"code": "TIER"}, nil)
	servertest.WantFields(t, "switched off", s.summary(t, id), object{"discountCode": nil, "discountOere": 0, "totalOere": 24900, "messages": []object{
		{"code": "discount_removed", "text": "The discount code TIER cannot be used any more."},
	}})
	s.OK(t, s.owner, "discounts.toggle", object{"code": "TIER"}, nil)
	servertest.WantFields(t, "switched on", s.summary(t, id), object{"discountCode": "TIER", "messages": []any{}})
	servertest.WantFields(t, "removed", s.cart(t, "cart.apply_discount", object{"cartId": id, "code": nil}), object{"discountCode": nil, "totalOere": 24900})
}

// A cart lives until thirty days after its last change; then a job deletes it.
func TestCartExpires(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := newCartShop(t, servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now}))
	kept, left := s.open(t), s.open(t)
	const day = 24 * time.Hour
	clock.Advance(29 * day)
	s.cart(t, "cart.add", object{"cartId": kept, "slug": "klud"})
	clock.Advance(2 * day)
	s.summary(t, kept)
	s.Refused(t, s.key, "cart.get_summary", object{"cartId": left}, problem.CartNotFound)
	s.Refused(t, s.key, "cart.add", object{"cartId": left, "slug": "klud"}, problem.CartNotFound)
	s.RunJobs(t)
	if got := servertest.One[[]string](t, s.Server, "SELECT array_agg(id::text) FROM carts"); !slices.Equal(got, []string{kept}) {
		t.Errorf("the carts %v are left, want %v", got, kept)
	}
}

// Pieces that several calls add at once are all there, and not more than may be.
func TestCartAddsAtOnce(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	id := s.open(t)
	statuses, _ := servertest.Together(16, func(int) servertest.Reply {
		return s.Call(t, s.key, "cart.add", object{"cartId": id, "slug": "rund"})
	})
	if statuses[200] != 9 || statuses[409] != 7 { // one was there, of ten
		t.Errorf("%v", statuses)
	}
	if got := s.summary(t, id)["itemCount"]; got != 10.0 {
		t.Errorf("%v pieces", got)
	}
}

// A cart that was ordered shows its order, whatever happens to the products, and cannot be
// changed.
func TestCartThatWasOrdered(t *testing.T) {
	t.Parallel()
	s := newCartShop(t, servertest.Borrow(t, storetest.Empty))
	var cart, placed object
	s.OK(t, s.owner, "cart.create", object{"items": []object{{"slug": "rund", "quantity": 10}}}, &cart)
	id := cart["cartId"].(string)
	s.OK(t, s.owner, "orders.create", purchase(id), &placed)
	s.change(t, "rund", object{"priceDkk": 1})
	var shown object
	s.OK(t, s.owner, "cart.get_summary", object{"cartId": id}, &shown)
	want := servertest.With(cart, object{"orderId": placed["id"], "expiresAt": shown["expiresAt"]})
	if !servertest.SameJSON(shown, want) {
		t.Errorf("%v, want %v", shown, want)
	}
	for _, tool := range []string{"cart.add", "cart.update_quantity", "cart.remove", "cart.apply_discount", "cart.clear"} {
		body := cartBody(tool, id)
		s.Refused(t, s.owner, tool, body, problem.CartOrdered)
	}
}

// cartBody is a valid request for an operation on a cart.
func cartBody(tool, id string) object {
	body := object{"cartId": id}
	switch tool {
	case "cart.add", "cart.remove":
		body["slug"] = "rund"
	case "cart.update_quantity":
		body["slug"], body["quantity"] = "rund", 1
	case "cart.apply_discount":
		body["code"] = nil
	case "cart.clear":
		body["confirm"] = true
	}
	return body
}

// cartShop is a service with two products, the key of an agent that buys, and that of the owner.
type cartShop struct {
	*servertest.Server
	key, owner string
}

func newCartShop(t *testing.T, empty *servertest.Server) cartShop {
	t.Helper()
	s := cartShop{Server: empty}
	s.key, s.owner = s.Key(t, "cart:write,orders:read,orders:write"), s.Key(t, "all")
	s.OK(t, s.owner, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.product(t, "rund", 20000, 10)
	s.product(t, "klud", 2500, 1000)
	return s
}

func (s cartShop) product(t *testing.T, slug string, price, stock int) {
	t.Helper()
	s.OK(t, s.owner, "products.create", servertest.With(servertest.NewProduct(slug), object{
		"priceDkk": price, "stock": stock, "images": []string{"https://images.example/" + slug + ".jpg"},
	}), nil)
}

// change changes a product.
func (s cartShop) change(t *testing.T, slug string, patch object) {
	t.Helper()
	s.OK(t, s.owner, "products.update", object{"slug": slug, "patch": patch}, nil)
}

// open opens a cart with one pair of glasses.
func (s cartShop) open(t *testing.T) string {
	t.Helper()
	return s.openWith(t, "rund", 1)
}

// openWith opens a cart with pieces of a product.
func (s cartShop) openWith(t *testing.T, slug string, quantity int) string {
	t.Helper()
	return s.cart(t, "cart.create", object{"items": []object{{"slug": slug, "quantity": quantity}}})["cartId"].(string)
}

// cart calls an operation that returns a cart.
func (s cartShop) cart(t *testing.T, tool string, body object) (c object) {
	t.Helper()
	s.OK(t, s.key, tool, body, &c)
	return c
}

// summary reads a cart.
func (s cartShop) summary(t *testing.T, id string) object {
	t.Helper()
	return s.cart(t, "cart.get_summary", object{"cartId": id})
}
