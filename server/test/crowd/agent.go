//go:build crash

package main_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// agents is how many buy at once.
const agents = 6

// crowd are the agents, and what the shop was given.
type crowd struct {
	serving         atomic.Pointer[serving]
	agents          []*agent
	shopkeeper      string           // a key
	stock           map[string]int64 // the initial stock of each product, by slug
	limits          map[string]int64 // how often each code may be used
	scarce, limited string           // the product and the code that the agents compete for
	acknowledged    atomic.Int64     // calls that have their answer
	repeated        atomic.Int64     // those of them that were sent more than once
	replayed        atomic.Int64     // those of them that had been carried out, and whose first answer was lost
}

// agent buys with a key of its own, and remembers what was acknowledged.
type agent struct {
	*crowd
	name, key string
	random    *rand.Rand
	sent      int // calls with an Idempotency-Key
	calls     []acknowledged
	since     int // the first of calls that belongs to the round
	orders    []ordered
}

// acknowledged is a write that was answered with a success.
type acknowledged struct {
	tool, once string
	body       object
	answer     []byte
	entity     string // of its audit row

	sent, answered time.Time
}

// ordered is an order that was acknowledged.
type ordered struct {
	id, cart, code, status string
	total, refunded        int64            // in ore
	pieces                 map[string]int64 // by slug
}

// step is what an agent does with its order, and what the order is afterwards.
type step struct {
	tool     string
	body     object
	status   string
	refunded int64 // in addition, in ore
}

func move(to string) step { return step{"orders.update_status", object{"status": to}, to, 0} }

// refund gives a krone back; it may repeat, so that a refund that is recorded twice shows.
func refund() step {
	return step{"orders.refund", object{"amountOere": 100, "reason": "A scratch.", "confirm": true}, "partial_refund", 100}
}

// ways are what may become of an order.
var ways = [][]step{
	{},
	{move("paid")},
	{move("paid"), move("processing"), move("shipped")},
	{move("cancelled")},
	{move("paid"), move("cancelled")},
	{move("paid"), move("processing"), move("refunded")},
}

// buyUntil buys until ended is closed, and completes the last purchase.
func (a *agent) buyUntil(t *testing.T, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		default:
		}
		if t.Failed() {
			return
		}
		a.buy(t)
	}
}

// buy fills a cart, orders it and moves the order. Only what the competition for stock and
// codes brings may be refused.
func (a *agent) buy(t *testing.T) {
	o := ordered{pieces: map[string]int64{}}
	if a.fill(t, &o) && a.order(t, &o) {
		a.follow(t, &o)
		a.orders = append(a.orders, o)
	}
}

// fill fills a cart, and sets what is expected of its order.
func (a *agent) fill(t *testing.T, o *ordered) bool {
	var cart struct {
		CartID    string
		TotalOere int64
	}
	if !a.write(t, "cart.create", object{"email": a.name + "@example.com"}, &cart) {
		return false
	}
	slugs := []string{"plenty-0", "plenty-1", "plenty-2", "plenty-3", "plenty-4", a.scarce}
	a.random.Shuffle(len(slugs), func(i, j int) { slugs[i], slugs[j] = slugs[j], slugs[i] })
	chosen := append([]string{slugs[0]}, slugs[:1+a.random.IntN(3)]...) // the first one twice: its pieces are added up
	for _, slug := range chosen {
		if n := 1 + a.random.Int64N(2); a.write(t, "cart.add", object{"cartId": cart.CartID, "slug": slug, "quantity": n}, &cart, "insufficient_stock") {
			o.pieces[slug] += n
		}
	}
	if a.random.IntN(3) == 0 && a.write(t, "cart.apply_discount", object{"cartId": cart.CartID, "code": a.limited}, &cart, "discount_not_applicable") {
		o.code = a.limited
	}
	o.cart, o.total = cart.CartID, cart.TotalOere
	return true
}

// order orders the cart, sometimes twice.
func (a *agent) order(t *testing.T, o *ordered) bool {
	body := object{
		"cartId": o.cart, "email": a.name + "@example.com", "expectedTotalOere": o.total,
		"shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	}
	var placed struct {
		ID, Status string
		TotalDkk   int64
	}
	if !a.write(t, "orders.create", body, &placed, "insufficient_stock", "discount_not_applicable", "cart_empty") {
		return false
	}
	if placed.TotalDkk != o.total {
		t.Errorf("order %s: %d were expected and %d acknowledged", placed.ID, o.total, placed.TotalDkk)
	}
	o.id, o.status = placed.ID, placed.Status
	if a.random.IntN(4) == 0 && a.write(t, "orders.create", body, nil, "cart_ordered") {
		t.Errorf("cart %s was ordered twice", o.cart)
	}
	return true
}

// follow goes one of the ways with the order.
func (a *agent) follow(t *testing.T, o *ordered) {
	for _, next := range ways[a.random.IntN(len(ways))] {
		body := maps.Clone(next.body)
		body["orderId"] = o.id
		if !a.write(t, next.tool, body, nil) {
			return
		}
		o.status, o.refunded = next.status, o.refunded+next.refunded
		if o.status == "refunded" {
			o.refunded = o.total
		}
	}
}

// write sends a write until it has an answer, always with the same Idempotency-Key, and
// reports whether it was carried out. A refusal must have one of the codes.
func (a *agent) write(t *testing.T, tool string, body object, result any, codes ...string) bool {
	a.sent++
	once, sent := fmt.Sprint(a.name, "-", a.sent), time.Now()
	got := a.answer(t, tool, body, once)
	a.acknowledged.Add(1)
	if got.status != http.StatusOK {
		if !slices.Contains(codes, code(got.body)) {
			t.Errorf("%s %s: %d %s", tool, once, got.status, got.body)
		}
		return false
	}
	var envelope struct {
		Result struct{ ID, CartID string }
	}
	if err := json.Unmarshal(got.body, &envelope); err != nil {
		t.Errorf("%s %s: %v: %s", tool, once, err, got.body)
	}
	if result != nil {
		if err := json.Unmarshal(got.body, &struct{ Result any }{result}); err != nil {
			t.Errorf("%s %s: %v: %s", tool, once, err, got.body)
		}
	}
	a.calls = append(a.calls, acknowledged{tool, once, body, got.body, envelope.Result.ID + envelope.Result.CartID, sent, time.Now()})
	return true
}

// answer repeats a call until it is answered.
func (a *agent) answer(t *testing.T, tool string, body object, once string) answer {
	const patience = 2 * time.Minute
	deadline := time.Now().Add(patience)
	for times := 1; ; times++ {
		got, err := a.serving.Load().send(t.Context(), a.key, tool, body, once)
		again := err != nil || got.status == http.StatusServiceUnavailable || code(got.body) == "idempotency_in_flight"
		if !again {
			if times > 1 {
				a.repeated.Add(1)
			}
			if got.replayed {
				a.replayed.Add(1)
			}
			return got
		}
		if time.Now().After(deadline) {
			t.Errorf("%s %s has no answer: %d %s %v", tool, once, got.status, got.body, err)
			return got
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// code returns the code of a problem, "" for a success.
func code(body []byte) string {
	var p struct{ Code string }
	if json.Unmarshal(body, &p) != nil {
		return ""
	}
	return p.Code
}
