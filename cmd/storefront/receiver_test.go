package main_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

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
