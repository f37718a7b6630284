package webhooks_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// TestMain also fails if an operation was never seen to refuse with a code that
// the contract lists for it.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EveryRefusal("webhooks")) }

type object = servertest.Object

// shop is a service whose webhooks may lead to receivers of the test.
type shop struct {
	*servertest.Server
	key string
}

func newShop(t *testing.T, o servertest.Options) *shop {
	t.Helper()
	o.Config = loopback
	s := servertest.New(t, o)
	return &shop{s, s.Key(t, "all")}
}

// loopback lets webhooks lead to the receivers of tests.
func loopback(c *config.Serve) { c.WebhookAllowLoopback = true }

// clockAhead returns a clock that is a day ahead of that of the database. A delivery is due by the one that is ahead, so
// that with this one no attempt is made while a test has not moved it, however long the test takes.
func clockAhead() *servertest.Clock {
	clock := servertest.NewClock()
	clock.Advance(24 * time.Hour)
	return clock
}

// subscribe creates a webhook to a receiver and returns its id and secret.
func (s *shop) subscribe(t *testing.T, r *receiver, events ...string) (id, secret string) {
	t.Helper()
	var created struct{ ID, Secret string }
	s.OK(t, s.key, "webhooks.create", object{"url": r.url, "events": events}, &created)
	return created.ID, created.Secret
}

// discount creates a discount code, which is an event.
func (s *shop) discount(t *testing.T, code string) {
	t.Helper()
	s.OK(t, s.key, "discounts.create", object{"code": code, "type": "percent", "value": 10}, nil)
}

func (s *shop) deliveries(t *testing.T, webhook string) []api.Delivery {
	t.Helper()
	var list api.WebhooksDeliveriesResult
	s.OK(t, s.key, "webhooks.deliveries", object{"id": webhook, "limit": 100}, &list)
	return list.Items
}

func (s *shop) webhook(t *testing.T, id string) api.Webhook {
	t.Helper()
	var list api.WebhooksListResult
	s.OK(t, s.key, "webhooks.list", object{"limit": 100}, &list)
	i := slices.IndexFunc(list.Items, func(w api.Webhook) bool { return w.Id == id })
	if i < 0 {
		t.Fatalf("there is no webhook %s", id)
	}
	return list.Items[i]
}

// settled waits until the newest delivery has a status and so many attempts.
func (s *shop) settled(t *testing.T, webhook string, status api.DeliveryStatus, attempts int64) (d api.Delivery) {
	t.Helper()
	servertest.Eventually(t, time.Minute, func() bool { // an attempt that was not recorded is made again after a lease of 30 s
		d = s.deliveries(t, webhook)[0]
		return d.Status == status && d.Attempt == attempts
	})
	return d
}

// arrived is a message that a receiver took.
type arrived struct {
	id, timestamp, signature string
	body                     []byte
	at                       time.Time

	Type      string
	Timestamp time.Time
	Data      object
}

// receiver takes messages, and answers as a test says.
type receiver struct {
	url string

	mu       sync.Mutex
	messages []arrived
	answer   func(w http.ResponseWriter, r *http.Request, m *arrived) // nil: 204
}

func newReceiver(t testing.TB, answer func(http.ResponseWriter, *http.Request, *arrived)) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	listening := httptest.NewServer(r)
	t.Cleanup(listening.Close)
	t.Cleanup(listening.CloseClientConnections)
	r.url = listening.URL + "/events?token=secret-of-the-url"
	return r
}

// ServeHTTP keeps the message, then answers.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	m := arrived{
		id: req.Header.Get("webhook-id"), timestamp: req.Header.Get("webhook-timestamp"), signature: req.Header.Get("webhook-signature"),
		body: body, at: time.Now(),
	}
	if err != nil || req.Method != http.MethodPost || req.Header.Get("Content-Type") != "application/json" || json.Unmarshal(body, &m) != nil {
		http.Error(w, "no message", http.StatusTeapot)
		return
	}
	r.mu.Lock()
	r.messages = append(r.messages, m)
	answer := r.answer
	r.mu.Unlock()
	if answer == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, req, &m)
}

func (r *receiver) answers(answer func(http.ResponseWriter, *http.Request, *arrived)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func (r *receiver) all() []arrived {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]arrived(nil), r.messages...)
}

// await waits for that many messages and returns them.
func (r *receiver) await(t *testing.T, count int) []arrived {
	t.Helper()
	servertest.Eventually(t, 30*time.Second, func() bool { return len(r.all()) >= count })
	return r.all()
}

func status(code int) func(http.ResponseWriter, *http.Request, *arrived) {
	return func(w http.ResponseWriter, _ *http.Request, _ *arrived) { w.WriteHeader(code) }
}

func encoded(t *testing.T, body any) []byte {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
