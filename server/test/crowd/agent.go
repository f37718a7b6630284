package crowd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"
)

// agent buys with a key of its own, and remembers what was acknowledged.
type agent struct {
	*Crowd
	name, key string
	random    *rand.Rand
	sent      int // calls with an Idempotency-Key
	calls     []Acknowledged
	since     int // the first of calls that belongs to the round
	orders    []ordered
}

// ordered is an order that was acknowledged.
type ordered struct {
	id, cart, code, status string
	total, refunded        int64            // in ore
	pieces                 map[string]int64 // by slug
	paid                   bool
}

// step is what an agent does with its order, and what the order is afterwards.
type step struct {
	tool     string
	body     Object
	status   string
	refunded int64 // in addition, in ore
}

func move(to string) step { return step{"orders.update_status", Object{"status": to}, to, 0} }

// refund gives a krone back; it may repeat, so that a refund that is recorded twice shows.
func refund() step {
	return step{"orders.refund", Object{"amountOere": 100, "reason": "A scratch.", "confirm": true}, "partial_refund", 100}
}

// ways are what may become of an order.
var ways = [][]step{
	{},
	{move("paid")},
	{move("paid"), move("processing"), move("shipped")},
	{move("cancelled")},
	{move("paid"), move("cancelled")},
	{move("paid"), refund(), refund()},
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
	if !a.write(t, "cart.create", Object{"email": a.name + "@example.com"}, &cart) {
		return false
	}
	slugs := []string{"plenty-0", "plenty-1", "plenty-2", "plenty-3", "plenty-4", a.Scarce}
	a.random.Shuffle(len(slugs), func(i, j int) { slugs[i], slugs[j] = slugs[j], slugs[i] })
	chosen := append([]string{slugs[0]}, slugs[:1+a.random.IntN(3)]...) // the first one twice: its pieces are added up
	for _, slug := range chosen {
		if n := 1 + a.random.Int64N(2); a.write(t, "cart.add", Object{"cartId": cart.CartID, "slug": slug, "quantity": n}, &cart, "insufficient_stock") {
			o.pieces[slug] += n
		}
	}
	if a.random.IntN(3) == 0 && a.write(t, "cart.apply_discount", Object{"cartId": cart.CartID, "code": a.Limited}, &cart, "discount_not_applicable") {
		o.code = a.Limited
	}
	o.cart, o.total = cart.CartID, cart.TotalOere
	return true
}

// order orders the cart, sometimes twice.
func (a *agent) order(t *testing.T, o *ordered) bool {
	body := Object{
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
	way := ways[a.random.IntN(len(ways))]
	if a.KeepUses && o.code != "" && len(way) > 0 && way[0].status == "cancelled" {
		way = nil
	}
	for _, next := range way {
		body := maps.Clone(next.body)
		body["orderId"] = o.id
		if !a.write(t, next.tool, body, nil) {
			return
		}
		o.status, o.refunded, o.paid = next.status, o.refunded+next.refunded, o.paid || next.status == "paid"
		if o.status == "refunded" {
			o.refunded = o.total
		}
	}
}

// write sends a write until it has an answer, always with the same Idempotency-Key, and
// reports whether it was carried out. A refusal must have one of the codes.
func (a *agent) write(t *testing.T, tool string, body Object, result any, codes ...string) bool {
	time.Sleep(a.Pause)
	a.sent++
	once, sent := fmt.Sprint(a.name, "-", a.sent), time.Now()
	got := a.answer(t, tool, body, once)
	a.counts.acknowledged.Add(1)
	if got.Status != http.StatusOK {
		if !slices.Contains(codes, code(got.Body)) {
			t.Errorf("%s %s: %d %s", tool, once, got.Status, got.Body)
		}
		return false
	}
	var envelope struct {
		Result struct{ ID, CartID string }
	}
	if err := json.Unmarshal(got.Body, &envelope); err != nil {
		t.Errorf("%s %s: %v: %s", tool, once, err, got.Body)
	}
	if result != nil {
		if err := json.Unmarshal(got.Body, &struct{ Result any }{result}); err != nil {
			t.Errorf("%s %s: %v: %s", tool, once, err, got.Body)
		}
	}
	a.calls = append(a.calls, Acknowledged{
		Tool: tool, Entity: envelope.Result.ID + envelope.Result.CartID, Key: a.key, Sent: sent, Answered: time.Now(), once: once, body: body, answer: got.Body,
	})
	return true
}

// unanswered are the statuses of answers that leave open whether a call was carried out; two of them are those of a balancer.
var unanswered = []int{http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout}

// answer repeats a call until it is answered. A call of which each answer before said that nothing
// was written must not turn out to have been carried out.
func (a *agent) answer(t *testing.T, tool string, body Object, once string) Answer {
	got, attempts := a.ask(t, a.key, tool, body, once)
	if attempts.times > 1 {
		a.counts.repeated.Add(1)
	}
	if got.Replayed {
		a.counts.replayed.Add(1)
		if attempts.unwritten {
			t.Errorf("%s %s was carried out, and each answer before said that nothing was written", tool, once)
		}
	}
	return got
}

// Ask repeats a call without an Idempotency-Key until it is answered.
func (c *Crowd) Ask(t *testing.T, key, tool string, body Object) Answer {
	got, attempts := c.ask(t, key, tool, body, "")
	if attempts.times > 1 {
		c.counts.repeated.Add(1)
	}
	return got
}

// attempts are what a call took until it was answered.
type attempts struct {
	times     int
	unwritten bool // each answer before the last said that nothing was written
}

// ask repeats a call until it is answered.
func (c *Crowd) ask(t *testing.T, key, tool string, body any, once string) (Answer, attempts) {
	const patience = 2 * time.Minute
	deadline := time.Now().Add(patience)
	unwritten := true // so far
	for times := 1; ; times++ {
		got, err := (*c.shop.Load()).Send(t.Context(), key, tool, body, once)
		if err == nil && !slices.Contains(unanswered, got.Status) && code(got.Body) != "idempotency_in_flight" {
			return got, attempts{times, unwritten}
		}
		unwritten = unwritten && err == nil && bytes.Contains(got.Body, []byte("Nothing was written."))
		if time.Now().After(deadline) {
			t.Errorf("%s %s has no answer: %d %s %v", tool, once, got.Status, got.Body, err)
			return got, attempts{times, unwritten}
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
