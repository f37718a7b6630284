package main_test

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// An agent buys, from the search to a refund after the delivery, over REST and once more over MCP: with
// keys of just the scopes that it needs, and with the wrong turns that agents take.
func TestAPurchase(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t)
	owner := party{overREST(s), newKey(t, p, "owner", "categories:write")}
	owner.ok(t, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	for name, call := range map[string]protocol{"api": overREST(s), "mcp": overMCP(s)} {
		t.Run(name, func(t *testing.T) {
			b := &purchase{
				channel:  name,
				merchant: party{call, newKey(t, p, name+" merchant", "products:write,discounts:write,discounts:read")},
				agent:    party{call, newKey(t, p, name+" agent", "catalog:read,cart:write,orders:read,orders:write")},
				stranger: party{call, newKey(t, p, name+" stranger", "catalog:read,cart:write,orders:read,orders:write")},
				clerk:    party{call, newKey(t, p, name+" clerk", "orders:read,orders:write")},
				slug:     "solbrille-" + name, code: strings.ToUpper("sommer-" + name),
			}
			b.offer(t)
			b.choose(t)
			b.fill(t)
			b.order(t)
			b.read(t)
			b.deliver(t)
			b.refund(t)
			b.history(t)
		})
	}
	s.stop(t)
}

// purchase is a purchase, and who takes part in it.
type purchase struct {
	channel                          string
	merchant, agent, stranger, clerk party
	slug, code                       string
	cart                             cartSeen
	orderID                          string
}

// cartSeen is what an agent reads of a cart.
type cartSeen struct {
	CartID                                                       string
	SubtotalOere, DiscountOere, ShippingOere, VatOere, TotalOere int64
	ItemCount                                                    int64
	Messages                                                     []struct{ Code, Text string }
	OrderID                                                      *string
}

// offer puts five pieces at 300 kroner up for sale, and a code for ten per cent, once.
func (b *purchase) offer(t *testing.T) {
	t.Helper()
	b.merchant.once(t, "products.create", object{
		"slug": b.slug, "name": "Solbrille " + b.channel, "description": "En solbrille.", "priceDkk": 30000, "stock": 5, "categorySlug": "briller",
	}, "offer", nil)
	b.merchant.once(t, "discounts.create", object{"code": b.code, "type": "percent", "value": 10, "usageLimit": 1}, "offer", nil)
}

// choose searches and reads the product.
func (b *purchase) choose(t *testing.T) {
	t.Helper()
	var hits []struct{ Slug string }
	b.agent.ok(t, "products.search", object{"q": "solbrille " + b.channel, "inStock": true}, &hits)
	if len(hits) != 1 || hits[0].Slug != b.slug {
		t.Fatalf("found: %+v", hits)
	}
	b.wantProduct(t, 30000, 5)
	b.agent.refused(t, "products.update", object{"slug": b.slug, "patch": object{"priceDkk": 1}}, "cheaper", http.StatusForbidden, "insufficient_scope")
}

func (b *purchase) wantProduct(t *testing.T, price, stock int64) {
	t.Helper()
	var found struct{ PriceDkk, Stock int64 }
	b.agent.ok(t, "products.get", object{"slug": b.slug}, &found)
	if found.PriceDkk != price || found.Stock != stock {
		t.Errorf("the product is %+v, want %d ore and %d pieces", found, price, stock)
	}
}

// fill fills a cart, which no other key sees.
func (b *purchase) fill(t *testing.T) {
	t.Helper()
	first := b.agent.once(t, "cart.create", object{}, "cart", &b.cart)
	if again := b.agent.once(t, "cart.create", object{}, "cart", nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
	id := b.cart.CartID
	b.agent.refused(t, "orders.create", b.details(0), "order", http.StatusConflict, "cart_empty")
	b.agent.refused(t, "cart.add", object{"cartId": id, "slug": b.slug, "quantity": 6}, "add", http.StatusConflict, "insufficient_stock")
	b.agent.once(t, "cart.add", object{"cartId": id, "slug": b.slug, "quantity": 2}, "add", nil)
	b.agent.once(t, "cart.add", object{"cartId": id, "slug": b.slug, "quantity": 2}, "add", nil) // is not added again
	b.agent.refused(t, "cart.add", object{"cartId": id, "slug": b.slug, "quantity": 3}, "add", http.StatusUnprocessableEntity, "idempotency_key_reused")
	b.agent.refused(t, "cart.apply_discount", object{"cartId": id, "code": "VINTER"}, "code", http.StatusNotFound, "discount_not_found")
	b.agent.once(t, "cart.apply_discount", object{"cartId": id, "code": strings.ToLower(b.code)}, "code", nil)
	b.agent.ok(t, "cart.get_summary", object{"cartId": id}, &b.cart)
	b.wantCart(t, 60000, 6000, 54000)

	b.stranger.refused(t, "cart.get_summary", object{"cartId": id}, "", http.StatusNotFound, "cart_not_found")
	b.stranger.refused(t, "cart.add", object{"cartId": id, "slug": b.slug}, "", http.StatusNotFound, "cart_not_found")
	b.stranger.refused(t, "orders.create", b.details(54000), "", http.StatusNotFound, "cart_not_found")
	b.wantProduct(t, 30000, 5)
}

// wantCart expects these amounts; two pieces ship free, and a fifth of the total is VAT.
func (b *purchase) wantCart(t *testing.T, subtotal, discount, total int64) {
	t.Helper()
	c := &b.cart
	if c.SubtotalOere != subtotal || c.DiscountOere != discount || c.ShippingOere != 0 || c.TotalOere != total || c.VatOere != total/5 || c.ItemCount != 2 || c.OrderID != nil {
		t.Errorf("the cart is %+v", c)
	}
}

// details is the body of orders.create for an expected total.
func (b *purchase) details(total int64) object {
	return object{
		"cartId": b.cart.CartID, "email": "Freja@Example.com", "expectedTotalOere": total, "aiAgentSource": "indkoebsagent", "paymentMethod": "card",
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12, 2. tv.", "shippingZip": "1165", "shippingCity": "København K",
	}
}

// order orders the cart, whose price changes after the agent has read it.
func (b *purchase) order(t *testing.T) {
	t.Helper()
	b.merchant.once(t, "products.update", object{"slug": b.slug, "patch": object{"priceDkk": 31000}}, "dearer", nil)
	b.agent.refused(t, "orders.create", b.details(54000), "order", http.StatusConflict, "total_changed")
	b.agent.ok(t, "cart.get_summary", object{"cartId": b.cart.CartID}, &b.cart)
	b.wantCart(t, 62000, 6200, 55800)
	if len(b.cart.Messages) != 1 || b.cart.Messages[0].Code != "price_changed" {
		t.Errorf("the cart says %+v", b.cart.Messages)
	}
	var placed struct {
		ID, Status, Currency string
		TotalDkk             int64
	}
	first := b.agent.once(t, "orders.create", b.details(55800), "order", &placed)
	if again := b.agent.once(t, "orders.create", b.details(55800), "order", nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
	if placed.Status != "pending_payment" || placed.Currency != "DKK" || placed.TotalDkk != 55800 {
		t.Errorf("placed: %+v", placed)
	}
	b.orderID = placed.ID
	b.agent.refused(t, "orders.create", b.details(1), "order", http.StatusUnprocessableEntity, "idempotency_key_reused")
	if p := b.agent.refused(t, "orders.create", b.details(55800), "another order", http.StatusConflict, "cart_ordered"); !strings.Contains(p.Resolution, placed.ID) {
		t.Errorf("an ordered cart: %+v", p)
	}
	b.agent.refused(t, "cart.add", object{"cartId": b.cart.CartID, "slug": b.slug}, "", http.StatusConflict, "cart_ordered")
	b.wantProduct(t, 31000, 3)
}

// read reads what was ordered, and expects the code to be used up.
func (b *purchase) read(t *testing.T) {
	t.Helper()
	b.agent.ok(t, "cart.get_summary", object{"cartId": b.cart.CartID}, &b.cart)
	if b.cart.OrderID == nil || *b.cart.OrderID != b.orderID || b.cart.TotalOere != 55800 {
		t.Errorf("the ordered cart is %+v", b.cart)
	}
	var o struct {
		Status, Email, Channel, AIAgentSource, DiscountCode string
		IsAIGenerated                                       bool
		SubtotalDkk, DiscountDkk, ShippingDkk, TotalDkk     int64
		VatOere                                             int64
		Items                                               []struct {
			ProductName            string
			UnitPriceDkk, Quantity int64
		}
	}
	b.agent.ok(t, "orders.get", object{"orderId": b.orderID}, &o)
	if o.Status != "pending_payment" || o.Email != "Freja@Example.com" || o.Channel != b.channel || o.AIAgentSource != "indkoebsagent" || !o.IsAIGenerated {
		t.Errorf("the order is %+v", o)
	}
	if o.SubtotalDkk != 62000 || o.DiscountDkk != 6200 || o.ShippingDkk != 0 || o.TotalDkk != 55800 || o.VatOere != 11160 || o.DiscountCode != b.code {
		t.Errorf("the order is %+v", o)
	}
	if len(o.Items) != 1 || o.Items[0].UnitPriceDkk != 31000 || o.Items[0].Quantity != 2 {
		t.Errorf("the order has the items %+v", o.Items)
	}
	var codes []struct {
		Code       string
		UsageCount int64
	}
	b.merchant.ok(t, "discounts.list", object{}, &codes)
	for _, c := range codes {
		if c.Code == b.code && c.UsageCount != 1 {
			t.Errorf("the code was used %d times", c.UsageCount)
		}
	}
	var other cartSeen
	b.stranger.ok(t, "cart.create", object{"items": []object{{"slug": b.slug, "quantity": 1}}}, &other)
	b.stranger.refused(t, "cart.apply_discount", object{"cartId": other.CartID, "code": b.code}, "", http.StatusConflict, "discount_not_applicable")
}

// deliver takes the order to the customer; a clerk does each step, and repeats it as one does
// who had no answer.
func (b *purchase) deliver(t *testing.T) {
	t.Helper()
	b.clerk.refused(t, "orders.update_status", object{"orderId": b.orderID, "status": "delivered"}, "soon", http.StatusConflict, "illegal_transition")
	for i, next := range []struct {
		tool string
		body object
	}{
		{"orders.update_status", object{"status": "paid"}},
		{"orders.update_status", object{"status": "processing"}},
		{"orders.set_tracking", object{"carrier": "PostNord", "trackingNumber": "00370712345678901234"}},
		{"orders.update_status", object{"status": "shipped"}},
		{"orders.update_status", object{"status": "delivered", "expectedStatus": "shipped"}},
	} {
		next.body["orderId"] = b.orderID
		once := fmt.Sprint("step ", i)
		first := b.clerk.once(t, next.tool, next.body, once, nil)
		if again := b.clerk.once(t, next.tool, next.body, once, nil); !bytes.Equal(first, again) {
			t.Errorf("%s became %s", first, again)
		}
	}
	var o struct{ Status, PaidAt, Carrier, TrackingNumber string }
	b.agent.ok(t, "orders.get", object{"orderId": b.orderID}, &o)
	if o.Status != "delivered" || o.PaidAt == "" || o.Carrier != "PostNord" || o.TrackingNumber != "00370712345678901234" {
		t.Errorf("the order is %+v", o)
	}
	b.wantProduct(t, 31000, 3)
}

// refund records that one of the two pieces came back and was paid back.
func (b *purchase) refund(t *testing.T) {
	t.Helper()
	var o struct{ Items []struct{ ID string } }
	b.clerk.ok(t, "orders.get", object{"orderId": b.orderID}, &o)
	body := func(pieces int) object {
		return object{
			"orderId": b.orderID, "items": []object{{"itemId": o.Items[0].ID, "quantity": pieces}}, "restock": true,
			"reason": "A scratch on one lens.", "confirm": true,
		}
	}
	b.clerk.refused(t, "orders.refund", object{"orderId": b.orderID, "amountOere": 55801, "reason": "All.", "confirm": true}, "refund",
		http.StatusConflict, "refund_exceeds_paid")
	b.clerk.refused(t, "orders.refund", body(3), "refund", http.StatusConflict, "refund_exceeds_paid")
	var refunded struct {
		Status                      string
		RefundedOere, RemainingOere int64
	}
	first := b.clerk.once(t, "orders.refund", body(1), "refund", &refunded)
	if again := b.clerk.once(t, "orders.refund", body(1), "refund", nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
	if refunded.Status != "partial_refund" || refunded.RefundedOere != 27900 || refunded.RemainingOere != 27900 {
		t.Errorf("refunded: %+v", refunded)
	}
	b.wantProduct(t, 31000, 4)
}

// history expects each step once.
func (b *purchase) history(t *testing.T) {
	t.Helper()
	var entries []struct{ From, To, Note string }
	b.agent.ok(t, "orders.history", object{"orderId": b.orderID}, &entries)
	want := "{ pending_payment } {pending_payment paid } {paid processing } {processing shipped } {shipped delivered } {delivered partial_refund A scratch on one lens.}"
	if got := strings.Trim(fmt.Sprint(entries), "[]"); got != want {
		t.Errorf("the history is %s, want %s", got, want)
	}
}
