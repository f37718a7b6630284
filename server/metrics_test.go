package server_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/test/servertest"
)

// wantMetric fails the test unless the series with these labels have this value in sum.
func wantMetric(t *testing.T, s *servertest.Server, want float64, name string, labels ...string) {
	t.Helper()
	if got, found := s.Metric(t, name, labels...); !found || got != want {
		t.Errorf("%s%v is %v (found: %v), want %v", name, labels, got, found, want)
	}
}

// awaitMetric waits until it has, for what is so only now: jobs write too, and a request ends after its answer has been read.
func awaitMetric(t *testing.T, s *servertest.Server, want float64, name string) {
	t.Helper()
	servertest.Eventually(t, 20*time.Second, func() bool {
		got, found := s.Metric(t, name)
		return found && got == want
	})
}

func TestRequestsAreCountedByArea(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range []string{"/", "/products/round-metal", "/products/nothing", "/openapi.json", "/healthz", "/nowhere"} {
		answer, err := http.Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	s.Call(t, "", "products.get", object{"slug": "round-metal"})
	s.CallMCP(t, "", "products_get", object{"slug": "round-metal"})
	const name = "storefront_request_duration_seconds_count"
	wantMetric(t, s, 2, name, "area", "page", "class", "2xx")
	wantMetric(t, s, 1, name, "area", "page", "class", "4xx")
	wantMetric(t, s, 2, name, "area", "document", "class", "2xx")
	wantMetric(t, s, 1, name, "area", "none", "class", "4xx")
	wantMetric(t, s, 1, name, "area", "operation", "class", "2xx")
	wantMetric(t, s, 1, name, "area", "mcp")
	awaitMetric(t, s, 0, "storefront_requests_in_flight")
	if n, _ := s.Metric(t, "storefront_calls_total", "channel", "site", "operation", "products.get"); n == 0 {
		t.Error("what pages ask is not counted")
	}
	wantMetric(t, s, 1, "storefront_calls_total", "channel", "http", "status", "200")
}

func TestRequestsInFlightAndStatementsThatWait(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	unlock := s.Meanwhile(t, "SELECT FROM products WHERE slug = 'round-metal' FOR UPDATE")
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Raw(t, key, "products.update", []byte(`{"slug":"round-metal","patch":{"stock":3}}`))
	}()
	s.AwaitLock(t, 1)
	awaitMetric(t, s, 1, "storefront_requests_in_flight")
	awaitMetric(t, s, 1, "storefront_write_turns_taken")
	if n, _ := s.Metric(t, "storefront_pool_connections", "state", "acquired"); n < 1 {
		t.Errorf("%v connections are acquired", n)
	}
	unlock()
	<-done
	awaitMetric(t, s, 0, "storefront_requests_in_flight")
	awaitMetric(t, s, 0, "storefront_write_turns_taken")
	wantMetric(t, s, 0, "storefront_sql_errors_total")
	if n, _ := s.Metric(t, "storefront_sql_statements_total", "statement", "commit"); n < 1 {
		t.Errorf("%v commits", n)
	}
}

func TestRefusalsForLimitsAreCounted(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 1 })
	for range 3 {
		s.Call(t, "", "products.get", object{"slug": "round-metal"})
	}
	wantMetric(t, s, 2, "storefront_limit_refusals_total", "policy", "anonymous")
	wantMetric(t, s, 0, "storefront_limit_refusals_total", "policy", "api-key")
	wantMetric(t, s, 2, "storefront_calls_total", "operation", "products.get", "status", "429", "problem", "rate_limit_exceeded")
	if _, found := s.Metric(t, "storefront_limits_shared"); found {
		t.Error("limits are called shared without Redis")
	}
}

func TestMemoryJobsAndTheDatabaseAreShown(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	servertest.Eventually(t, 20*time.Second, func() bool { // no memory is used for a moment when the machine is busy
		s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
		hits, _ := s.Metric(t, "storefront_cache_hits_total", "cache", "answers")
		return hits == 2
	})
	if misses, _ := s.Metric(t, "storefront_cache_misses_total", "cache", "answers"); misses < 1 {
		t.Errorf("%v misses", misses)
	}
	servertest.Eventually(t, 20*time.Second, func() bool {
		trusted, _ := s.Metric(t, "storefront_index_trusted")
		return trusted == 1
	})
	wantMetric(t, s, 1, "storefront_build_info")
	wantMetric(t, s, 1, "storefront_database_up")
	if n, _ := s.Metric(t, "storefront_index_products"); n < 10 {
		t.Errorf("%v products", n)
	}
	wantMetric(t, s, 1, "storefront_webhooks", "state", "disabled") // of the demo shop
	servertest.Eventually(t, 20*time.Second, func() bool {
		n, _ := s.Metric(t, "storefront_job_runs_total", "name", "carts.expire", "result", "done")
		at, _ := s.Metric(t, "storefront_job_last_success_timestamp_seconds", "name", "carts.expire")
		failing, found := s.Metric(t, "storefront_job_failing", "name", "carts.expire")
		return n == 1 && time.Since(time.Unix(int64(at), 0)) < time.Minute && found && failing == 0
	})
}

// A scrape is answered while PostgreSQL is away, and says so.
func TestADatabaseThatIsAwayIsShown(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	reconnect := s.Disconnect(t)
	t.Cleanup(reconnect)
	servertest.Eventually(t, 20*time.Second, func() bool {
		up, _ := s.Metric(t, "storefront_database_up")
		age, _ := s.Metric(t, "storefront_memory_age_seconds")
		_, shown := s.Metric(t, "storefront_outbox_pending")
		return up == 0 && age > 1 && !shown
	})
	reconnect()
	servertest.Eventually(t, 20*time.Second, func() bool {
		up, _ := s.Metric(t, "storefront_database_up")
		age, _ := s.Metric(t, "storefront_memory_age_seconds")
		return up == 1 && age < 1
	})
}

// docs/operate.md names each metric, and none that is not there.
func TestTheDocsNameEveryMetric(t *testing.T) {
	t.Parallel()
	_, text, _ := strings.Cut(fileText(t, "../docs/operate.md"), "\n### Metrics\n")
	text, _, _ = strings.Cut(text, "\n### ")
	var named, want []string
	for _, found := range regexp.MustCompile("`(storefront_\\w+)`").FindAllStringSubmatch(text, -1) {
		named = append(named, found[1])
	}
	for _, d := range metrics.Definitions() {
		want = append(want, d.Name)
	}
	slices.Sort(named)
	slices.Sort(want)
	if !slices.Equal(named, want) {
		t.Errorf("docs/operate.md names %v, and the metrics are %v", named, want)
	}
}

func TestDeliveriesAreCounted(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.WebhookAllowLoopback = true }})
	key := s.Key(t, "all")
	for _, status := range []int{http.StatusOK, http.StatusInternalServerError} {
		endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(endpoint.Close)
		s.OK(t, key, "webhooks.create", object{"url": endpoint.URL, "events": []string{"product.updated"}}, nil)
	}
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"name": "Anden brille"}}, nil)
	servertest.Eventually(t, 20*time.Second, func() bool {
		delivered, _ := s.Metric(t, "storefront_outbox_deliveries_total", "result", "delivered")
		retried, _ := s.Metric(t, "storefront_outbox_deliveries_total", "result", "retried")
		pending, _ := s.Metric(t, "storefront_outbox_pending")
		oldest, _ := s.Metric(t, "storefront_outbox_oldest_seconds")
		return delivered == 1 && retried >= 1 && pending == 1 && oldest > 0
	})
	wantMetric(t, s, 2, "storefront_webhooks", "state", "active")
}
