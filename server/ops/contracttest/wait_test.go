package contracttest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/contracttest"
	"github.com/storefront/storefront/server/test/servertest"
)

// Calls beyond a limit are sent again when the deployment says so, and none of
// that counts as a fault.
func TestARunWaitsAsLongAsTheDeploymentSays(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 3 })
	var mu sync.Mutex
	waited := 0
	o := contracttest.Options{Operations: []string{"categories.list"}, MaxWait: time.Minute}
	o.BaseURL = planted(t, s.URL, fault{operation: "categories.list", answer: func(a *http.Response) {
		if a.StatusCode == http.StatusTooManyRequests {
			mu.Lock()
			defer mu.Unlock()
			waited++
			clock.Advance(time.Minute)
		}
	}})
	report, err := contracttest.Run(t.Context(), o)
	if err != nil || report.Broken() > 0 || waited == 0 {
		t.Errorf("%v, %d waits\n%s", err, waited, table(t, report))
	}
}

func TestARunDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 3 })
	report, err := contracttest.Run(t.Context(), contracttest.Options{BaseURL: s.URL, Operations: []string{"categories.list"}})
	if err == nil || !strings.Contains(err.Error(), "--max-wait") || report.Broken() > 0 {
		t.Errorf("%v\n%s", err, table(t, report))
	}
}

// A deployment that cannot be tested is not called broken.
func TestWhatCannotBeTestedIsAnError(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	elsewhere := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(elsewhere.Close)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<!doctype html>")) }))
	t.Cleanup(other.Close)
	for why, o := range map[string]contracttest.Options{
		"is not an address":                                   {BaseURL: "shop.example"},
		"connection refused":                                  {BaseURL: "http://127.0.0.1:1"},
		"answers with status 404":                             {BaseURL: elsewhere.URL},
		"is not an OpenAPI document":                          {BaseURL: other.URL},
		`no operation "products.serch"; the nearest is produ`: {BaseURL: s.URL, Operations: []string{"products.serch"}},
		"refuses the key of --key":                            {BaseURL: s.URL, Key: "sfk_none"},
		"refuses the key of --narrow-key":                     {BaseURL: s.URL, NarrowKey: "sfk_none"},
		"of --narrow-key lacks the scope catalog:read":        {BaseURL: s.URL, NarrowKey: s.Key(t, "orders:read")},
		"--write needs a --key":                               {BaseURL: s.URL, Write: true},
	} {
		report, err := contracttest.Run(t.Context(), o)
		if err == nil || !strings.Contains(err.Error(), why) || report.Broken() > 0 {
			t.Errorf("%v, want %q", err, why)
		}
	}
}

// What a key has no scope for is not tested, which the report says.
func TestWhatAKeyMayNotCallIsSkipped(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	o := contracttest.Options{BaseURL: s.URL, Key: s.Key(t, "orders:read"), Operations: []string{"pages.list", "products.get", "orders.get"}}
	report, err := contracttest.Run(t.Context(), o)
	text := table(t, report)
	if err != nil || report.Broken() > 0 || !strings.Contains(text, "calls with a key: the key lacks the scope pages:read (operations: 1)") ||
		!strings.Contains(text, "calls with a key: the key lacks the scope catalog:read (operations: 1)") || strings.Contains(text, "the scope orders:read") {
		t.Errorf("%v\n%s", err, text)
	}
}
