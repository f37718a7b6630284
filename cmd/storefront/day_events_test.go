package main_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// subscribe has the shop notify a receiver of orders, stock, pages and reverts.
func (d *day) subscribe(t *testing.T) {
	t.Helper()
	d.receiver = &receiver{t: t, times: map[string]int{}, events: map[string][]string{}}
	listening := httptest.NewServer(d.receiver)
	t.Cleanup(listening.Close)
	var created struct{ ID, Secret string }
	d.owner.ok(t, "webhooks.create", object{"url": listening.URL, "events": []string{
		"order.created", "order.status_changed", "order.refunded", "stock.low", "page.published", "page.unpublished", "audit.reverted",
	}}, &created)
	d.receiver.trust(created.Secret)
	d.webhookID = created.ID
}

// awaitEvents waits until every event has been delivered, and the shop knows it.
func (d *day) awaitEvents(t *testing.T) {
	t.Helper()
	expected := 0
	for _, events := range d.books.events {
		expected += len(events)
	}
	await(t, "every event is delivered", func() bool { return d.receiver.messages() >= expected })
	await(t, "no delivery is pending", func() bool { return len(d.deliveries(t, "pending")) == 0 })
}

// deliveries returns the ids of deliveries with a status, at most a hundred.
func (d *day) deliveries(t *testing.T, status string) (ids []string) {
	t.Helper()
	var page struct{ Items []struct{ DeliveryID string } }
	d.owner.ok(t, "webhooks.deliveries", object{"id": d.webhookID, "status": status, "limit": 100}, &page)
	for _, item := range page.Items {
		ids = append(ids, item.DeliveryID)
	}
	return ids
}

// compareEvents expects the events of the books, those of each thing in their order, and has one sent again.
func (d *day) compareEvents(t *testing.T) {
	t.Helper()
	d.awaitEvents(t)
	d.receiver.compare(d.books.events)
	if failed := d.deliveries(t, "failed"); len(failed) > 0 {
		t.Errorf("%d deliveries failed", len(failed))
	}
	messages, arrivals := d.receiver.messages(), d.receiver.arrivals()
	d.owner.ok(t, "webhooks.redeliver", object{"deliveryId": d.deliveries(t, "delivered")[0]}, nil)
	await(t, "a message comes again", func() bool { return d.receiver.arrivals() > arrivals })
	if d.receiver.messages() != messages {
		t.Error("the repeated message has another id")
	}
}

// receiver takes the messages of a webhook, verifies each, and keeps what they say in the words of the books.
type receiver struct {
	t *testing.T

	mu     sync.Mutex
	key    []byte              // of the signatures
	times  map[string]int      // how often a message came, by its id
	events map[string][]string // by the id or the slug of their thing, in the order of their first arrival
}

// trust has the receiver verify the signatures with a secret.
func (r *receiver) trust(secret string) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		r.t.Errorf("the secret: %v", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.key = key
}

// ServeHTTP takes a message.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the program was killed
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	id := req.Header.Get("webhook-id")
	mac := hmac.New(sha256.New, r.key)
	fmt.Fprintf(mac, "%s.%s.%s", id, req.Header.Get("webhook-timestamp"), body)
	if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); req.Header.Get("webhook-signature") != want {
		r.t.Errorf("the signature %s of %s, want %s", req.Header.Get("webhook-signature"), body, want)
	}
	if r.times[id]++; r.times[id] == 1 {
		r.note(body)
	}
	w.WriteHeader(http.StatusNoContent)
}

func (r *receiver) note(body []byte) {
	var m struct {
		Type string
		Data struct {
			OrderID, Slug, AuditLogID, Status, PreviousStatus string
			Stock, TotalOere, AmountOere                      int64
		}
	}
	if err := json.Unmarshal(body, &m); err != nil {
		r.t.Errorf("%v: %s", err, body)
	}
	servertest.ConformEvent(r.t, m.Type, body)
	event, thing := m.Type, m.Data.OrderID+m.Data.AuditLogID
	switch m.Type {
	case "order.created":
		event += fmt.Sprint(" ", m.Data.Status, " ", m.Data.TotalOere)
	case "order.status_changed":
		event += " " + m.Data.PreviousStatus + " > " + m.Data.Status
	case "order.refunded":
		event += fmt.Sprint(" ", m.Data.AmountOere)
	case "stock.low":
		thing = m.Data.Slug
		event += fmt.Sprint(" ", m.Data.Stock)
	case "page.published", "page.unpublished":
		thing = m.Data.Slug
	}
	r.events[thing] = append(r.events[thing], event)
}

// messages returns how many different messages came.
func (r *receiver) messages() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.times)
}

// arrivals returns how many messages came, repeated ones too.
func (r *receiver) arrivals() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, times := range r.times {
		n += times
	}
	return n
}

// compare expects these events, those of each thing in their order.
func (r *receiver) compare(want map[string][]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for thing, events := range want {
		if got := r.events[thing]; !slices.Equal(got, events) {
			r.t.Errorf("the events of %s are %q, want %q", thing, got, events)
		}
	}
	for thing, events := range r.events {
		if want[thing] == nil {
			r.t.Errorf("nobody expects events of %s: %q", thing, events)
		}
	}
}
