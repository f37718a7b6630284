package stripe_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
)

const (
	secretKey     = "sk_test_9fK2zQ"
	webhookSecret = "whsec_first"
	olderSecret   = "whsec_second"
	total         = 134_900
)

func newStripe(t *testing.T) (*stripe.Stripe, *double) {
	t.Helper()
	d := newDouble(t)
	return stripe.New(stripe.Options{
		SecretKey: secretKey, WebhookSecrets: webhookSecret + "," + olderSecret, BaseURL: "https://butik.example/shop/", URL: d.URL, Now: time.Now,
	}), d
}

// begin is a payment to be begun, with a token or with none.
func begin(token string) payments.Begin {
	id := uuid.Must(uuid.NewV7())
	now := time.Now().UTC()
	return payments.Begin{
		Payment: id, Order: uuid.Must(uuid.NewV7()), AmountOere: total, Token: token, CreatedAt: now, ExpiresAt: new(now.Add(23 * time.Hour)), Key: id.String() + "-1",
	}
}

// begun begins a payment that Stripe takes.
func begun(t *testing.T, s *stripe.Stripe, b payments.Begin) payments.State {
	t.Helper()
	state, err := s.Begin(soon(t), b)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// wantRefused fails unless an error is a refusal whose reason has a text.
func wantRefused(t *testing.T, err error, reason string, declined bool) {
	t.Helper()
	refused, ok := errors.AsType[*payments.Refused](err)
	if !ok || !strings.Contains(refused.Reason, reason) || refused.Declined != declined {
		t.Errorf("the error is %v, want a refusal with %q, declined %v", err, reason, declined)
	}
}

// wantUnknown fails unless after an error it is not known what has happened.
func wantUnknown(t *testing.T, err error) {
	t.Helper()
	if err == nil || errors.As(err, new(*payments.Refused)) {
		t.Errorf("the error is %v, want one that says nothing for certain", err)
	}
	if err != nil && strings.Contains(err.Error(), "2zQ") {
		t.Errorf("the error has a part of the key: %v", err)
	}
}

func TestBeginAtAPage(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("")
	state := begun(t, s, b)
	if !strings.HasPrefix(state.Reference, "cs_") || state.Status != payments.RequiresAction || state.URL == "" || !state.ExpiresAt.Equal(b.ExpiresAt.Truncate(time.Second)) {
		t.Errorf("begun: %+v", state)
	}
	request := d.requests()[0]
	want := url.Values{
		"mode": {"payment"}, "line_items[0][quantity]": {"1"}, "line_items[0][price_data][currency]": {"dkk"}, "line_items[0][price_data][unit_amount]": {"134900"},
		"metadata[paymentId]": {b.Payment.String()}, "metadata[orderId]": {b.Order.String()}, "payment_intent_data[metadata][paymentId]": {b.Payment.String()},
		"payment_intent_data[metadata][orderId]": {b.Order.String()}, "success_url": {"https://butik.example/shop/paid"}, "cancel_url": {"https://butik.example/shop/paid"},
		"adaptive_pricing[enabled]": {"false"}, "payment_intent_data[capture_method]": nil,
	}
	for name, value := range want {
		if got := request.form[name]; strings.Join(got, " ") != strings.Join(value, " ") {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	if request.key != b.Key {
		t.Errorf("the key is %q", request.key)
	}
}

// A page is open until the payment ends, and within a day of its beginning.
func TestAPageEndsWithThePayment(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	now := time.Now().UTC()
	for left, want := range map[time.Duration]time.Duration{31 * time.Minute: 31 * time.Minute, 23 * time.Hour: 23 * time.Hour, 24 * time.Hour: 24*time.Hour - 5*time.Minute, 72 * time.Hour: 24*time.Hour - 5*time.Minute} {
		b := begin("")
		b.CreatedAt, b.ExpiresAt = now, new(now.Add(left))
		if state := begun(t, s, b); state.ExpiresAt.Unix() != now.Add(want).Unix() {
			t.Errorf("%v: open until %v, want %v", left, state.ExpiresAt, now.Add(want))
		}
	}
	b := begin("")
	b.ExpiresAt = nil
	begun(t, s, b)
	if last := d.requests(); last[len(last)-1].form.Has("expires_at") {
		t.Error("a page has an end that the payment does not have")
	}
	b = begin("")
	b.ExpiresAt = new(now.Add(29 * time.Minute))
	_, err := s.Begin(soon(t), b)
	wantRefused(t, err, "less than half an hour", false)
}

// What was begun is found again with the key.
func TestALostAnswerIsAskedForAgain(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for token, kind := range map[string]string{"": "checkout.session", "pm_card_visa": "payment_intent"} {
		b := begin(token)
		d.fail(fault{done: true}, fault{status: 409, kind: "invalid_request_error", code: "idempotency_key_in_use"})
		for range 2 {
			_, err := s.Begin(soon(t), b)
			wantUnknown(t, err)
		}
		first := begun(t, s, b)
		if again := begun(t, s, b); again.Reference != first.Reference || d.count(kind) != 1 {
			t.Errorf("%q: %d were made, %s and %s", token, d.count(kind), first.Reference, again.Reference)
		}
	}
}

// Stripe forgets a key after a day: then what an attempt has begun is searched for.
func TestAKeyThatIsForgotten(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("pm_card_visa")
	d.fail(fault{done: true})
	_, err := s.Begin(soon(t), b)
	wantUnknown(t, err)
	d.mu.Lock()
	clear(d.kept)
	d.mu.Unlock()
	b.CreatedAt, b.Again = b.CreatedAt.Add(-25*time.Hour), true
	state := begun(t, s, b)
	if state.Status != payments.Captured || state.Method != "card" || d.count("payment_intent") != 1 {
		t.Errorf("%d were made: %+v", d.count("payment_intent"), state)
	}
	other := begin("pm_card_visa") // that reached nothing
	other.CreatedAt, other.Again = other.CreatedAt.Add(-25*time.Hour), true
	if begun(t, s, other); d.count("payment_intent") != 2 {
		t.Errorf("%d were made", d.count("payment_intent"))
	}
	lost := stripe.New(stripe.Options{SecretKey: secretKey, URL: d.URL, Now: time.Now}) // STOREFRONT_BASE_URL is not set any more
	_, err = lost.Begin(soon(t), other)
	wantUnknown(t, err)
}

func TestNoAnswerInTime(t *testing.T) {
	t.Parallel()
	hanging := make(chan struct{})
	s := stripe.New(stripe.Options{SecretKey: secretKey, WebhookSecrets: webhookSecret, BaseURL: "https://butik.example", URL: hang(t, hanging), Now: time.Now})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := s.Begin(ctx, begin("pm_card_visa"))
	close(hanging)
	wantUnknown(t, err)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
}

func TestWhatIsNotKnownIsNoRefusal(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	for _, f := range []fault{
		{}, {status: 500, kind: "api_error"}, {status: 503, kind: "api_error"}, {status: 429, kind: "invalid_request_error", code: "rate_limit"},
		{status: 429, kind: "card_error", code: "lock_timeout"}, {status: 409, kind: "invalid_request_error"}, {status: 400, kind: "idempotency_error"},
		{status: 401, kind: "invalid_request_error"}, {status: 403, kind: "invalid_request_error"}, {status: 400, kind: "of_the_future"},
	} {
		d.fail(f)
		_, err := s.Begin(soon(t), begin("pm_card_visa"))
		wantUnknown(t, err)
	}
	if n := len(d.requests()); n != 10 {
		t.Errorf("%d requests: the library repeats them", n)
	}
	b := begin("pm_card_visa")
	begun(t, s, b)
	b.AmountOere++ // a key is of one payment
	_, err := s.Begin(soon(t), b)
	wantUnknown(t, err)
	_, err = stripe.New(stripe.Options{SecretKey: "sk_test_other", URL: d.URL, BaseURL: "https://butik.example", Now: time.Now}).Begin(soon(t), begin("pm_card_visa"))
	wantUnknown(t, err)
}

func TestBeginWithAToken(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("pm_card_visa")
	b.ReturnURL = "https://butik.example/tak"
	state := begun(t, s, b)
	if !strings.HasPrefix(state.Reference, "pi_") || state.Status != payments.Captured || state.Method != "card" || state.AmountOere != total || state.FeeOere == nil || *state.FeeOere != 555 {
		t.Errorf("begun: %+v", state)
	}
	for name, want := range map[string]string{
		"amount": "134900", "currency": "dkk", "confirm": "true", "payment_method": "pm_card_visa", "error_on_requires_action": "false", "return_url": b.ReturnURL,
		"metadata[paymentId]": b.Payment.String(), "metadata[orderId]": b.Order.String(), "capture_method": "",
	} {
		if got := d.requests()[0].form.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	usual := d.requests()[0].version
	for token, param := range map[string]string{"ctoken_1": "confirmation_token", "spt_1": "payment_method_data[shared_payment_granted_token]"} {
		begun(t, s, begin(token))
		last := d.requests()[len(d.requests())-1]
		if last.form.Get(param) != token || last.form.Has("payment_method") || (last.version != usual) != strings.HasPrefix(token, "spt_") {
			t.Errorf("%s: %v, version %s", token, last.form, last.version)
		}
	}
}

func TestBeginRefused(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	_, err := s.Begin(soon(t), begin("pm_card_visa_chargeDeclined"))
	wantRefused(t, err, "Your card was declined.", true)
	_, err = s.Begin(soon(t), begin("pm_unknown"))
	wantRefused(t, err, "No such PaymentMethod", false)
	asked := len(d.requests())
	_, err = s.Begin(soon(t), begin("tok_visa"))
	wantRefused(t, err, "Stripe takes tokens", false)
	_, err = stripe.New(stripe.Options{SecretKey: secretKey, URL: d.URL, Now: time.Now}).Begin(soon(t), begin(""))
	wantRefused(t, err, "STOREFRONT_BASE_URL", false)
	if len(d.requests()) != asked {
		t.Error("Stripe was asked for what is refused without it")
	}
}

func TestThreeDSecure(t *testing.T) {
	t.Parallel()
	s, d := newStripe(t)
	b := begin("pm_card_threeDSecure2Required")
	state := begun(t, s, b)
	if state.Status != payments.RequiresAction || state.URL != "https://hooks.stripe.example/3ds" {
		t.Fatalf("begun: %+v", state)
	}
	d.change(state.Reference, d.pay)
	if state, err := s.Read(soon(t), state.Reference); err != nil || state.Status != payments.Captured {
		t.Errorf("after the buyer has confirmed: %+v, %v", state, err)
	}
	state = begun(t, s, begin("pm_card_threeDSecure2Required"))
	d.change(state.Reference, d.decline)
	if state, err := s.Read(soon(t), state.Reference); err != nil || state.Status != payments.Failed || state.Failure != "Your card was declined." {
		t.Errorf("after the buyer has failed to: %+v, %v", state, err)
	}
}

// hang returns the address of a server that answers when a channel is closed.
func hang(t *testing.T, until chan struct{}) string {
	t.Helper()
	return serve(t, func(http.ResponseWriter, *http.Request) { <-until })
}
