//go:build payments

package stripe_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/stripe"
	"github.com/storefront/storefront/server/test/servertest"
)

// described is stripe-mock, which validates requests by Stripe's OpenAPI and answers with examples. What it answers is changed, so that
// the provider goes on: the examples are in dollars, and nothing of them is paid.
type described struct {
	URL string

	mu       sync.Mutex
	requests []string // all, with their paths
	invalid  []string // those that are not as Stripe describes them, and why
	status   string   // of the intents
	more     string   // is added to the bodies of requests
}

var ids = regexp.MustCompile(`/(cs_test|pi)_[^/]+`)

func newDescribed(t *testing.T, arguments ...string) *described {
	t.Helper()
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	_ = free.Close()
	mock := exec.CommandContext(t.Context(), "stripe-mock", append(arguments, "-http-addr", address, "-https-addr", "127.0.0.1:")...)
	var log bytes.Buffer
	mock.Stdout, mock.Stderr = &log, &log
	if err := mock.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = mock.Process.Kill()
		_ = mock.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	servertest.Eventually(t, 30*time.Second, func() bool {
		connection, err := (&net.Dialer{Timeout: time.Second}).DialContext(t.Context(), "tcp", address)
		if err == nil {
			_ = connection.Close()
		}
		return err == nil
	})
	d := &described{status: "requires_payment_method"}
	d.URL = serve(t, func(w http.ResponseWriter, r *http.Request) { d.pass(t, w, r, address) })
	return d
}

// pass sends a request on, and keeps what is wrong with it.
func (d *described) pass(t *testing.T, w http.ResponseWriter, r *http.Request, address string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	body = append(body, d.more...)
	on, err := http.NewRequestWithContext(r.Context(), r.Method, "http://"+address+r.URL.RequestURI(), bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	on.Header = r.Header.Clone()
	answer, err := http.DefaultClient.Do(on)
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	var o object
	if err := json.NewDecoder(answer.Body).Decode(&o); err != nil || answer.StatusCode != http.StatusOK {
		d.invalid = append(d.invalid, fmt.Sprintf("%s %s %s: %d %v %v", r.Method, r.URL, body, answer.StatusCode, o, err))
	}
	d.requests = append(d.requests, r.Method+" "+ids.ReplaceAllString(r.URL.Path, "/ID"))
	if r.Method == http.MethodPost && r.Header.Get("Idempotency-Key") == "" {
		d.invalid = append(d.invalid, r.URL.Path+" has no key")
	}
	d.localize(o)
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(encode(o))
}

// localize has an answer be in kroner, and its intents have the status that is wanted.
func (d *described) localize(value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			d.localize(one)
		}
	case object:
		for _, one := range v {
			d.localize(one)
		}
		if v["currency"] == "usd" {
			v["currency"] = "dkk"
		}
		if v["object"] == "payment_intent" {
			v["status"], v["amount_received"], v["amount_capturable"] = d.status, v["amount"], v["amount"]
			v["latest_charge"] = object{"id": "ch_1", "object": "charge", "disputed": true}
			v["metadata"] = object{"page": "true"}
		}
	}
}

func (d *described) become(status string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.status = status
}

func TestEachCallIsAsStripeDescribesIt(t *testing.T) {
	t.Parallel()
	d := newDescribed(t)
	s := stripe.New(stripe.Options{SecretKey: secretKey, WebhookSecrets: webhookSecret, BaseURL: "https://butik.example", URL: d.URL, Now: time.Now})
	must := func(what string) func(payments.State, error) {
		return func(_ payments.State, err error) {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	for _, token := range []string{"", "pm_card_visa", "ctoken_1"} {
		b := begin(token)
		must("begin")(s.Begin(soon(t), b))
		b = begin(token)
		b.CaptureLater, b.ExpiresAt, b.ReturnURL = true, nil, "https://butik.example/tak"
		must("begin, to capture later")(s.Begin(soon(t), b))
	}
	b := begin("pm_card_visa")
	b.CreatedAt, b.Again = b.CreatedAt.Add(-25*time.Hour), true
	must("begin, a day later")(s.Begin(soon(t), b))
	must("read a page")(s.Read(soon(t), "cs_test_1"))
	must("read an intent of a page")(s.Read(soon(t), "pi_1"))
	must("end a page")(s.Cancel(soon(t), "pi_1", "key-1"))
	d.become("requires_capture")
	must("end an intent")(s.Cancel(soon(t), "pi_1", "key-2"))
	must("capture")(s.Capture(soon(t), "pi_1", "key-3"))
	d.become("succeeded")
	must("read what is paid")(s.Read(soon(t), "pi_1"))
	for _, err := range s.List(soon(t), time.Now().Add(-time.Hour), time.Now()) {
		if err != nil {
			t.Errorf("list: %v", err)
		}
	}
	must("refund")(s.Refund(soon(t), "pi_1", payments.Refund{ID: uuid.New(), AmountOere: 100}, "key-4"))
	if d.invalid != nil {
		t.Errorf("not as Stripe describes it:\n%s", strings.Join(d.invalid, "\n"))
	}
	slices.Sort(d.requests)
	want := []string{
		"GET /v1/checkout/sessions", "GET /v1/checkout/sessions/ID", "GET /v1/disputes", "GET /v1/payment_intents", "GET /v1/payment_intents/ID", "GET /v1/payment_intents/search", "GET /v1/refunds",
		"POST /v1/checkout/sessions", "POST /v1/checkout/sessions/ID/expire", "POST /v1/payment_intents", "POST /v1/payment_intents/ID/cancel",
		"POST /v1/payment_intents/ID/capture", "POST /v1/refunds",
	}
	if got := slices.Compact(d.requests); !slices.Equal(got, want) {
		t.Errorf("the calls were\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The preview of the API describes shared tokens. Its description wants a type of the method too, which Stripe's guide leaves out.
func TestASharedTokenIsAsThePreviewDescribesIt(t *testing.T) {
	t.Parallel()
	d := newDescribed(t, "-beta")
	d.more = "&payment_method_data[type]=link"
	s := stripe.New(stripe.Options{SecretKey: secretKey, WebhookSecrets: webhookSecret, BaseURL: "https://butik.example", URL: d.URL, Now: time.Now})
	if _, err := s.Begin(soon(t), begin("spt_1")); err != nil || d.invalid != nil {
		t.Errorf("%v, %q", err, d.invalid)
	}
}

func TestAPlantedFaultIsFound(t *testing.T) {
	t.Parallel()
	d := newDescribed(t)
	d.more = "&amuont=1"
	s := stripe.New(stripe.Options{SecretKey: secretKey, WebhookSecrets: webhookSecret, BaseURL: "https://butik.example", URL: d.URL, Now: time.Now})
	_, err := s.Begin(soon(t), begin("pm_card_visa"))
	wantRefused(t, err, "additional properties are not allowed", false)
	if len(d.invalid) != 1 {
		t.Errorf("the invalid requests are %q", d.invalid)
	}
}
