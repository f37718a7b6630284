//go:build program

package main_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The demo shop can be used at once; the commands that keep keys work beside the server.
func TestTheDemoShopAndItsKeys(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	demoKey := keyPattern.FindString(s.output)
	if demoKey == "" {
		t.Fatalf("no demo key: %s", s.output)
	}
	var hits []object
	s.want(t, "", "products.search", object{"q": "solbriller", "limit": 3}, &hits)
	if len(hits) != 3 {
		t.Errorf("%d hits", len(hits))
	}
	s.want(t, demoKey, "orders.list", object{"status": "paid"}, nil)

	// A command uses the PostgreSQL of the running server.
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "test", "--scopes", "products:write,orders:write", "--expires", "90d"))
	if !keyPattern.MatchString(key) || strings.ContainsAny(key, " \n") {
		t.Fatalf("keys create printed %q", key)
	}
	_, hint, _ := p.run(t, "", "keys", "create", "--name", "narrow", "--scopes", "categories:read,pages:read")
	if !strings.Contains(hint, "Without the scope catalog:read, calls with this key to products.facets, products.get, products.search, products.suggest are refused") || strings.Contains(hint, "pages:read") {
		t.Errorf("keys create hinted %q", hint)
	}
	s.want(t, key, "products.create", object{"name": "Ny brille", "slug": "ny-brille", "description": "En helt ny brille.", "priceDkk": 50000, "stock": 3, "categorySlug": "briller"}, nil)
	s.want(t, key, "products.update", object{"slug": "ny-brille", "patch": object{"stock": 2}}, nil)
	s.want(t, key, "products.delete", object{"slug": "ny-brille", "confirm": true}, nil)
	s.want(t, key, "products.restore", object{"slug": "ny-brille"}, nil)
	s.want(t, key, "orders.update_status", object{"orderId": "01994f5e-0000-7000-8000-000000000101", "status": "paid"}, nil)

	if listed := p.ok(t, "", "keys", "list"); strings.Contains(listed, key) {
		t.Fatalf("keys list:\n%s", listed)
	}
	id := keyID(t, p, "test")
	second := strings.TrimSpace(p.ok(t, "", "keys", "rotate", id, "--grace", "1h"))
	s.want(t, second, "products.restore", object{"slug": "ny-brille"}, nil)
	s.want(t, key, "products.restore", object{"slug": "ny-brille"}, nil)
	p.ok(t, "", "keys", "pause", id)
	time.Sleep(100 * time.Millisecond) // the time that another replica may need to follow the change
	if status, text := s.call(t, second, "products.restore", object{"slug": "ny-brille"}, nil); status != http.StatusForbidden || !strings.Contains(text, "key_paused") {
		t.Errorf("a paused key: %d %s", status, text)
	}
	p.ok(t, "", "keys", "resume", id)
	time.Sleep(100 * time.Millisecond)
	s.want(t, second, "products.restore", object{"slug": "ny-brille"}, nil)
	s.want(t, strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "owner", "--scopes", "owner", "--holder", "person")), "keys.pause_all", object{"holders": []string{"agent"}, "confirm": true}, nil)
	if _, stderr, status := p.run(t, "", "keys", "resume", id); status != 1 || !strings.Contains(stderr, "All keys whose holder is agent are paused. Call keys.resume_all") {
		t.Errorf("it was resumed: status %d: %s", status, stderr)
	}
	p.ok(t, "", "keys", "revoke", id)
	time.Sleep(100 * time.Millisecond)
	if status, _ := s.call(t, second, "products.restore", object{"slug": "ny-brille"}, nil); status != http.StatusUnauthorized {
		t.Errorf("a revoked key: %d", status)
	}
	s.stop(t)

	again := p.serve(t, "--demo")
	if keyPattern.MatchString(again.output) {
		t.Error("the demo key was printed twice")
	}
	var product struct{ Stock int }
	again.want(t, "", "products.get", object{"slug": "ny-brille"}, &product)
	if product.Stock != 2 {
		t.Errorf("stock %d after the restart", product.Stock)
	}
	again.stop(t)

	live := p.with("STOREFRONT_STRIPE_SECRET_KEY=sk_live_1", "STOREFRONT_STRIPE_WEBHOOK_SECRET=whsec_1")
	if _, stderr, status := live.run(t, "", "serve", "--addr", "127.0.0.1:0"); status != 1 || !strings.Contains(stderr, "the database holds the demo shop") {
		t.Errorf("a demo shop takes money: status %d: %s", status, stderr)
	}
}

// The server restarts its own PostgreSQL when it dies.
func TestItsOwnPostgresIsRestarted(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	s := p.serve(t, "--demo")
	s.want(t, "", "products.get", object{"slug": "round-metal"}, nil)
	killPostgres(t, p.data)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		status, _, err := s.try(t.Context(), "", "products.get", object{"slug": "round-metal"})
		if err == nil && status == http.StatusOK {
			break
		}
		if err != nil || status != http.StatusServiceUnavailable && status != http.StatusTooManyRequests || time.Now().After(deadline) {
			t.Fatalf("%d, %v\n%s", status, err, s.log)
		}
	}
	s.stop(t)
}

func TestStaleFilesDoNotStopAStart(t *testing.T) {
	t.Parallel()
	p := newProgram(t)
	first := p.serve(t)
	killPostgres(t, p.data)
	first.kill(t)
	second := p.serve(t)
	if status, text := second.call(t, "", "products.search", object{}, nil); status != http.StatusOK {
		t.Errorf("%d %s", status, text)
	}
	second.kill(t) // PostgreSQL keeps running, and the next server uses it
	third := p.serve(t)
	third.want(t, "", "products.search", object{}, nil)
	third.stop(t)
}

func TestEveryCommandRefusesADatabaseOfANewerProgram(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	p.ok(t, "", "migrate")
	if _, err := database(t, p).Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9001, true)"); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"serve --addr 127.0.0.1:0", "migrate", "keys create --name n --scopes all", "keys list",
		"keys rotate 01994f5e-0000-7000-8000-000000000101", "keys revoke 01994f5e-0000-7000-8000-000000000101",
		"keys pause 01994f5e-0000-7000-8000-000000000101", "keys resume 01994f5e-0000-7000-8000-000000000101",
		"import products -", "import categories -", "export products",
	} {
		stdout, stderr, status := p.run(t, "", strings.Fields(command)...)
		if status == 0 || stdout != "" || !strings.Contains(stderr, "the program knows version") || !strings.Contains(stderr, "the database has version 9001") {
			t.Errorf("storefront %s: status %d\n%s%s", command, status, stdout, stderr)
		}
	}
}

// The jobs of a new service have run soon after its start, and are listed.
func TestTheJobsAreListed(t *testing.T) {
	t.Parallel()
	p := withDatabase(t)
	p.serve(t, "--demo")
	row := regexp.MustCompile(`(?m)^(\S+) +\S+Z +\S+Z +\S+Z +\d+ +-$`)
	var listed string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		listed = p.ok(t, "", "jobs")
		var names []string
		for _, found := range row.FindAllStringSubmatch(listed, -1) {
			names = append(names, found[1])
		}
		if slices.Equal(names, []string{"carts.expire", "content.renew", "customers.erase", "events.prune", "idempotency.prune", "insight.fold", "insight.prune", "orders.expire", "search.renew"}) {
			return
		}
	}
	t.Errorf("the jobs are\n%s", listed)
}

// The address for operators is apart from that of the service, which has no metrics.
func TestOperatorsHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := withDatabase(t).with("STOREFRONT_ADMIN_ADDR=127.0.0.1:0").serve(t, "--demo")
	address := metricsAddress.FindString(s.log.String())
	if address == "" {
		t.Fatalf("the log names no address: %s", s.log)
	}
	s.call(t, "", "products.get", object{"slug": "round-metal"}, nil)
	if text := get(t, address); !strings.Contains(text, `storefront_calls_total{channel="http",operation="products.get",problem="",status="200"} 1`) {
		t.Error("the call is not counted")
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		answer, err := http.Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusNotFound {
			t.Errorf("the service answers %s with %d", path, answer.StatusCode)
		}
	}
	s.stop(t)
}

func TestAnAddressForOperatorsThatIsInUse(t *testing.T) {
	t.Parallel()
	other, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	p := withDatabase(t)
	given := p.with("STOREFRONT_ADMIN_ADDR=" + other.Addr().String())
	if _, stderr, status := given.run(t, "", "serve", "--addr", "127.0.0.1:0"); status == 0 || !strings.Contains(stderr, "STOREFRONT_ADMIN_ADDR: listen tcp") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if _, stderr, status := p.run(t, "", "serve", "--addr", other.Addr().String()); status == 0 || !strings.Contains(stderr, "STOREFRONT_ADDR: listen tcp") ||
		!strings.Contains(stderr, "--addr") {
		t.Errorf("status %d, %s", status, stderr)
	}
	// The default address may be taken by another service.
	if taken, err := net.Listen("tcp", "127.0.0.1:9464"); err == nil {
		defer taken.Close()
	}
	s := p.with("STOREFRONT_ADMIN_ADDR=127.0.0.1:9464").serve(t)
	s.stop(t)
	if !strings.Contains(s.log.String(), "there are no metrics and profiles: set STOREFRONT_ADMIN_ADDR") {
		t.Errorf("no warning: %s", s.log)
	}
}

var metricsAddress = regexp.MustCompile(`http://127\.0\.0\.1:\d+/metrics`)

func get(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, answer.StatusCode, err)
	}
	return string(text)
}

// Of two replicas one is killed in the middle of deliveries, and later the other: no event is lost.
func TestNoEventIsLostWhenAReplicaIsKilled(t *testing.T) {
	t.Parallel()
	const events = 60
	r := &slowReceiver{ids: map[string]int{}, slow: 200 * time.Millisecond}
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

// slowReceiver counts the messages that a receiver took, by the id of the event.
type slowReceiver struct {
	mu   sync.Mutex
	ids  map[string]int
	slow time.Duration
}

func (r *slowReceiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
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

func (r *slowReceiver) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.ids)
}

func (r *slowReceiver) hurry() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow = 0
}
