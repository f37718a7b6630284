package payments_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

const nothing = "01994f5e-0000-7000-8000-00000000dead"

// What can never be begun is refused with what to do instead, and nothing is written.
func TestWhatCannotBeBegun(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.ReturnOrigins = []string{"https://www.shop.example"} }})
	order := s.place(t)
	for _, c := range []struct {
		body object
		code problem.Code
	}{
		{object{"orderId": nothing}, problem.OrderNotFound},
		{object{"orderId": "no id"}, problem.OrderNotFound},
		{object{"orderId": order, "provider": "stripe"}, problem.ValidationFailed},
		{object{"orderId": order, "provider": "manual", "token": "test_success"}, problem.ValidationFailed},
		{object{"orderId": order, "returnUrl": "https://elsewhere.example/thanks"}, problem.ValidationFailed},
		{object{"orderId": order, "returnUrl": "https://user@www.shop.example/"}, problem.ValidationFailed},
	} {
		s.Refused(t, s.key, "payments.create", c.body, c.code)
	}
	if n := s.count(t, "SELECT count(*) FROM payments"); n != 0 {
		t.Errorf("%d payments were begun", n)
	}
	begun := s.begin(t, order, object{"returnUrl": "https://www.shop.example/thanks"})
	if led := s.at(t, begun.Url, "pay"); led != "https://www.shop.example/thanks" {
		t.Errorf("the buyer is led to %s", led)
	}
	s.becomes(t, begun.PaymentId, "captured")
	s.Refused(t, s.key, "payments.create", object{"orderId": order}, problem.PaymentState)
	for tool, more := range map[string]object{
		"payments.get": {}, "payments.capture": {"confirm": true}, "payments.cancel": {"confirm": true},
		"payments.confirm_manual": {"reference": "x", "reason": "x", "confirm": true}, "payments.refund": {"amountOere": 1, "reason": "x", "confirm": true},
	} {
		s.Refused(t, s.key, tool, servertest.With(object{"paymentId": nothing}, more), problem.PaymentNotFound)
		s.Refused(t, s.key, tool, servertest.With(object{"paymentId": "no id"}, more), problem.PaymentNotFound)
	}
	for _, body := range []object{{"reason": "x"}, {"reason": "x", "amountOere": 1, "items": []object{{"itemId": nothing, "quantity": 1}}}, {"reason": "x", "items": []object{{"itemId": nothing, "quantity": 1}}}, {"reason": "x", "amountOere": 1, "restock": true}} {
		s.Refused(t, s.key, "payments.refund", back(begun.PaymentId, body), problem.ValidationFailed)
	}
}

// Without a key for secrets no token is taken: it would be kept in clear.
func TestATokenNeedsAKeyForSecrets(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{NoSecrets: true})
	order := s.place(t)
	s.Refused(t, s.key, "payments.create", object{"orderId": order, "token": "test_success"}, problem.SecretsKeyMissing)
	s.begin(t, order, nil)
}

// What a provider refuses for certain is said with its reason, and the payment is what the provider says.
func TestAProviderRefuses(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	var failed struct{ Items []api.Payment }
	p := s.Refused(t, s.key, "payments.create", object{"orderId": order, "token": "mine"}, problem.ProviderFailed)
	if s.OK(t, s.key, "payments.list", object{"orderId": order}, &failed); !strings.Contains(p.Detail, failed.Items[0].Id) {
		t.Errorf("the refusal does not name the payment %s: %s", failed.Items[0].Id, p.Detail)
	}
	begun := s.begin(t, order, object{"token": "test_success"})
	s.inBooks(t, "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", begun.PaymentId)
	s.Refused(t, s.key, "payments.capture", object{"paymentId": begun.PaymentId, "confirm": true}, problem.ProviderFailed)
	s.becomes(t, begun.PaymentId, "failed") // its money was released, which nobody had asked for
	other := s.begin(t, order, object{"token": "test_success"})
	s.inBooks(t, "UPDATE test_payments SET status = 'captured' WHERE payment_id = $1", other.PaymentId)
	s.Refused(t, s.key, "payments.cancel", object{"paymentId": other.PaymentId, "confirm": true}, problem.ProviderFailed)
	s.becomes(t, other.PaymentId, "captured")
	s.wantOrder(t, order, "paid", true)
}

// A provider that does not answer is not known to have done anything, or nothing: the caller is told so, and it is done later.
func TestAProviderThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.CallTimeout = 3 * time.Second }})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	first, second := s.begin(t, s.place(t), object{"token": "test_success"}), s.begin(t, s.place(t), object{"token": "test_success"})
	commit := s.Meanwhile(t, "SELECT FROM test_payments FOR UPDATE")
	var wait sync.WaitGroup
	wait.Go(func() {
		s.Refused(t, s.key, "payments.capture", object{"paymentId": first.PaymentId, "confirm": true}, problem.ProviderUnavailable)
	})
	wait.Go(func() {
		s.Refused(t, s.key, "payments.cancel", object{"paymentId": second.PaymentId, "confirm": true}, problem.ProviderUnavailable)
	})
	wait.Wait()
	commit()
	s.becomes(t, first.PaymentId, "captured")
	s.becomes(t, second.PaymentId, "cancelled")
}

// A repetition with an Idempotency-Key begins nothing, and is answered with what the payment has become.
func TestARepetitionReadsThePaymentAnew(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	order := s.place(t)
	send := func(tool string, body object, into any) servertest.Reply {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Request(t, s.key, tool, text)
		r.Header.Set("Idempotency-Key", tool)
		reply := s.Do(t, tool, r)
		if reply.Status != http.StatusOK {
			t.Fatalf("%s: %s", tool, reply.Body)
		}
		reply.Result(t, into)
		return reply
	}
	var first, again api.PaymentBegun
	send("payments.create", object{"orderId": order}, &first)
	s.at(t, first.Url, "pay")
	s.becomes(t, first.PaymentId, "captured")
	reply := send("payments.create", object{"orderId": order}, &again)
	if again.PaymentId != first.PaymentId || again.Status != api.PaymentStatusCaptured || reply.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("again: %+v, replayed %q", again, reply.Header.Get("Idempotent-Replayed"))
	}
	var one, two api.PaymentRefunded
	send("payments.refund", back(first.PaymentId, object{"amountOere": 500}), &one)
	send("payments.refund", back(first.PaymentId, object{"amountOere": 500}), &two)
	if one.RefundId != two.RefundId || two.RefundedOere != 500 {
		t.Errorf("refunds: %+v, %+v", one, two)
	}
}

// A message is taken from a provider that is on, and signed by it.
func TestMessages(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	post := func(path, signature, body string) servertest.Reply {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "https://elsewhere.example")
		r.Header.Set("Test-Signature", signature)
		reply := s.Do(t, "", r)
		if got := reply.Header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s allows the origin %q", path, got)
		}
		return reply
	}
	for _, signature := range []string{"", "t=1,v1=00", "t=x,v1=zz", "v1=00"} {
		if reply := post("/hooks/payments/test", signature, `{"id":"x"}`); reply.Status != 400 {
			t.Errorf("%q: %d %s", signature, reply.Status, reply.Body)
		} else {
			reply.Problem(t, problem.InvalidSignature)
		}
	}
	for _, provider := range []string{"stripe", "manual", "none", "x"} {
		if reply := post("/hooks/payments/"+provider, "", "{}"); reply.Status != 404 {
			t.Errorf("%s: %d %s", provider, reply.Status, reply.Body)
		}
	}
	if reply := post("/hooks/payments/test", "", strings.Repeat(" ", 1<<20+1)); reply.Status != 413 {
		t.Errorf("a large message: %d", reply.Status)
	}
}

// The page of the provider test belongs to one payment, for browsers alone.
func TestThePageOfTheProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	begun := s.begin(t, s.place(t), nil)
	path := strings.TrimPrefix(*begun.Url, s.URL)
	danish, english := "Testbetaling: 1.349,00 kr.", "Test payment: 1.349,00 kr."
	for language, want := range map[string]string{"": danish, "en-GB": english, "en;q=0.4, da": danish, "de, en;q=0.8": english} {
		reply := s.Ask(t, http.MethodGet, path, "Accept-Language", language, "Accept", "text/html")
		if reply.Status != 200 || !strings.Contains(string(reply.Body), want) || strings.Contains(string(reply.Body), "<script") {
			t.Errorf("%q: %d %s", language, reply.Status, reply.Body)
		}
		for header, want := range map[string]string{"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"} {
			if got := reply.Header.Get(header); got != want {
				t.Errorf("%s is %q, want %q", header, got, want)
			}
		}
	}
	if reply := s.Get(t, "/pay/5b0f7c1e9d3a4c62a8e1f0b7d2c49a36"); reply.Status != 404 {
		t.Errorf("another token: %d", reply.Status)
	}
	for form, want := range map[string]int{"action=fly": 422, "": 422} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(form))
		if err != nil {
			t.Fatal(err)
		}
		if reply := s.Do(t, "", r); reply.Status != want {
			t.Errorf("%q: %d", form, reply.Status)
		}
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader("action=pay"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	if reply := s.Do(t, "", r); reply.Status != 403 {
		t.Errorf("a page of another site: %d", reply.Status)
	}
	off := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.TestPayments = false }})
	if reply := off.Get(t, path); reply.Status != 404 {
		t.Errorf("where the provider is off: %d", reply.Status)
	}
	var methods []api.PaymentMethod
	off.OK(t, off.key, "payments.methods", object{}, &methods)
	if len(methods) != 1 || methods[0].Provider != "manual" {
		t.Errorf("the ways to pay: %+v", methods)
	}
}

// A list has its pages, by status and by order.
func TestList(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	var want []string
	order := s.place(t)
	for range 3 {
		begun := s.begin(t, order, nil)
		s.OK(t, s.key, "payments.cancel", object{"paymentId": begun.PaymentId, "confirm": true}, nil)
		want = append([]string{begun.PaymentId}, want...)
	}
	other := s.begin(t, s.place(t), object{"token": "test_success"})
	for _, c := range []struct {
		body object
		want []string
	}{
		{object{}, append([]string{other.PaymentId}, want...)}, {object{"status": "cancelled"}, want}, {object{"orderId": order}, want}, {object{"status": "captured"}, []string{other.PaymentId}},
		{object{"orderId": order, "status": "captured"}, nil}, {object{"orderId": nothing}, nil}, {object{"orderId": "no id"}, nil},
	} {
		var got []string
		body := servertest.With(object{"limit": 2}, c.body)
		for {
			var page api.PaymentsListResult
			s.OK(t, s.key, "payments.list", body, &page)
			for _, p := range page.Items {
				got = append(got, p.Id)
			}
			if page.NextCursor == nil {
				break
			}
			body = servertest.With(body, object{"cursor": *page.NextCursor})
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%v: %v, want %v", c.body, got, c.want)
		}
	}
	s.Refused(t, s.key, "payments.list", object{"cursor": "x"}, problem.ValidationFailed)
}

// What a lost dispute has taken cannot be given back at the page of the provider.
func TestThePageRefusesNothingWithAFault(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	begun := s.begin(t, s.place(t), nil)
	for _, action := range []string{"refund", "win", "pay", "dispute", "lose", "refund", "decline", "pay"} {
		s.at(t, begun.Url, action)
	}
	s.becomes(t, begun.PaymentId, "refunded")
}

// An order that has waited too long is paid no more.
func TestTooLateToBegin(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{Config: func(c *config.Serve) { c.UnpaidExpiry = config.Period(24 * time.Hour) }})
	order := s.place(t)
	s.Execute(t, "UPDATE orders SET created_at = created_at - interval '25 hours'")
	s.Refused(t, s.key, "payments.create", object{"orderId": order}, problem.PaymentState)
}

// A refusal stays one when the call is repeated with its Idempotency-Key.
func TestARepetitionOfARefusal(t *testing.T) {
	t.Parallel()
	s := newTill(t, servertest.Options{})
	s.OK(t, s.key, "settings.update_payments", object{"patch": object{"captureOn": "shipment"}}, nil)
	order := s.place(t)
	begun := s.begin(t, order, object{"token": "test_success"})
	s.inBooks(t, "UPDATE test_payments SET status = 'cancelled' WHERE payment_id = $1", begun.PaymentId)
	for tool, body := range map[string]string{
		"payments.capture": `{"paymentId": "` + begun.PaymentId + `", "confirm": true}`,
		"payments.create":  `{"orderId": "` + s.place(t) + `", "token": "no_such_token"}`,
	} {
		for range 2 {
			r := s.Request(t, s.key, tool, []byte(body))
			r.Header.Set("Idempotency-Key", "k")
			if reply := s.Do(t, tool, r); reply.Status != http.StatusBadGateway || strings.Contains(string(reply.Body), "no_such_token") {
				t.Errorf("%s: %d %s", tool, reply.Status, reply.Body)
			}
		}
	}
}
