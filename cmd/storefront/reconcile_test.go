//go:build program

package main_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// The operator sees that the books agree, or what differs, also by the exit status. What cannot be read is never said to agree.
func TestReconcilingPayments(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	reconcile := func(p *program, args ...string) (stdout, stderr string, status int) {
		return p.run(t, "", append([]string{"payments", "reconcile"}, args...)...)
	}
	if out, stderr, status := reconcile(p); status != 1 || out != "" || !strings.Contains(stderr, "no payment provider is on: set STOREFRONT_STRIPE_SECRET_KEY") {
		t.Errorf("with no provider: status %d, %s%s", status, out, stderr)
	}
	none := "PROVIDER  WHAT        OURS        PROVIDER'S\n" +
		"test      taken       0: 0,00 kr  0: 0,00 kr\n" +
		"test      given back  0: 0,00 kr  0: 0,00 kr\n" +
		"The books agree.\n"
	if out := p.with("STOREFRONT_TEST_PAYMENTS=true").ok(t, "", "payments", "reconcile"); out != none {
		t.Errorf("of an empty shop:\n%s", out)
	}
	s := p.serve(t, "--demo") // where the provider test is on
	key := newKey(t, p, "till", "orders:read,orders:write,cart:write,payments:read,payments:write")
	var cart struct{ CartID string }
	var order struct{ ID string }
	var payment struct{ PaymentID string }
	s.want(t, key, "cart.create", object{"items": []object{{"slug": "round-metal", "quantity": 1}}}, &cart)
	s.want(t, key, "orders.create", object{
		"cartId": cart.CartID, "email": "freja@example.com", "shippingName": "Freja Holm", "shippingAddress": "Nørregade 12", "shippingZip": "1165", "shippingCity": "København K",
	}, &order)
	s.want(t, key, "payments.create", object{"orderId": order.ID, "token": "test_success"}, &payment)
	s.want(t, key, "payments.refund", object{"paymentId": payment.PaymentID, "amountOere": 100, "reason": "A scratch.", "confirm": true}, nil)
	s.stop(t)
	db := database(t, p)
	if out := p.ok(t, "", "payments", "reconcile", "--since", "1d"); !strings.HasSuffix(out, "\nThe books agree.\n") || strings.Count(out, "1: 1,00 kr") != 2 {
		t.Errorf("after a payment:\n%s", out)
	}

	execute(t, db, "UPDATE test_payments SET amount_oere = 9900 WHERE payment_id = '"+payment.PaymentID+"'")
	execute(t, db, "UPDATE orders SET refunded_oere = 250 WHERE id = '"+order.ID+"'")
	out, stderr, status := reconcile(p)
	if status != 1 || stderr != "storefront: the books differ\n" || strings.Contains(out, "agree") {
		t.Errorf("after a change: status %d\n%s%s", status, out, stderr)
	}
	for _, want := range []string{payment.PaymentID, " taken, 1,00 kr given back  99,00 kr taken, 1,00 kr given back\n", order.ID, "  2,50 kr   "} {
		if strings.Count(out, want) != 1 {
			t.Errorf("%q is not once in\n%s", want, out)
		}
	}
	var result struct {
		Agree       bool
		Providers   []struct{ Provider string }
		Differences []struct {
			PaymentID    string
			Ours, Theirs *struct{ CapturedOere, RefundedOere int64 }
		}
		Orders []struct{ OrderID string }
	}
	out, _, status = reconcile(p, "--json")
	if err := json.Unmarshal([]byte(out), &result); err != nil || status != 1 || result.Agree || len(result.Providers) != 1 || len(result.Differences) != 1 || len(result.Orders) != 1 {
		t.Fatalf("status %d, %v: %s", status, err, out)
	}
	if d := result.Differences[0]; d.PaymentID != payment.PaymentID || d.Theirs.CapturedOere != 9900 || d.Ours.RefundedOere != 100 || result.Orders[0].OrderID != order.ID {
		t.Errorf("%s", out)
	}

	execute(t, db, "UPDATE payments SET provider = 'stripe' WHERE id = '"+payment.PaymentID+"'")
	if out, stderr, status := reconcile(p); status != 1 || out != "" || !strings.Contains(stderr, "by the provider stripe, which is off here") {
		t.Errorf("with another provider: status %d, %s%s", status, out, stderr)
	}
	stripe := p.with("STOREFRONT_STRIPE_SECRET_KEY=sk_test_secret", "STOREFRONT_STRIPE_URL=http://127.0.0.1:1")
	if out, stderr, status := reconcile(stripe); status != 1 || out != "" || !strings.Contains(stderr, "the payments of the provider stripe were not compared") || strings.Contains(stderr, "sk_test") {
		t.Errorf("with a provider that is away: status %d, %s%s", status, out, stderr)
	}
	for args, want := range map[string]string{"--since 2099-01-01": "in the future", "--since soon": "neither a date"} {
		if out, stderr, status := reconcile(p, strings.Fields(args)...); status == 0 || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: status %d, %s%s", args, status, out, stderr)
		}
	}
	if out, stderr, status := reconcile(p.with("STOREFRONT_STRIPE_SECRET_KEY=pk_live_secret")); status == 0 || out != "" || !strings.Contains(stderr, "STOREFRONT_STRIPE_SECRET_KEY is not a secret key") || strings.Contains(stderr, "pk_live") {
		t.Errorf("with a public key: status %d, %s%s", status, out, stderr)
	}
}
