package main_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// othersOrder places the orders of others: what becomes of each is different.
func (d *day) othersOrder(t *testing.T) {
	t.Helper()
	d.others = []*sale{
		{buyer: "Mads", lines: []line{{slug: "mikrofiberklud", pieces: 1}}, source: "assistent", moves: []string{"paid"}},
		{buyer: "Ida", lines: []line{{slug: "etui-rejse", pieces: 2}}, code: "TAK50", moves: []string{"paid", "processing", "shipped"}},
		{buyer: "Noah", lines: []line{{slug: "laesebrille-05", pieces: 1}}, moves: []string{"cancelled"}},
		{buyer: "Sofie", lines: []line{{slug: "laesebrille-06", pieces: 2}, {slug: "mikrofiberklud", pieces: 2}}, code: "TAK50", moves: []string{"paid", "cancelled"}},
		{buyer: "Emil", lines: []line{{slug: "laesebrille-07", pieces: 8}}, code: "TAK50", moves: []string{"paid", "processing"}},
		{buyer: "Freja", lines: []line{{slug: "solbrille-wayfarer", pieces: 1}}, moves: []string{"paid", "refunded"}},
	}
	for _, s := range d.others {
		var items []object
		for _, l := range s.lines {
			items = append(items, object{"slug": l.slug, "quantity": l.pieces})
		}
		var cart cartSummary
		d.assistant.ok(t, "cart.create", object{"items": items}, &cart)
		d.orderCart(t, s, cart.CartID)
	}
}

// orderOf returns the order that the assistant placed for somebody.
func (d *day) orderOf(buyer string) *sale {
	return d.others[slices.IndexFunc(d.others, func(s *sale) bool { return s.buyer == buyer })]
}

// orderCart orders a cart that contains the lines of a sale.
func (d *day) orderCart(t *testing.T, s *sale, cartID string) {
	t.Helper()
	if s.code != "" {
		d.assistant.ok(t, "cart.apply_discount", object{"cartId": cartID, "code": s.code}, nil)
	}
	d.books.price(s)
	var placed struct{ ID string }
	d.assistant.ok(t, "orders.create", s.details(cartID, s.total()), &placed)
	d.books.placed(s, placed.ID)
}

// othersPay moves the orders of the others, each to where it ends for now.
func (d *day) othersPay(t *testing.T) {
	t.Helper()
	for _, s := range d.others {
		for _, to := range s.moves {
			d.move(t, s, to)
		}
	}
}

// move moves an order, and repeats the call.
func (d *day) move(t *testing.T, s *sale, to string) {
	t.Helper()
	d.clerk.twice(t, "orders.update_status", object{"orderId": s.id, "status": to, "expectedStatus": s.status}, s.id+to, nil)
	d.books.moved(s, to)
}

// deliver takes the order of Freja to her; a clerk does each step, and repeats it.
func (d *day) deliver(t *testing.T) {
	t.Helper()
	s := d.freja
	d.clerk.refused(t, "orders.update_status", object{"orderId": s.id, "status": "delivered"}, "soon", http.StatusConflict, "illegal_transition")
	d.move(t, s, "paid")
	d.move(t, s, "processing")
	d.clerk.twice(t, "orders.add_note", object{"orderId": s.id, "text": "After 5 pm."}, "note", nil)
	d.clerk.twice(t, "orders.set_tracking", object{"orderId": s.id, "carrier": "PostNord", "trackingNumber": "00370712345678901234"}, "tracking", nil)
	d.move(t, s, "shipped")
	d.move(t, s, "delivered")
	var o struct{ Status, PaidAt, Carrier, TrackingNumber string }
	d.agent.ok(t, "orders.get", object{"orderId": s.id}, &o)
	if o.Status != "delivered" || o.PaidAt == "" || o.Carrier != "PostNord" || o.TrackingNumber != "00370712345678901234" {
		t.Errorf("the order is %+v", o)
	}
}

// refund records that one of her two pieces came back and was paid back.
func (d *day) refund(t *testing.T) {
	t.Helper()
	s := d.freja
	var o struct{ Items []struct{ ID string } }
	d.clerk.ok(t, "orders.get", object{"orderId": s.id}, &o)
	body := func(pieces int) object {
		return object{
			"orderId": s.id, "items": []object{{"itemId": o.Items[0].ID, "quantity": pieces}}, "restock": true,
			"reason": "A scratch on one lens.", "confirm": true,
		}
	}
	d.clerk.refused(t, "orders.refund", object{"orderId": s.id, "amountOere": s.total() + 1, "reason": "All.", "confirm": true}, "refund",
		http.StatusConflict, "refund_exceeds_paid")
	d.clerk.refused(t, "orders.refund", body(3), "refund", http.StatusConflict, "refund_exceeds_paid")
	var refunded struct {
		Status                      string
		RefundedOere, RemainingOere int64
	}
	d.clerk.twice(t, "orders.refund", body(1), "refund", &refunded)
	d.books.returned(s, &s.lines[0], 1)
	if refunded.Status != s.status || refunded.RefundedOere != s.refunded || refunded.RemainingOere != s.revenue() {
		t.Errorf("refunded: %+v, want %+v", refunded, s)
	}
	d.wantProduct(t, s.lines[0].slug)

	var entries []struct{ From, To, Note string }
	d.agent.ok(t, "orders.history", object{"orderId": s.id}, &entries)
	want := "{ pending_payment } {pending_payment paid } {paid processing } {  After 5 pm.} {processing shipped } {shipped delivered } {delivered partial_refund A scratch on one lens.}"
	if got := strings.Trim(fmt.Sprint(entries), "[]"); got != want {
		t.Errorf("the history is %s, want %s", got, want)
	}
}

// forget gives Ida what the shop has about her, and then forgets her. Her order stays in the books.
func (d *day) forget(t *testing.T) {
	t.Helper()
	ida := d.orderOf("Ida")
	who := d.lookUp(t, ida)
	if !who.HasOrders || who.OrderCount != 1 {
		t.Fatalf("%+v", who)
	}
	var all any
	d.owner.ok(t, "customer.export", object{"customerId": who.CustomerID}, &all)
	for _, part := range []string{ida.email(), ida.id, "Ida Holm"} {
		if text := fmt.Sprint(all); !strings.Contains(text, part) {
			t.Errorf("the export lacks %s: %s", part, text)
		}
	}
	erase := object{"customerId": who.CustomerID, "confirm": true}
	d.owner.refused(t, "customer.erase", erase, "", http.StatusConflict, "open_orders") // her order is not delivered yet
	erase["force"] = true
	d.owner.ok(t, "customer.erase", erase, nil)
	d.books.erased[ida.buyer] = true
	d.owner.refused(t, "customer.get", object{"customerId": who.CustomerID}, "", http.StatusNotFound, "customer_not_found")
	if again := d.lookUp(t, ida); again.HasOrders {
		t.Errorf("after the erasure: %+v", again)
	}
	var o struct {
		Email, ShippingName string
		TotalDkk            int64
	}
	d.clerk.ok(t, "orders.get", object{"orderId": ida.id}, &o)
	if o.Email != "erased-"+who.CustomerID+"@erased.invalid" || o.ShippingName != "erased" || o.TotalDkk != ida.total() {
		t.Errorf("her order is %+v", o)
	}
}

// customerLookup is what the shop knows of an e-mail address.
type customerLookup struct {
	HasOrders  bool
	OrderCount int
	CustomerID string
}

func (d *day) lookUp(t *testing.T, s *sale) (k customerLookup) {
	t.Helper()
	d.owner.ok(t, "customer.lookup_by_email", object{"email": strings.ToUpper(s.email())}, &k)
	return k
}
