package webhooks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMessagesAreSigned(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, nil)
	id, secret := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	m := r.await(t, 1)[0]
	d := s.settled(t, id, "delivered", 1)
	if m.id != d.EventId || m.signature != signature(t, secret, &m) || *d.ResponseStatus != 204 || d.At == nil || d.NextAttemptAt != nil || d.Type != "discount.changed" {
		t.Errorf("the message %+v of the delivery %+v", m, d)
	}
	if w := s.webhook(t, id); w.LastDeliveryAt == nil || !w.Active || w.Url != r.url {
		t.Errorf("the webhook %+v", w)
	}
}

// signature is computed from the text of the secret, as a receiver does it.
func signature(t *testing.T, secret string, m *arrived) string {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) != 32 {
		t.Fatalf("the secret %q: %v", secret, err)
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", m.id, m.timestamp, m.body)
	return "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// While a secret is rotated, messages are signed with both.
func TestASecretIsRotated(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	r := newReceiver(t, nil)
	id, old := s.subscribe(t, r, "discount.changed")
	var rotated api.WebhooksRotateSecretResult
	s.OK(t, s.key, "webhooks.rotate_secret", object{"id": id}, &rotated)
	if until := rotated.OldSecretUntil; until == nil || !until.Equal(clock.Now().UTC().Truncate(time.Millisecond).Add(24*time.Hour)) || rotated.Secret == old {
		t.Fatalf("rotated: %+v", rotated)
	}
	s.discount(t, "CODEA")
	m := r.await(t, 1)[0]
	if want := signature(t, rotated.Secret, &m) + " " + signature(t, old, &m); m.signature != want {
		t.Errorf("signed %s, want %s", m.signature, want)
	}
	clock.Advance(24 * time.Hour)
	s.discount(t, "CODEB")
	m = r.await(t, 2)[1]
	if m.signature != signature(t, rotated.Secret, &m) {
		t.Errorf("after a day: signed %s", m.signature)
	}
}

// A message is sent again by the schedule, with the same id and body, until the endpoint takes it.
func TestAMessageIsSentAgainUntilItIsTaken(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	r := newReceiver(t, status(500))
	id, secret := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	for i, wait := range []time.Duration{5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour} {
		d := s.settled(t, id, "pending", int64(i+1))
		if *d.ResponseStatus != 500 || !d.NextAttemptAt.Equal(d.At.Add(wait)) {
			t.Errorf("attempt %d: %+v, next after %v", i+1, d, d.NextAttemptAt.Sub(d.At.Time))
		}
		clock.Advance(wait)
	}
	r.await(t, 6)
	r.answers(nil)
	s.settled(t, id, "pending", 6)
	clock.Advance(10 * time.Hour)
	s.settled(t, id, "delivered", 7)
	messages := r.all()
	for i := range messages {
		if m := &messages[i]; m.id != messages[0].id || string(m.body) != string(messages[0].body) || m.signature != signature(t, secret, m) {
			t.Errorf("attempt %d: %+v", i+1, m)
		}
	}
	if len(messages) != 7 {
		t.Errorf("%d messages", len(messages))
	}
}

// After the last retry the endpoint is disabled, and what waits for it has failed.
func TestAnEndpointThatFailsForDaysIsDisabled(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	r := newReceiver(t, status(503))
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	for i, wait := range []time.Duration{
		5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
	} {
		s.settled(t, id, "pending", int64(i+1))
		clock.Advance(wait)
	}
	s.settled(t, id, "failed", 10)
	servertest.Eventually(t, 10*time.Second, func() bool { return !s.webhook(t, id).Active })
	if w := s.webhook(t, id); *w.DisabledReason != "All 10 attempts at a delivery failed, over three days." {
		t.Errorf("the webhook %+v", w)
	}
	s.discount(t, "CODEB")
	if n := len(s.deliveries(t, id)); n != 1 {
		t.Errorf("%d deliveries", n)
	}
	row := s.LastAudit(t, 2)[0]
	for _, a := range s.LastAudit(t, 5) {
		if a.Actor == "system:webhooks.deliver" {
			row = a
		}
	}
	if row.Actor != "system:webhooks.deliver" || *row.EntityType != "webhook" || *row.EntityID != id {
		t.Errorf("the audit has %+v", row)
	}
}

// The times of the attempts are counted from the first one. Those that somebody asks for do not move them and
// disable nothing; one that comes after three days is the last.
func TestTheTimesOfAttemptsAreFixed(t *testing.T) {
	t.Parallel()
	clock := clockAhead()
	s := newShop(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	r := newReceiver(t, status(503))
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	first := s.settled(t, id, "pending", 1)
	for i := range int64(11) {
		s.OK(t, s.key, "webhooks.redeliver", object{"deliveryId": first.DeliveryId}, nil)
		if d := s.settled(t, id, "pending", i+2); !d.NextAttemptAt.Equal(first.NextAttemptAt.Time) {
			t.Errorf("the next attempt moved from %v to %v", first.NextAttemptAt, d.NextAttemptAt)
		}
	}
	if !s.webhook(t, id).Active {
		t.Error("the webhook is disabled")
	}
	clock.Advance(76 * time.Hour)
	s.settled(t, id, "failed", 13)
	servertest.Eventually(t, 10*time.Second, func() bool { return !s.webhook(t, id).Active })
}

// 410 disables at once; a redelivery that is taken activates the endpoint again.
func TestGoneDisables(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	r := newReceiver(t, status(410))
	id, _ := s.subscribe(t, r, "discount.changed")
	s.discount(t, "CODEA")
	d := s.settled(t, id, "failed", 1)
	servertest.Eventually(t, 10*time.Second, func() bool { return !s.webhook(t, id).Active })
	if w := s.webhook(t, id); *w.DisabledReason != "The endpoint answered 410 Gone." {
		t.Errorf("the webhook %+v", w)
	}
	s.OK(t, s.key, "webhooks.redeliver", object{"deliveryId": d.DeliveryId}, nil)
	s.settled(t, id, "failed", 2) // attempted once
	r.answers(nil)
	s.OK(t, s.key, "webhooks.redeliver", object{"deliveryId": d.DeliveryId}, nil)
	s.settled(t, id, "delivered", 3)
	servertest.Eventually(t, 10*time.Second, func() bool { return s.webhook(t, id).Active })
	if w := s.webhook(t, id); w.DisabledReason != nil {
		t.Errorf("the webhook %+v", w)
	}
	for _, m := range r.all() {
		if m.id != d.EventId {
			t.Errorf("the id is %s, want %s", m.id, d.EventId)
		}
	}
	s.discount(t, "CODEB")
	r.await(t, 4)
}

// What an endpoint does wrong is a failure of its delivery alone.
func TestEndpointsMisbehave(t *testing.T) {
	t.Parallel()
	s := newShop(t, servertest.Options{Template: storetest.Empty})
	other := newReceiver(t, nil)
	hanging := make(chan struct{})
	var atOnce, peak atomic.Int64 // messages to the hanging endpoint
	t.Cleanup(func() { close(hanging) })
	answers := map[string]func(http.ResponseWriter, *http.Request, *arrived){
		"redirects": func(w http.ResponseWriter, r *http.Request, _ *arrived) {
			http.Redirect(w, r, other.url, http.StatusTemporaryRedirect)
		},
		"closes": func(http.ResponseWriter, *http.Request, *arrived) { panic(http.ErrAbortHandler) },
		"hangs": func(_ http.ResponseWriter, r *http.Request, _ *arrived) {
			n := atOnce.Add(1)
			defer atOnce.Add(-1)
			for most := peak.Load(); n > most && !peak.CompareAndSwap(most, n); most = peak.Load() {
			}
			select {
			case <-hanging:
			case <-r.Context().Done():
			}
		},
	}
	ids, receivers := map[string]string{}, map[string]*receiver{}
	for name, answer := range answers {
		receivers[name] = newReceiver(t, answer)
		ids[name], _ = s.subscribe(t, receivers[name], "discount.changed")
	}
	var sent atomic.Int64
	flood := newReceiver(t, func(w http.ResponseWriter, _ *http.Request, _ *arrived) {
		for piece := make([]byte, 1<<20); sent.Load() < 1<<30; sent.Add(int64(len(piece))) {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	})
	flooded, _ := s.subscribe(t, flood, "discount.changed")
	good := newReceiver(t, nil)
	s.subscribe(t, good, "discount.changed")
	for i := range 40 { // more than the hanging endpoint has places
		s.discount(t, fmt.Sprint("CODE", i))
	}
	for _, m := range good.await(t, 40) {
		if took := m.at.Sub(m.Timestamp); took > 10*time.Second { // an attempt at the hanging one takes 15
			t.Errorf("a hanging endpoint made the others wait: %v", took)
		}
	}
	servertest.Eventually(t, 30*time.Second, func() bool {
		deliveries := s.deliveries(t, flooded)
		return !slices.ContainsFunc(deliveries, func(d api.Delivery) bool { return d.Status != "delivered" })
	})
	if n := sent.Load(); n >= 1<<30 {
		t.Errorf("the gigabyte was read: %d bytes", n)
	}
	for name, want := range map[string]int64{"redirects": 307, "closes": 0} {
		servertest.Eventually(t, 30*time.Second, func() bool { return s.deliveries(t, ids[name])[39].Attempt > 0 })
		d := s.deliveries(t, ids[name])[39]
		if d.Status != "pending" || want != 0 && (d.ResponseStatus == nil || *d.ResponseStatus != want) || want == 0 && d.ResponseStatus != nil {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if n := peak.Load(); n != 10 {
		t.Errorf("the hanging endpoint was sent %d messages at once", n)
	}
	if len(other.all()) != 0 {
		t.Error("a redirect was followed")
	}
	if log := s.Log.String(); strings.Contains(log, "secret-of-the-url") || strings.Contains(log, "whsec_") {
		t.Error("the log has a secret")
	}
}
