package main_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// search narrows the catalogue down, and finds what is typed in part, wrongly and in other words.
func (d *day) search(t *testing.T) {
	t.Helper()
	d.facets(t)
	var suggested []struct{ Slug string }
	d.agent.ok(t, "products.suggest", object{"q": "solb"}, &suggested)
	if len(suggested) != 3 {
		t.Errorf("suggested: %v", suggested)
	}
	sunglasses := []string{"solbrille-aviator", "solbrille-vintage", "solbrille-wayfarer"}
	if slugs, _ := d.find(t, d.visitor, object{"q": "solbrille", "maxPriceOere": 50000, "inStock": true}); !slices.Equal(slugs, []string{sunglasses[0], sunglasses[2]}) {
		t.Errorf("below 500 kroner and in stock: %v", slugs)
	}
	slugs, all := d.find(t, d.agent, object{"q": "solbrile"})
	if !slices.Equal(slugs, sunglasses) || all.Page.Matched != "similar" || all.Page.Respelled == nil || *all.Page.Respelled != "solbrille" {
		t.Errorf("a misspelt word: %v, %+v", slugs, all.Page)
	}
	d.owner.ok(t, "features.set", object{"key": "typo_search", "enabled": false, "confirm": true}, nil)
	if slugs, _ := d.find(t, d.agent, object{"q": "solbrile"}); len(slugs) != 0 {
		t.Errorf("a misspelt word while similar spelling is switched off: %v", slugs)
	}
	d.owner.ok(t, "features.set", object{"key": "typo_search", "enabled": true, "confirm": true}, nil)
	if slugs, _ := d.find(t, d.agent, object{"q": "futteral"}); !slices.Equal(slugs, []string{"etui-rejse"}) {
		t.Errorf("a synonym: %v", slugs)
	}
	if slugs, _ := d.find(t, d.visitor, object{"q": "kontaktlinser"}); len(slugs) != 0 {
		t.Errorf("what the shop does not have: %v", slugs)
	}
}

// searchAnswer is what a search answers.
type searchAnswer struct {
	Result []struct{ Slug string }
	Page   struct {
		Total     int64
		Matched   string
		Respelled *string
	}
}

// find searches for words, and enters that in the books.
func (d *day) find(t *testing.T, who party, body object) (slugs []string, all searchAnswer) {
	t.Helper()
	if err := json.Unmarshal(who.idempotent(t, "products.search", body, "", nil), &all); err != nil {
		t.Fatal(err)
	}
	for _, hit := range all.Result {
		slugs = append(slugs, hit.Slug)
	}
	slices.Sort(slugs)
	d.books.searched(body["q"].(string), all.Page.Total)
	return slugs, all
}

// facets expects the counts of the books.
func (d *day) facets(t *testing.T) {
	t.Helper()
	low, high, inStock := int64(1<<53), int64(0), 0
	for _, p := range d.books.products {
		low, high = min(low, p.price), max(high, p.price)
		if p.stock > 0 {
			inStock++
		}
	}
	d.agent.says(t, "products.facets", object{}, object{
		"brands":      facet(d.books.count(func(p *product) string { return p.brand })),
		"categories":  facet(d.books.count(func(p *product) string { return p.category })),
		"frameColors": []any{}, "lensColors": []any{}, "attributes": []any{},
		"priceRange":   object{"minOere": low, "maxOere": high},
		"inStockCount": inStock, "total": len(d.books.products),
	})
}

// facet returns the values with their counts, the most frequent first.
func facet(counts map[string]int64) (list []object) {
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	for _, value := range values {
		list = append(list, object{"value": value, "count": counts[value]})
	}
	return list
}

// chooseAndFill reads a product, whose price the agent may not change, and puts two pieces into a cart, which nobody else sees.
func (d *day) chooseAndFill(t *testing.T) {
	t.Helper()
	d.freja = &sale{buyer: "Freja", lines: []line{{slug: "solbrille-aviator", pieces: 2}}, code: "SOMMER", source: "indkoebsagent"}
	slug := d.freja.lines[0].slug
	d.wantProduct(t, slug)
	d.agent.refused(t, "products.update", object{"slug": slug, "patch": object{"priceDkk": 1}}, "cheaper", http.StatusForbidden, "insufficient_scope")

	d.agent.twice(t, "cart.create", object{}, "cart", &d.cart)
	id := d.cart.CartID
	d.agent.refused(t, "orders.create", d.freja.details(id, 0), "order", http.StatusConflict, "cart_empty")
	d.agent.refused(t, "cart.add", object{"cartId": id, "slug": slug, "quantity": 6}, "add", http.StatusConflict, "insufficient_stock")
	d.agent.twice(t, "cart.add", object{"cartId": id, "slug": slug, "quantity": 2}, "add", nil)
	d.agent.refused(t, "cart.add", object{"cartId": id, "slug": slug, "quantity": 3}, "add", http.StatusUnprocessableEntity, "idempotency_key_reused")
	d.agent.refused(t, "cart.apply_discount", object{"cartId": id, "code": "VINTER"}, "code", http.StatusNotFound, "discount_not_found")
	d.agent.idempotent(t, "cart.apply_discount", object{"cartId": id, "code": "sommer"}, "code", nil)
	d.books.price(d.freja)
	d.wantCart(t, false)

	d.assistant.refused(t, "cart.get_summary", object{"cartId": id}, "", http.StatusNotFound, "cart_not_found")
	d.assistant.refused(t, "cart.add", object{"cartId": id, "slug": slug}, "", http.StatusNotFound, "cart_not_found")
	d.assistant.refused(t, "orders.create", d.freja.details(id, d.freja.total()), "", http.StatusNotFound, "cart_not_found")
	d.wantProduct(t, slug)
}

// order orders the cart, whose price changes after the agent has read it.
func (d *day) order(t *testing.T) {
	t.Helper()
	s, id, slug := d.freja, d.cart.CartID, d.freja.lines[0].slug
	d.merchant.idempotent(t, "products.update", object{"slug": slug, "patch": object{"priceDkk": 31000}}, "dearer", nil)
	d.books.products[slug].price = 31000
	d.agent.refused(t, "orders.create", s.details(id, s.total()), "order", http.StatusConflict, "total_changed")
	d.books.price(s)
	d.wantCart(t, false)
	if len(d.cart.Messages) != 1 || d.cart.Messages[0].Code != "price_changed" {
		t.Errorf("the cart says %+v", d.cart.Messages)
	}
	var placed struct {
		ID, Status, Currency string
		TotalDkk             int64
	}
	d.agent.twice(t, "orders.create", s.details(id, s.total()), "order", &placed)
	if placed.Status != "pending_payment" || placed.Currency != "DKK" || placed.TotalDkk != s.total() {
		t.Errorf("placed: %+v", placed)
	}
	d.books.placed(s, placed.ID)
	d.agent.refused(t, "orders.create", s.details(id, 1), "order", http.StatusUnprocessableEntity, "idempotency_key_reused")
	if p := d.agent.refused(t, "orders.create", s.details(id, s.total()), "another order", http.StatusConflict, "cart_ordered"); !strings.Contains(p.Resolution, placed.ID) {
		t.Errorf("an ordered cart: %+v", p)
	}
	d.agent.refused(t, "cart.add", object{"cartId": id, "slug": slug}, "", http.StatusConflict, "cart_ordered")
	d.wantProduct(t, slug)
	d.wantCart(t, true)
	d.wantOrder(t, s)
	d.wantCodeUsedUp(t, s)
}

// cartSummary is what an agent reads of a cart. Amounts are in ore.
type cartSummary struct {
	CartID                                                       string
	SubtotalOere, DiscountOere, ShippingOere, VatOere, TotalOere int64
	ItemCount                                                    int64
	Messages                                                     []struct{ Code, Text string }
	OrderID                                                      *string
}

// wantProduct expects the price and the stock of the books.
func (d *day) wantProduct(t *testing.T, slug string) {
	t.Helper()
	var seen struct{ PriceDkk, Stock int64 }
	d.agent.ok(t, "products.get", object{"slug": slug}, &seen)
	if p := d.books.products[slug]; seen.PriceDkk != p.price || seen.Stock != p.stock {
		t.Errorf("%s is %+v, want %d ore and %d pieces", slug, seen, p.price, p.stock)
	}
}

// wantCart reads the cart, and expects the amounts of the sale.
func (d *day) wantCart(t *testing.T, ordered bool) {
	t.Helper()
	d.agent.ok(t, "cart.get_summary", object{"cartId": d.cart.CartID}, &d.cart)
	c, s := &d.cart, d.freja
	if c.SubtotalOere != s.subtotal() || c.DiscountOere != s.discount || c.ShippingOere != s.shipping || c.TotalOere != s.total() || c.VatOere != s.vat() ||
		c.ItemCount != 2 || (c.OrderID != nil) != ordered || ordered && *c.OrderID != s.id {
		t.Errorf("the cart is %+v, want %+v", c, s)
	}
}

// details is the body of orders.create for an expected total.
func (s *sale) details(cartID string, total int64) object {
	body := object{
		"cartId": cartID, "email": s.email(), "expectedTotalOere": total, "paymentMethod": "card",
		"shippingName": s.buyer + " Holm", "shippingAddress": "Nørregade 12, 2. tv.", "shippingZip": "1165", "shippingCity": "København K",
	}
	if s.source != "" {
		body["aiAgentSource"] = s.source
	}
	return body
}

// wantOrder expects the order that was placed.
func (d *day) wantOrder(t *testing.T, s *sale) {
	t.Helper()
	var o struct {
		Status, Email, Channel, AIAgentSource, DiscountCode      string
		IsAIGenerated                                            bool
		SubtotalDkk, DiscountDkk, ShippingDkk, TotalDkk, VatOere int64
		Items                                                    []struct{ UnitPriceDkk, Quantity int64 }
	}
	d.agent.ok(t, "orders.get", object{"orderId": s.id}, &o)
	if o.Status != s.status || o.Email != s.email() || o.Channel != d.books.channel || o.AIAgentSource != s.source || !o.IsAIGenerated || o.DiscountCode != s.code ||
		o.SubtotalDkk != s.subtotal() || o.DiscountDkk != s.discount || o.ShippingDkk != s.shipping || o.TotalDkk != s.total() || o.VatOere != s.vat() {
		t.Errorf("the order is %+v, want %+v", o, s)
	}
	if len(o.Items) != 1 || o.Items[0].UnitPriceDkk != s.lines[0].price || o.Items[0].Quantity != s.lines[0].pieces {
		t.Errorf("the order has the items %+v", o.Items)
	}
}

// wantCodeUsedUp expects that nobody else can use the code of a sale.
func (d *day) wantCodeUsedUp(t *testing.T, s *sale) {
	t.Helper()
	var other cartSummary
	d.assistant.ok(t, "cart.create", object{"items": []object{{"slug": "mikrofiberklud", "quantity": 1}}}, &other)
	d.assistant.refused(t, "cart.apply_discount", object{"cartId": other.CartID, "code": s.code}, "", http.StatusConflict, "discount_not_applicable")
}
