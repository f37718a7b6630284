//go:build cluster

package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
	"github.com/storefront/storefront/server/test/servertest"
)

// receiver takes the messages of a webhook about new orders.
type receiver struct {
	mu     sync.Mutex
	orders map[string]int // how often each order was announced
}

// receive makes a webhook for new orders, and takes its messages until the test ends.
func (s *shop) receive(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{orders: map[string]int{}}
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	got, err := s.address.Send(t.Context(), s.newKey(t, "webhooks", "settings:write"), "webhooks.create",
		crowd.Object{"url": listening.URL, "events": []string{"order.created"}}, "")
	if err != nil || got.Status != http.StatusOK {
		t.Fatalf("webhooks.create: %d %s %v", got.Status, got.Body, err)
	}
	return r
}

// ServeHTTP takes a message.
func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var message struct{ Data struct{ OrderID string } }
	if err := json.NewDecoder(request.Body).Decode(&message); err != nil {
		return // the replica was killed
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.orders[message.Data.OrderID]++
	w.WriteHeader(http.StatusNoContent)
}

// wantAll waits until every order of the agents has been announced, and no other one.
func (r *receiver) wantAll(t *testing.T, agents *crowd.Crowd) {
	t.Helper()
	total := len(agents.Orders())
	servertest.Eventually(t, 2*time.Minute, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.orders) >= total
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	repeated := 0
	for _, times := range r.orders {
		repeated += times - 1
	}
	if len(r.orders) != total {
		t.Errorf("%d orders were announced, and %d were acknowledged", len(r.orders), total)
	}
	t.Logf("%d orders were announced, and %d announcements repeated", total, repeated)
}
