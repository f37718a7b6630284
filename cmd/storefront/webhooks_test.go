package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// taken counts the messages that a receiver took, by the id of the event.
type taken struct {
	mu   sync.Mutex
	ids  map[string]int
	slow time.Duration
}

func (r *taken) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.mu.Lock()
	slow := r.slow
	r.mu.Unlock()
	select {
	case <-time.After(slow):
	case <-req.Context().Done():
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ids[req.Header.Get("webhook-id")]++
	w.WriteHeader(http.StatusNoContent)
}

func (r *taken) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ids)
}

func (r *taken) hurry() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow = 0
}

// Of two replicas one is killed in the middle of deliveries, and later the other: no event is lost.
func TestNoEventIsLostWhenAReplicaIsKilled(t *testing.T) {
	t.Parallel()
	const events = 60
	r := &taken{ids: map[string]int{}, slow: 200 * time.Millisecond}
	receiver := httptest.NewServer(r)
	t.Cleanup(receiver.Close)
	p := withDatabase(t).with("STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true")
	s, other := p.serve(t), p.serve(t)
	key := newKey(t, p, "hooks", "settings:write,settings:read,discounts:write")
	var webhook struct{ ID, Secret string }
	s.want(t, key, "webhooks.create", object{"url": receiver.URL, "events": []string{"discount.changed"}}, &webhook)
	for i := range events {
		s.want(t, key, "discounts.create", object{"code": fmt.Sprint("CODE", i), "type": "percent", "value": 10}, nil)
		if i == events/2 {
			other.kill(t)
		}
	}
	await(t, "some are delivered", func() bool { return r.count() > events/3 })
	s.kill(t)
	if r.count() == events {
		t.Fatal("all events were delivered before the replica was killed")
	}
	r.hurry()
	again := p.serve(t)
	await(t, "all are delivered", func() bool { return r.count() == events })
	await(t, "all are recorded", func() bool {
		var list struct{ Items []object }
		again.want(t, key, "webhooks.deliveries", object{"id": webhook.ID, "status": "pending"}, &list)
		return len(list.Items) == 0
	})
	again.stop(t)
	for _, log := range []string{s.log.String(), other.log.String(), again.log.String()} {
		if strings.Contains(log, webhook.Secret) {
			t.Error("the log has the secret")
		}
	}
}

// await waits for what the program does by itself; an attempt that was lost is made again after 30 s. It asks
// seldom after a while, since a key may make 600 calls a minute.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	pause := 20 * time.Millisecond
	for began := time.Now(); !holds(); time.Sleep(pause) {
		switch waited := time.Since(began); {
		case waited > 2*time.Minute:
			t.Fatalf("not within two minutes: %s", what)
		case waited > 5*time.Second:
			pause = 250 * time.Millisecond
		}
	}
}

// The key of the secrets is made in the data folder; with another database it is a setting.
func TestTheKeyOfTheSecrets(t *testing.T) {
	t.Parallel()
	p := newProgram(t).with("STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true")
	s := p.serve(t)
	body := object{"url": "http://127.0.0.1:9/", "events": []string{"order.created"}}
	key := newKey(t, p, "hooks", "settings:write")
	s.want(t, key, "webhooks.create", body, nil)
	file, err := os.Stat(filepath.Join(p.data, "secrets.key"))
	if err != nil || file.Mode().Perm() != 0o600 {
		t.Fatalf("%v, %v", file, err)
	}
	url := database(t, p).Config().ConnString()
	for value, want := range map[string]int{"": http.StatusConflict, "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=": http.StatusOK} {
		configured := p.with("DATABASE_URL="+url, "STOREFRONT_SECRETS_KEY="+value, "STOREFRONT_WEBHOOK_ALLOW_LOOPBACK=true").serve(t)
		if status, text := configured.call(t, key, "webhooks.create", body, nil); status != want || want != http.StatusOK && !strings.Contains(text, "secrets_key_missing") {
			t.Errorf("with the key %q: %d %s", value, status, text)
		}
		configured.stop(t)
	}
	_, complaint, status := p.with("STOREFRONT_SECRETS_KEY=short").run(t, "", "serve")
	if status == 0 || !strings.Contains(complaint, "STOREFRONT_SECRETS_KEY: a key is 32 bytes in base64") {
		t.Errorf("a wrong key: %d %s", status, complaint)
	}
	s.stop(t)
}
