package orders_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
)

// part is a call of orders.refund.
func part(id string, fields object) object {
	return servertest.With(object{"orderId": id, "reason": "Fejl på varen.", "confirm": true}, fields)
}

// of is a number of pieces of an item of an order.
func of(o *api.Order, line, quantity int) object {
	return object{"itemId": o.Items[line].Id, "quantity": quantity}
}

func (s ordering) refund(t *testing.T, id string, fields object) servertest.Reply {
	t.Helper()
	return s.Call(t, s.key, "orders.refund", part(id, fields))
}

func (s ordering) wantRefund(t *testing.T, id string, fields object, status string, refunded, remaining int64) {
	t.Helper()
	reply := s.refund(t, id, fields)
	want := object{"id": id, "status": status, "refundedOere": refunded, "remainingOere": remaining, "refundOwedOere": 0}
	if reply.Status != 200 {
		t.Fatalf("%v: %s", fields, reply.Body)
	}
	var result object
	if reply.Result(t, &result); !servertest.SameJSON(result, want) {
		t.Errorf("%v: %v, want %v", fields, result, want)
	}
}

// paidOrder places an order of a round pair and three cloths, which cost 137,400
// ore and are reduced by 10 %, and pays it.
func (s ordering) paidOrder(t *testing.T) api.Order {
	t.Helper()
	d := orderDraft(orders.Line{Slug: "rund", Quantity: 1}, orders.Line{Slug: "klud", Quantity: 3})
	d.Discount = &orders.Discount{Code: "X10", Type: api.DiscountTypePercent, Value: 10}
	id := s.place(t, d)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "paid"}, nil)
	return s.get(t, id)
}

const paidTotal = 123_660

// Refunds by amount and by items add up to what was paid, and no more.
func TestOrdersRefund(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	o := s.paidOrder(t)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "shipped"}, nil)
	s.wantRefund(t, o.Id, object{"amountOere": 1000}, "partial_refund", 1000, paidTotal-1000)
	refundedAt := s.get(t, o.Id).RefundedAt
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 1, 2)}, "restock": true}, "partial_refund", 5500, paidTotal-5500)
	if got := s.stock(t)["klud"]; got != orderable-1 {
		t.Errorf("%d cloths", got)
	}
	p := s.refund(t, o.Id, object{"amountOere": paidTotal - 5499}).Problem(t, problem.RefundExceedsPaid)
	if !strings.Contains(p.Detail, "118160 remain") || p.Resolution != `Set "amountOere" to at most 118160.` {
		t.Errorf("%+v", p)
	}
	// The goods that are left cost more than the money that is left.
	p = s.refund(t, o.Id, object{"items": []object{of(&o, 0, 1), of(&o, 1, 1)}}).Problem(t, problem.RefundExceedsPaid)
	if !strings.Contains(p.Detail, "119160 ore") || !strings.Contains(p.Resolution, "at most 118160") {
		t.Errorf("%+v", p)
	}
	s.wantRefund(t, o.Id, object{"amountOere": paidTotal - 5500}, "refunded", paidTotal, 0)
	p = s.refund(t, o.Id, object{"amountOere": 1}).Problem(t, problem.RefundExceedsPaid)
	if !strings.Contains(p.Resolution, "nothing is left") {
		t.Errorf("%+v", p)
	}

	if after := s.get(t, o.Id); !after.RefundedAt.Equal(refundedAt.Time) || after.TotalDkk != paidTotal {
		t.Errorf("%+v", after)
	}
	if stock := s.stock(t); stock["rund"] != orderable-1 || stock["klud"] != orderable-1 { // it had been shipped
		t.Errorf("the stock is %v", stock)
	}
	const recorded = `SELECT string_agg(concat_ws(' ', amount_oere, reason, restocked, items), '; ' ORDER BY at) FROM order_refunds WHERE order_id = $1`
	want := `1000 Fejl på varen. 0; 4500 Fejl på varen. 2 [{"itemId":"` + o.Items[1].Id + `","quantity":2}]; 118160 Fejl på varen. 0`
	if got := servertest.One[string](t, s.Server, recorded, o.Id); got != want {
		t.Errorf("the refunds are %s, want %s", got, want)
	}
	rows := s.Succeeded(t, "orders.refund")
	if len(rows) != 3 {
		t.Fatalf("%d audit rows", len(rows))
	}
	servertest.WantFields(t, "args", servertest.Decoded(t, rows[0].Args), object{"amountOere": paidTotal - 5500, "reason": "Fejl på varen."})
	servertest.WantFields(t, "before", servertest.Decoded(t, rows[0].Before), object{"status": "partial_refund", "refundedOere": 5500})
	servertest.WantFields(t, "after", servertest.Decoded(t, rows[0].After), object{"status": "refunded", "refundedOere": paidTotal})
	servertest.WantFields(t, "after", servertest.Decoded(t, rows[1].After), object{"restockedPieces": 2})
}

// Pieces are refunded once, whatever the sequence, and what they cost together is
// the price of the goods.
func TestOrdersRefundEveryPiece(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	d := orderDraft(orders.Line{Slug: "klud", Quantity: 2}, orders.Line{Slug: "klud", Quantity: 1})
	d.Discount = &orders.Discount{Code: "X", Type: api.DiscountTypeFixed, Value: 1000}
	id := s.place(t, d)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "paid"}, nil)
	o := s.get(t, id) // 7500 − 1000 + 4900
	s.wantRefund(t, id, object{"items": []object{of(&o, 0, 1)}}, "partial_refund", 2167, 9233)
	s.wantRefund(t, id, object{"items": []object{of(&o, 1, 1)}}, "partial_refund", 4333, 7067)
	for quantity, want := range map[int]string{2: `Set "items[0].quantity" to at most 1.`, 999: `Set "items[0].quantity" to at most 1.`} {
		if p := s.refund(t, id, object{"items": []object{of(&o, 0, quantity)}}).Problem(t, problem.RefundExceedsPaid); p.Resolution != want {
			t.Errorf("%+v", p)
		}
	}
	s.wantRefund(t, id, object{"items": []object{of(&o, 0, 1)}}, "partial_refund", 6500, 4900)
	p := s.refund(t, id, object{"items": []object{of(&o, 1, 1)}}).Problem(t, problem.RefundExceedsPaid)
	if !strings.HasPrefix(p.Resolution, `Leave the item "`+o.Items[1].Id+`" out`) {
		t.Errorf("%+v", p)
	}
	s.wantRefund(t, id, object{"amountOere": 4900}, "refunded", 11400, 0) // the shipping
	if got := s.stock(t)["klud"]; got != orderable {
		t.Errorf("%d cloths after a full refund before shipment", got)
	}
}

// Goods return to the stock once: with the refund of their pieces, with the full
// refund before shipment, or with the cancellation.
func TestOrdersRefundRestocksOnce(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	want := func(what string, rund, klud int64) {
		t.Helper()
		if stock := s.stock(t); stock["rund"] != orderable-rund || stock["klud"] != orderable-klud {
			t.Errorf("%s: %d and %d are out, want %d and %d", what, orderable-stock["rund"], orderable-stock["klud"], rund, klud)
		}
	}
	o := s.paidOrder(t)
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 1, 1)}}, "partial_refund", 2250, paidTotal-2250)
	want("a piece that is kept", 1, 3)
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 1, 1)}, "restock": true}, "partial_refund", 4500, paidTotal-4500)
	want("a piece that returns", 1, 2)
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 0, 1), of(&o, 1, 1)}, "restock": true}, "refunded", paidTotal, 0)
	want("the full refund before shipment", 0, 0)

	o = s.paidOrder(t)
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 1, 2)}, "restock": true}, "partial_refund", 4500, paidTotal-4500)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "disputed"}, nil)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "cancelled"}, nil)
	want("the cancellation of the rest", 0, 0)
	s.wantRefund(t, o.Id, object{"items": []object{of(&o, 0, 1), of(&o, 1, 1)}, "restock": true}, "refunded", paidTotal, 0)
	want("the refund of what was cancelled", 0, 0)
}

// A move to refunded records all that remains; one to partial_refund records
// nothing.
func TestOrdersUpdateStatusRecordsTheRefund(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	o := s.paidOrder(t)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "partial_refund"}, nil)
	s.wantRefund(t, o.Id, object{"amountOere": 660}, "partial_refund", 660, paidTotal-660)
	s.OK(t, s.key, "orders.update_status", object{"orderId": o.Id, "status": "refunded"}, nil)
	const recorded = `SELECT string_agg(concat_ws(' ', amount_oere, coalesce(reason, '-'), restocked), '; ' ORDER BY at) FROM order_refunds WHERE order_id = $1`
	if got := servertest.One[string](t, s.Server, recorded, o.Id); got != "660 Fejl på varen. 0; 123000 - 4" {
		t.Errorf("the refunds are %s", got)
	}
	s.wantStory(t, o.Id, ">pending_payment", "pending_payment>paid", "paid>partial_refund", "partial_refund>partial_refund Fejl på varen.", "partial_refund>refunded")
}

// An order that costs nothing is refunded with its pieces.
func TestOrdersRefundOfAFreeOrder(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	d := orderDraft(orders.Line{Slug: "rund", Quantity: 1})
	d.Discount = &orders.Discount{Code: "GRATIS", Type: api.DiscountTypePercent, Value: 100}
	id := s.place(t, d)
	o := s.get(t, id)
	s.refund(t, id, object{"items": []object{of(&o, 0, 1)}}).Problem(t, problem.RefundExceedsPaid)
	s.OK(t, s.key, "orders.update_status", object{"orderId": id, "status": "paid"}, nil)
	s.refund(t, id, object{"amountOere": 1}).Problem(t, problem.RefundExceedsPaid)
	s.wantRefund(t, id, object{"items": []object{of(&o, 0, 1)}, "restock": true}, "refunded", 0, 0)
	if got := s.stock(t)["rund"]; got != orderable {
		t.Errorf("%d pairs", got)
	}
}

// An order that cannot take the status is not refunded: a part of a cancelled
// one, and anything of one that was never paid.
func TestOrdersRefundIsAMove(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	all, leadsTo := orderStatuses()
	for _, status := range all {
		id := s.put(t, status, true)
		total := s.get(t, id).TotalDkk
		legal := slices.Contains(leadsTo[status], "partial_refund") || status == "partial_refund"
		reply := s.refund(t, id, object{"amountOere": total - 1})
		switch {
		case legal && reply.Status != 200:
			t.Errorf("a part of an order that is %s: %s", status, reply.Body)
		case !legal:
			p := reply.Problem(t, problem.IllegalTransition)
			if !slices.Equal(*p.Allowed, allowedTo(status, stageOf(status), true)) {
				t.Errorf("%s: %v", status, *p.Allowed)
			}
			if whole := slices.Contains(*p.Allowed, "refunded"); whole != strings.HasPrefix(p.Resolution, "Refund all that remains") {
				t.Errorf("%s: %s", status, p.Resolution)
			}
		}

		id = s.put(t, status, true)
		if reply := s.refund(t, id, object{"amountOere": total}); slices.Contains(leadsTo[status], "refunded") {
			if reply.Status != 200 || s.get(t, id).Status != "refunded" {
				t.Errorf("all of an order that is %s: %s", status, reply.Body)
			}
		} else {
			reply.Problem(t, problem.IllegalTransition)
		}

		id = s.put(t, status, false)
		p := s.refund(t, id, object{"amountOere": 1}).Problem(t, problem.RefundExceedsPaid)
		if p.Detail != "Nothing was paid for the order." {
			t.Errorf("%s: %+v", status, p)
		}
	}
}

func TestOrdersRefundRefuses(t *testing.T) {
	t.Parallel()
	s := newOrdering(t)
	o := s.paidOrder(t)
	foreign := s.paidOrder(t)
	for name, c := range map[string]struct {
		fields  object
		pointer string
	}{
		"nothing":                         {nil, "/amountOere"},
		"both":                            {object{"amountOere": 1, "items": []object{of(&o, 0, 1)}}, "/items"},
		"an amount that returns":          {object{"amountOere": 1, "restock": true}, "/restock"},
		"an item of another order":        {object{"items": []object{of(&o, 1, 1), of(&foreign, 0, 1)}}, "/items/1/itemId"},
		"an item that is none":            {object{"items": []object{{"itemId": "x", "quantity": 1}}}, "/items/0/itemId"},
		"an item twice":                   {object{"items": []object{of(&o, 1, 1), of(&o, 0, 1), of(&o, 1, 1)}}, "/items/2/itemId"},
		"no items":                        {object{"items": []object{}}, "/items"},
		"no pieces":                       {object{"items": []object{of(&o, 0, 0)}}, "/items/0/quantity"},
		"an amount of nothing":            {object{"amountOere": 0}, "/amountOere"},
		"an amount below nothing":         {object{"amountOere": -1}, "/amountOere"},
		"half an ore":                     {object{"amountOere": 0.5}, "/amountOere"},
		"more than there is":              {object{"amountOere": 9007199254740992}, "/amountOere"},
		"no reason":                       {object{"amountOere": 1, "reason": " "}, "/reason"},
		"a reason that is too long":       {object{"amountOere": 1, "reason": strings.Repeat("x", 501)}, "/reason"},
		"without confirmation":            {object{"amountOere": 1, "confirm": false}, "/confirm"},
		"an item with a field of its own": {object{"items": []object{servertest.With(of(&o, 0, 1), object{"price": 1})}}, "/items/0/price"},
	} {
		p := s.refund(t, o.Id, c.fields).Problem(t, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != c.pointer {
			t.Errorf("%s: %+v", name, p)
		}
	}
	for _, unknown := range []string{"x", orderID(9)} {
		s.refund(t, unknown, object{"amountOere": 1}).Problem(t, problem.OrderNotFound)
	}
	if after := s.get(t, o.Id); !servertest.SameJSON(after, o) || len(s.Succeeded(t, "orders.refund")) != 0 {
		t.Errorf("a refused refund made %+v of %+v", after, o)
	}
}
