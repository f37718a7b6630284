package main_test

import (
	"bytes"
	"slices"
	"testing"
)

// The assistant sells to others, and a clerk moves their orders.

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
		var cart cartSeen
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

// crash kills the program and its PostgreSQL right after a call was answered. The next start finds the shop as it was,
// and knows the answer when the call is repeated.
func (d *day) crash(t *testing.T) {
	t.Helper()
	d.awaitEvents(t) // a message that is under way then is sent again after half a minute
	d.awaitCounts(t) // searches of the last seconds are not counted
	before := d.shop(t)
	alma := &sale{buyer: "Alma", lines: []line{{slug: "laesebrille-08", pieces: 1}}}
	body := object{"items": []object{{"slug": alma.lines[0].slug, "quantity": alma.lines[0].pieces}}}
	var cart cartSeen
	first := d.assistant.once(t, "cart.create", body, "crash", &cart)
	killPostgres(t, d.program.data)
	d.s.kill(t)

	d.start(t)
	if again := d.assistant.once(t, "cart.create", body, "crash", nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
	d.wantShop(t, before)
	d.orderCart(t, alma, cart.CartID)
}
