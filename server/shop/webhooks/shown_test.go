package webhooks_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestAWebhookIsChanged(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	first, second := newReceiver(t, status(410)), newReceiver(t, nil)
	id, _ := s.subscribe(t, first, "page.published")
	update := func(patch object) (w api.Webhook) {
		t.Helper()
		for range 2 { // the same again changes nothing
			s.OK(t, s.key, "webhooks.update", object{"id": id, "patch": patch}, &w)
			if listed := s.webhook(t, id); !servertest.SameJSON(listed, w) {
				t.Errorf("listed %+v, answered %+v", listed, w)
			}
		}
		return w
	}
	if w := update(object{"events": []string{"discount.changed", "discount.changed"}, "description": "Koder"}); fmt.Sprint(w.Events) != "[discount.changed]" || *w.Description != "Koder" || w.Url != first.url {
		t.Errorf("changed: %+v", w)
	}
	s.discount(t, "CODEA")
	s.settled(t, id, "failed", 1) // 410 disables it
	servertest.Eventually(t, 30*time.Second, func() bool { return !s.webhook(t, id).Active })
	if w := update(object{"description": nil}); w.Description != nil || w.Active || w.DisabledReason == nil {
		t.Errorf("disabled: %+v", w)
	}
	if w := update(object{"url": second.url, "active": true}); !w.Active || w.DisabledReason != nil || w.Url != second.url {
		t.Errorf("active again: %+v", w)
	}
	s.discount(t, "CODEB")
	second.await(t, 1)
	if w := update(object{"active": false}); w.Active || w.DisabledReason != nil {
		t.Errorf("paused: %+v", w)
	}
	s.discount(t, "CODEC")
	if n := len(s.deliveries(t, id)); n != 2 {
		t.Errorf("%d deliveries: an event was kept while the webhook is paused", n)
	}
	for _, address := range []string{"https://10.0.0.1/", "https://169.254.169.254/", "ftp://example.com/", "https://user:pass@example.com/"} {
		p := s.Refused(t, s.key, "webhooks.update", object{"id": id, "patch": object{"url": address}}, problem.ValidationFailed)
		if len(p.Errors) != 1 || p.Errors[0].Pointer != "/patch/url" {
			t.Errorf("%s: %+v", address, p)
		}
	}
	s.Refused(t, s.key, "webhooks.update", object{"id": id, "patch": object{}}, problem.ValidationFailed)
	statuses, _ := servertest.Together(8, func(i int) servertest.Reply {
		return s.Call(t, s.key, "webhooks.update", object{"id": id, "patch": object{"description": fmt.Sprint("nr. ", i), "active": i%2 == 0}})
	})
	if statuses[200] != 8 {
		t.Errorf("eight at once: %v", statuses)
	}
	if last := s.LastAudit(t, 1)[0]; last.Tool != "webhooks.update" || !strings.Contains(string(last.After), `"description":"nr. `) || strings.Contains(string(last.After), "secret\"") {
		t.Errorf("the audit: %s %s", last.Tool, last.After)
	}
}

// A test message goes to one webhook alone, whatever the webhooks subscribe to, and is attempted once.
func TestATestMessageIsSent(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r, other := newReceiver(t, nil), newReceiver(t, nil)
	id, secret := s.subscribe(t, r, "page.published")
	s.subscribe(t, other, "webhook.test", "discount.changed")
	send := func() (sent api.WebhooksRedeliverResult) {
		t.Helper()
		s.OK(t, s.key, "webhooks.send_test", object{"id": id}, &sent)
		return sent
	}
	sent := send()
	m := r.await(t, 1)[0]
	servertest.ConformEvent(t, "webhook.test", m.body)
	d := s.settled(t, id, "delivered", 1)
	if d.DeliveryId != sent.DeliveryId || d.Type != "webhook.test" || m.signature != signature(t, secret, &m) || !servertest.SameJSON(m.Data, object{"webhookId": id}) {
		t.Errorf("sent %+v, the message %+v of the delivery %+v", sent, m, d)
	}
	shown := s.delivery(t, d.DeliveryId)
	if shown.Body != string(m.body) || shown.WebhookId != id || shown.EventId != m.id || len(shown.Attempts) != 1 ||
		*shown.Attempts[0].Status != 204 || *shown.Attempts[0].ResponseBody != "" || shown.Attempts[0].Error != nil {
		t.Errorf("shown: %+v", shown)
	}
	r.answers(status(500))
	send()
	s.settled(t, id, "failed", 1)
	r.answers(status(410))
	send()
	s.settled(t, id, "failed", 1)
	servertest.Eventually(t, 30*time.Second, func() bool { return !s.webhook(t, id).Active })
	r.answers(nil)
	send()
	servertest.Eventually(t, 30*time.Second, func() bool { return s.webhook(t, id).Active }) // it took a message
	s.OK(t, s.key, "webhooks.update", object{"id": id, "patch": object{"active": false}}, nil)
	send()
	s.settled(t, id, "delivered", 1)
	s.discount(t, "CODEA")
	other.await(t, 1)
	if w := s.webhook(t, id); w.Active || len(r.all()) != 5 || fmt.Sprint(summary(other.all())) != "[discount.changed]" {
		t.Errorf("paused: %+v, %d messages, to others %v", w, len(r.all()), summary(other.all()))
	}
}

func (s *shop) delivery(t *testing.T, id string) (shown api.DeliveryShown) {
	t.Helper()
	s.OK(t, s.key, "webhooks.get_delivery", object{"deliveryId": id}, &shown)
	return shown
}

// The last attempts are kept, with what the receiver answered as text.
func TestAttemptsAreShown(t *testing.T) {
	t.Parallel()
	const kept = 20
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	var r *receiver
	r = newReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ *arrived) {
		w.WriteHeader(500)
		fmt.Fprintf(w, "no. %02d \x00\xff %s", len(r.all()), strings.Repeat("å", 10_000))
	})
	id, secret := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	d := s.settled(t, id, "pending", 1)
	for i := range kept + 2 {
		s.OK(t, s.key, "webhooks.redeliver", object{"deliveryId": d.DeliveryId}, nil)
		s.settled(t, id, "pending", int64(i+2))
	}
	shown := s.delivery(t, d.DeliveryId)
	if len(shown.Attempts) != kept || shown.Attempt != kept+3 || shown.NextAttemptAt == nil || shown.Status != "pending" {
		t.Fatalf("%d attempts of %+v", len(shown.Attempts), shown)
	}
	if !slices.IsSortedFunc(shown.Attempts, func(a, b api.DeliveryAttempt) int { return a.At.Compare(b.At.Time) }) {
		t.Error("the attempts are not in order")
	}
	for i, a := range shown.Attempts {
		want := fmt.Sprintf("no. %02d \uFFFD\uFFFD ", i+4) + strings.Repeat("å", (16<<10-10)/2)
		if *a.Status != 500 || *a.ResponseBody != want || *a.Error != "The endpoint answered 500." || a.DurationMs < 0 || a.DurationMs > 15_000 {
			t.Errorf("attempt %d: %d, %s, %d bytes: %.40q", i, *a.Status, *a.Error, len(*a.ResponseBody), *a.ResponseBody)
		}
	}
	if text := fmt.Sprint(shown); strings.Contains(text, secret) || strings.Contains(text, "secret-of-the-url") {
		t.Error("a secret is shown")
	}
	s.OK(t, s.key, "webhooks.delete", object{"id": id, "confirm": true}, nil)
	s.Refused(t, s.key, "webhooks.get_delivery", object{"deliveryId": d.DeliveryId}, problem.DeliveryNotFound)
}

// The error of an attempt without an answer says why, and names no address.
func TestAnAttemptWithoutAnAnswerSaysWhy(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	for address, want := range map[string]string{
		"http://127.0.0.1:1/events?token=secret-of-the-url": "The connection was refused.",
		"https://findes-ikke.invalid/events":                "The name of the host was not found.",
	} {
		id, _ := s.subscribe(t, &receiver{url: address}, "page.published")
		s.OK(t, s.key, "webhooks.send_test", object{"id": id}, nil)
		a := s.delivery(t, s.settled(t, id, "failed", 1).DeliveryId).Attempts[0]
		if *a.Error != want || a.Status != nil || a.ResponseBody != nil {
			t.Errorf("%s: %s, %v, %v", address, *a.Error, a.Status, a.ResponseBody)
		}
	}
}
