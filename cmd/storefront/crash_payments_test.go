//go:build crash

package main_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestCrashesOfPayments has agents pay and refund with the provider test while the server, its PostgreSQL and both are killed at random
// moments. In the end each payment is in the books of the provider once, and nothing was taken or given back that is not in both. ROUNDS is
// how often something is killed, SEED repeats the choices of an earlier run.
func TestCrashesOfPayments(t *testing.T) {
	rounds, seed := crowd.Number(t, "ROUNDS", 5), crowd.Number(t, "SEED", uint64(time.Now().UnixNano()))
	t.Logf("SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	p := newProgram(t).with(append(crowd.Unlimited, "STOREFRONT_TEST_PAYMENTS=true")...)
	shop := newCrowd(t, p, seed)
	s := p.serve(t)
	shop.Use(crowd.Address(s.url))
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "till", "--scopes", "cart:write,orders:write,payments:read,payments:write"))
	var ended atomic.Bool
	var acknowledged sync.Map // the ids of payments and refunds, each with what was said of it
	var wg sync.WaitGroup
	const agents = 4
	for agent := range agents {
		r := rand.New(rand.NewPCG(seed, uint64(agent)+2))
		wg.Go(func() {
			for !ended.Load() && !t.Failed() {
				payAndRefund(t, shop, key, r, &acknowledged)
			}
		})
	}
	for range rounds {
		time.Sleep(time.Duration(200+random.IntN(1500)) * time.Millisecond)
		s = kill(t, p, s, []string{"the server", "PostgreSQL", "both"}[random.IntN(3)])
		shop.Use(crowd.Address(s.url))
	}
	ended.Store(true)
	wg.Wait()
	const enough = 20 // kills, for one of them to meet a call
	if shop.Repeated() == 0 && rounds >= enough {
		t.Error("no call was under way when something was killed")
	}

	db := database(t, p)
	for range 600 { // what waits is done again, after a lease of a minute at most
		if left := column[int64](t, db, `SELECT (SELECT count(*) FROM payment_effects WHERE status = 'pending') + (SELECT count(*) FROM test_messages)`); left[0] == 0 {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	for what, query := range map[string]string{
		"effects are not done": `SELECT id::text || ' ' || kind || ' ' || coalesce(error, '') FROM payment_effects WHERE status = 'pending'`,
		"payments differ from the provider's": `SELECT p.id::text || ' ' || p.status || ' ' || p.captured_oere || ' ' || p.refunded_oere || ', ' || coalesce(b.status || ' ' || b.refunded_oere, 'unknown')
			FROM payments p LEFT JOIN test_payments b ON b.payment_id = p.id
			WHERE b.reference IS NULL OR p.captured_oere <> CASE WHEN b.status = 'captured' THEN b.amount_oere ELSE 0 END OR p.refunded_oere <> b.refunded_oere OR p.reference <> b.reference`,
		"payments are there twice":     `SELECT payment_id::text FROM test_payments GROUP BY 1 HAVING count(*) > 1`,
		"payments are unknown here":    `SELECT b.reference FROM test_payments b LEFT JOIN payments p ON p.id = b.payment_id WHERE p.id IS NULL`,
		"refunds differ":               `SELECT r.id::text || ' ' || r.status FROM payment_refunds r FULL JOIN test_refunds b ON b.refund_id = r.id WHERE (r.status = 'succeeded') <> (b.reference IS NOT NULL) OR r.amount_oere <> b.amount_oere`,
		"refunds are there twice":      `SELECT refund_id::text FROM test_refunds GROUP BY 1 HAVING count(*) > 1`,
		"orders differ from payments":  `SELECT o.id::text FROM orders o WHERE (o.paid_at IS NOT NULL) <> EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.captured_oere > 0) OR o.refunded_oere <> (SELECT coalesce(sum(refunded_oere), 0) FROM payments p WHERE p.order_id = o.id)`,
		"refunds of orders are absent": `SELECT o.id::text FROM orders o WHERE o.refunded_oere <> (SELECT coalesce(sum(amount_oere), 0) FROM order_refunds r WHERE r.order_id = o.id)`,
		"tokens are kept":              `SELECT id::text FROM payment_effects WHERE token IS NOT NULL`,
	} {
		if rows := column[string](t, db, query); len(rows) > 0 {
			t.Errorf("%s: %d, such as %s", what, len(rows), rows[0])
		}
	}
	known := map[string]string{}
	for _, row := range column[string](t, db, `SELECT id::text || ' ' || status FROM payments UNION ALL SELECT id::text || ' ' || status FROM payment_refunds`) {
		id, status, _ := strings.Cut(row, " ")
		known[id] = status
	}
	count := 0
	for id, said := range acknowledged.Range {
		count++
		if known[id.(string)] == "" || said == "succeeded" && known[id.(string)] != "succeeded" {
			t.Errorf("%v was said to be %v, and is %q", id, said, known[id.(string)])
		}
	}
	t.Logf("%d payments and refunds were acknowledged, %d calls repeated, %d kills", count, shop.Repeated(), rounds)
	s.stop(t)
}

// payAndRefund buys something, pays it, and has some of it given back.
func payAndRefund(t *testing.T, shop *crowd.Crowd, key string, r *rand.Rand, acknowledged *sync.Map) {
	send := func(tool string, body object) (result struct{ CartID, ID, PaymentID, RefundID, Status string }) {
		var told struct {
			Code   string
			Result *struct{ CartID, ID, PaymentID, RefundID, Status string }
		}
		got := shop.Ask(t, key, tool, body)
		if json.Unmarshal(got.Body, &told) != nil || got.Status >= 500 && told.Code != "provider_unavailable" && told.Code != "provider_failed" {
			t.Errorf("%s: %d %s", tool, got.Status, got.Body)
		}
		if told.Result != nil {
			return *told.Result
		}
		return result
	}
	cart := send("cart.create", object{"items": []object{{"slug": fmt.Sprint("plenty-", r.IntN(3)), "quantity": 1}}})
	order := send("orders.create", object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	})
	if order.ID == "" { // ordered before the answer was lost
		return
	}
	payment := send("payments.create", object{"orderId": order.ID, "token": []string{"test_success", "test_twice", "test_reordered", "test_declined"}[r.IntN(4)]})
	if payment.PaymentID == "" {
		return
	}
	acknowledged.Store(payment.PaymentID, payment.Status)
	for range r.IntN(3) {
		if back := send("payments.refund", object{"paymentId": payment.PaymentID, "amountOere": 100 + r.IntN(2)*13, "reason": "Too many.", "confirm": true}); back.RefundID != "" {
			acknowledged.Store(back.RefundID, back.Status)
		}
	}
}
