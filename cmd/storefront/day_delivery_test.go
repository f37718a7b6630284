package main_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

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
