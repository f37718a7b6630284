package stripe_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// till is a service that takes money through the double.
type till struct {
	*servertest.Server
	stripe *double
	key    string
}

func newTill(t *testing.T) till {
	t.Helper()
	d := newDouble(t)
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) {
		c.StripeSecretKey, c.StripeWebhookSecret, c.StripeURL, c.BaseURL = secretKey, webhookSecret+","+olderSecret, d.URL, "https://butik.example"
	}})
	all := s.Key(t, "categories:write,products:write")
	s.OK(t, all, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, all, "products.create", servertest.With(servertest.NewProduct("rund"), object{"stock": 1000, "priceDkk": total}), nil)
	_, key := s.Grant(t, auth.Grant{Holder: auth.Person, Scopes: []string{"orders:read", "orders:write", "payments:read", "payments:write"}})
	return till{s, d, key}
}

// place places an order.
func (s till) place(t *testing.T) string {
	t.Helper()
	ctx := call.With(t.Context(), call.Task("test"))
	var id uuid.UUID
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		placed, err := orders.Place(ctx, tx, orders.Draft{
			Email: "freja@example.com", Channel: orders.ChannelAPI, Terms: orders.Terms{VATPPM: 250_000}, Lines: []orders.Line{{Slug: "rund", Quantity: 1}},
			Shipping: orders.Address{Name: "Freja Holm", Address: "Nørregade 12", Zip: "1165", City: "København K"},
		})
		id = placed.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

func (s till) payment(t *testing.T, id string) (p api.Payment) {
	t.Helper()
	s.OK(t, s.key, "payments.get", object{"paymentId": id}, &p)
	return p
}

func (s till) order(t *testing.T, id string) (o api.Order) {
	t.Helper()
	s.OK(t, s.key, "orders.get", object{"orderId": id}, &o)
	return o
}

// send sends an event about an object as Stripe does, and returns the status of the answer.
func (s till) send(t *testing.T, kind, id string, secret string) int {
	t.Helper()
	return s.sendAs(t, "evt_"+uuid.NewString(), kind, id, secret)
}

// sendAs is send for an event with an id.
func (s till) sendAs(t *testing.T, event, kind, id, secret string) int {
	t.Helper()
	s.stripe.mu.Lock()
	body, err := json.Marshal(object{"id": event, "object": "event", "livemode": false, "type": kind, "data": object{"object": s.stripe.objects[id]}})
	s.stripe.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/hooks/payments/stripe", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = signed(body, secret, time.Now())
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// tell sends an event that is taken.
func (s till) tell(t *testing.T, kind, id string) {
	t.Helper()
	if status := s.send(t, kind, id, webhookSecret); status != http.StatusOK {
		t.Fatalf("%s: %d", kind, status)
	}
}

func TestAnOrderIsPaidAtThePage(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	order := s.place(t)
	var begun api.PaymentBegun
	s.OK(t, s.key, "payments.create", object{"orderId": order}, &begun)
	p := s.payment(t, begun.PaymentId)
	session := *p.ProviderReference
	if begun.Url == nil || !strings.HasPrefix(*begun.Url, "https://checkout.stripe.example/") || p.Provider != "stripe" {
		t.Fatalf("begun: %+v", begun)
	}
	intent := s.stripe.try(session, s.stripe.decline)
	if s.tell(t, "payment_intent.payment_failed", intent); *s.payment(t, begun.PaymentId).ProviderReference != intent || s.payment(t, begun.PaymentId).Status != "requires_action" {
		t.Errorf("after a card was declined: %+v", s.payment(t, begun.PaymentId))
	}
	s.stripe.try(session, s.stripe.pay)
	for secret, want := range map[string]int{"whsec_forged": http.StatusBadRequest, olderSecret: http.StatusOK} {
		if status := s.send(t, "payment_intent.succeeded", intent, secret); status != want {
			t.Errorf("a message signed with %s: %d", secret, status)
		}
	}
	s.tell(t, "checkout.session.completed", session) // later, and about the page
	if status := s.sendAs(t, "evt_\x00", "payment_intent.succeeded", intent, webhookSecret); status != http.StatusOK {
		t.Errorf("a message with an id that PostgreSQL does not store: %d", status)
	}
	p, o := s.payment(t, begun.PaymentId), s.order(t, order)
	if p.Status != "captured" || p.FeeOere == nil || *p.FeeOere != 555 || *p.ProviderReference != intent || len(p.Messages) != 4 {
		t.Errorf("paid: %+v", p)
	}
	if o.Status != "paid" || *o.PaymentMethod != "stripe:card" || *o.CardProcessorPaymentIntentId != intent {
		t.Errorf("the order: %s %s %s", o.Status, *o.PaymentMethod, *o.CardProcessorPaymentIntentId)
	}
	var refunded api.PaymentRefunded
	s.OK(t, s.key, "payments.refund", object{"paymentId": p.Id, "amountOere": 10_000, "reason": "En ridse.", "confirm": true}, &refunded)
	if refunded.Status != "pending" {
		t.Errorf("the refund: %+v", refunded)
	}
	for id, one := range s.stripe.objects {
		if one["object"] == "refund" {
			s.stripe.change(id, func(o object) { o["status"] = "succeeded" })
			s.tell(t, "refund.updated", id)
		}
	}
	if p = s.payment(t, p.Id); p.Status != "partially_refunded" || p.RefundedOere != 10_000 {
		t.Errorf("refunded: %+v", p)
	}
	s.stripe.change(intent, func(o object) { o["latest_charge"].(object)["disputed"] = true })
	s.stripe.mu.Lock()
	dispute := s.stripe.add("dp_", "dispute", object{"payment_intent": intent, "amount": total, "currency": "dkk", "status": "needs_response"})["id"].(string)
	s.stripe.mu.Unlock()
	if s.tell(t, "charge.dispute.created", dispute); s.order(t, order).Status != "disputed" {
		t.Errorf("the order is %s", s.order(t, order).Status)
	}
	_, agent := s.Grant(t, auth.Grant{Holder: auth.Agent, Scopes: []string{"orders:read", "orders:write"}})
	other := s.place(t)
	s.Refused(t, agent, "orders.update_status", object{"orderId": other, "status": "paid"}, problem.PersonRequired)
	for _, status := range []string{"paid", "flagged_review"} {
		s.OK(t, s.key, "orders.update_status", object{"orderId": other, "status": status}, nil)
	}
	s.Refused(t, agent, "orders.update_status", object{"orderId": other, "status": "paid"}, problem.PersonRequired) // though it was paid
	for _, secret := range []string{secretKey, webhookSecret, olderSecret} {
		if held := s.Holding(t, secret); held != nil || strings.Contains(s.Log.String(), secret) {
			t.Errorf("a secret is in the log or in %v", held)
		}
	}
	if s.Log.About("manual, stripe") == "" {
		t.Error("the log does not name the providers that are on")
	}
}

// The answer to the first attempt is lost, and a message comes before the second: nothing is begun twice.
func TestAMessageOvertakesTheAnswer(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	order := s.place(t)
	s.stripe.fail(fault{done: true})
	begun := make(chan servertest.Reply)
	go func() {
		begun <- s.Call(t, s.key, "payments.create", object{"orderId": order, "token": "pm_card_visa"})
	}()
	servertest.Eventually(t, 10*time.Second, func() bool { return s.stripe.count("payment_intent") == 1 })
	s.tell(t, "payment_intent.succeeded", "pi_000001")
	if reply := <-begun; reply.Status != http.StatusOK || !bytes.Contains(reply.Body, []byte(`"captured"`)) {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
	if n := len(s.stripe.requests()); n != 1 || s.order(t, order).Status != "paid" {
		t.Errorf("the order is %s after %d requests", s.order(t, order).Status, n)
	}
}

// What is not the whole amount is not taken for it, whatever the message says.
func TestAnOrderIsNotPaidWithLess(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	order := s.place(t)
	var begun api.PaymentBegun
	s.OK(t, s.key, "payments.create", object{"orderId": order}, &begun)
	session := *s.payment(t, begun.PaymentId).ProviderReference
	s.stripe.change(session, func(o object) { o["amount_total"] = int64(100) }) // somebody has changed the page
	intent := s.stripe.try(session, s.stripe.pay)
	if status := s.send(t, "payment_intent.succeeded", intent, webhookSecret); status != http.StatusServiceUnavailable {
		t.Errorf("the message: %d", status)
	}
	if p := s.payment(t, begun.PaymentId); p.Status != "requires_action" || s.order(t, order).Status != "pending_payment" {
		t.Errorf("paid: %+v", p)
	}
	if s.Log.About("100 øre for the payment") == "" {
		t.Error("the log does not say why")
	}
}

func TestADeclinedToken(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	order := s.place(t)
	var begun api.PaymentBegun
	s.OK(t, s.key, "payments.create", object{"orderId": order, "token": "pm_card_visa_chargeDeclined"}, &begun)
	if p := s.payment(t, begun.PaymentId); begun.Status != "failed" || p.Failure == nil || *p.Failure != "Your card was declined." {
		t.Errorf("declined: %+v", p)
	}
	s.OK(t, s.key, "payments.create", object{"orderId": order, "token": "pm_card_visa"}, &begun)
	if begun.Status != "captured" || s.order(t, order).Status != "paid" {
		t.Errorf("another card: %+v", begun)
	}
}

// What Stripe says of a token does not bring the token anywhere.
func TestARefusedTokenIsNotRepeated(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	reply := s.Call(t, s.key, "payments.create", object{"orderId": s.place(t), "token": "pm_unknown"})
	if reply.Status != http.StatusBadGateway || !bytes.Contains(reply.Body, []byte("No such PaymentMethod")) {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
	if held := s.Holding(t, "pm_unknown"); held != nil || bytes.Contains(reply.Body, []byte("pm_unknown")) || strings.Contains(s.Log.String(), "pm_unknown") {
		t.Errorf("the token is in the answer, the log or %v", held)
	}
	if held := s.Holding(t, "No such PaymentMethod"); held == nil { // so that it is found
		t.Error("the refusal is nowhere")
	}
}

// A card that is declined when the reserved money is taken is a refusal of the call.
func TestADeclinedCapture(t *testing.T) {
	t.Parallel()
	s := newTill(t)
	s.OK(t, s.Key(t, "settings:write"), "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	var begun api.PaymentBegun
	s.OK(t, s.key, "payments.create", object{"orderId": s.place(t), "token": "pm_card_visa"}, &begun)
	s.stripe.fail(fault{status: http.StatusPaymentRequired, kind: "card_error", code: "card_declined"})
	if reply := s.Call(t, s.key, "payments.capture", object{"paymentId": begun.PaymentId, "confirm": true}); reply.Status != http.StatusBadGateway {
		t.Errorf("%d %s", reply.Status, reply.Body)
	}
	if s.Log.About("has refused") == "" {
		t.Error("the log does not say so")
	}
}
