package walk_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// What the provider of a payment refuses for certain.
func TestRefusalsOfAProvider(t *testing.T) {
	t.Parallel()
	const reserved = "01994f5e-0000-7000-8000-00000000fa03"
	for tool, books := range map[string]string{"payments.capture": "cancelled", "payments.cancel": "captured"} {
		s := servertest.Borrow(t, servertest.Demo)
		s.Execute(t, "UPDATE test_payments SET status = $2 WHERE payment_id = $1", reserved, books)
		s.Refused(t, s.Key(t, "owner"), tool, object{"paymentId": reserved, "confirm": true}, problem.ProviderFailed)
	}
	s := servertest.Borrow(t, servertest.Demo)
	s.Refused(t, s.Key(t, "owner"), "payments.create", object{"orderId": "01994f5e-0000-7000-8000-000000000101", "token": "mine"}, problem.ProviderFailed)
}

// Each answer of the addresses of payments: of the page of the provider test, and of messages, which are signed.
func TestAddressesOfPayments(t *testing.T) {
	t.Parallel()
	const secret = "whsec_walk"
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) {
		c.StripeSecretKey, c.StripeWebhookSecret, c.StripeURL = "sk_test_walk", secret, "http://127.0.0.1:1"
	}})
	key := s.Key(t, "owner")
	var begun api.PaymentBegun
	s.OK(t, key, "payments.create", object{"orderId": "01994f5e-0000-7000-8000-000000000101", "provider": "test"}, &begun)
	to := s
	post := func(path, body string, header ...string) servertest.Reply {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, to.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		return to.Do(t, "", r)
	}
	page := strings.TrimPrefix(*begun.Url, s.URL)
	for _, c := range []struct {
		body, site string
		status     int
	}{{"action=fly", "none", 422}, {"action=pay", "cross-site", 403}, {"action=pay", "same-origin", 303}} {
		if reply := post(page, c.body, "Sec-Fetch-Site", c.site); reply.Status != c.status {
			t.Errorf("%s from %s: %d", c.body, c.site, reply.Status)
		}
	}
	if reply := post("/pay/findes-ikke", "action=pay"); reply.Status != 404 {
		t.Errorf("no such page: %d", reply.Status)
	}
	if reply := s.Get(t, page); reply.Status != 200 {
		t.Errorf("the page: %d", reply.Status)
	}

	s.Execute(t, `INSERT INTO payments (id, order_id, provider, status, amount_oere, capture_on, reference, created_at, updated_at, looked_at)
		SELECT gen_random_uuid(), order_id, 'stripe', 'failed', 1, 'payment', 'pi_known', now(), now(), now() FROM payments WHERE id = $1`, begun.PaymentId)
	send := func(reference string) servertest.Reply {
		t.Helper()
		body := fmt.Sprintf(`{"id":"evt_%[1]s","object":"event","type":"payment_intent.succeeded","livemode":false,"data":{"object":{"id":%[1]q,"object":"payment_intent","metadata":{}}}}`, reference)
		at := time.Now().Unix()
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%d.%s", at, body)
		return post("/hooks/payments/stripe", body, "Content-Type", "application/json", "Stripe-Signature", fmt.Sprintf("t=%d,v1=%s", at, hex.EncodeToString(mac.Sum(nil))))
	}
	for reference, status := range map[string]int{"pi_unknown": 200, "pi_known": 503} {
		if reply := send(reference); reply.Status != status {
			t.Errorf("a message about %s: %d %s", reference, reply.Status, reply.Body)
		}
	}
	for path, status := range map[string]int{"/hooks/payments/stripe": 400, "/hooks/payments/findes-ikke": 404} {
		if reply := post(path, "{}", "Content-Type", "application/json"); reply.Status != status {
			t.Errorf("%s: %d", path, reply.Status)
		}
	}
	if reply := post("/hooks/payments/stripe", strings.Repeat(" ", 1<<20+1), "Content-Type", "application/json"); reply.Status != 413 {
		t.Errorf("a large message: %d", reply.Status)
	}
	for _, result := range []string{"unmatched", "failed", "unsigned"} {
		if n, _ := s.Metric(t, "storefront_payment_messages_total", "provider", "stripe", "result", result); n != 1 {
			t.Errorf("%v messages are counted as %s", n, result)
		}
	}
	reconnect := s.Disconnect(t)
	if reply := s.Get(t, page); reply.Status != 503 {
		t.Errorf("the page without a database: %d", reply.Status)
	}
	if reply := post(page, "action=pay"); reply.Status != 503 {
		t.Errorf("a decision without a database: %d", reply.Status)
	}
	reconnect()

	to = servertest.New(t, servertest.Options{Config: func(c *config.Serve) {
		c.Limits.PagesQuota, c.Limits.PagesRefill, c.Limits.HooksQuota, c.Limits.HooksRefill = 1, time.Hour, 1, time.Hour
	}})
	to.Get(t, "/pay/findes-ikke")
	post("/hooks/payments/test", "{}", "Content-Type", "application/json")
	for path, reply := range map[string]servertest.Reply{
		"page": to.Get(t, "/pay/findes-ikke"), "decision": post("/pay/findes-ikke", "action=pay"), "message": post("/hooks/payments/test", "{}", "Content-Type", "application/json"),
	} {
		if reply.Status != 429 {
			t.Errorf("one more %s: %d", path, reply.Status)
		}
	}
}
