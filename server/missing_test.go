package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestAMistypedOperationGetsASuggestion(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for name, want := range map[string]string{
		"products.gett": "Call /api/v1/tools/products.get.", "Products_Search": "Call /api/v1/tools/products.search.",
		"weather.today": "Read /api/v1/tools and call one of the operations that it lists.",
	} {
		r := s.Request(t, "", name, []byte("{}"))
		if p := s.Do(t, "", r).Problem(t, problem.ToolNotFound); p.Resolution != want {
			t.Errorf("%s: %s", name, p.Resolution)
		}
	}
}

// A path that is nearly one that exists names that, also one with a part too few or too many.
func TestAMistypedPathNamesTheNearest(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for sent, want := range map[string]string{
		"POST /api/v1/products.search":       "Call /api/v1/tools/products.search with POST.",
		"GET /api/v1/products.search":        "Call /api/v1/tools/products.search with POST.",
		"POST /api/v1/products/search":       "Call /api/v1/tools/products.search with POST.",
		"POST /api/tools/products.search":    "Call /api/v1/tools/products.search with POST.",
		"POST /api/v1/tool/products_search":  "Call /api/v1/tools/products.search with POST.",
		"POST /api/v2/tools/products.serch":  "Call /api/v1/tools/products.search with POST.",
		"POST /tools/orders.list":            "Call /api/v1/tools/orders.list (which needs the scope orders:read) with POST.",
		"POST /products.search":              "Call /api/v1/tools/products.search with POST.",
		"GET /api/v1/products":               "Call /api/v1/tools/products.search with POST.",
		"GET /api/v1/orders/ORD-1":           "Call /api/v1/tools/orders.get (which needs the scope orders:read) with POST.",
		"DELETE /api/v1/orders/ORD-1":        "Read /openapi.json and call one of its paths.",
		"GET /openapi.yml":                   "Read /openapi.yaml.",
		"GET /openapi":                       "Read /openapi.json.",
		"GET /api/v1/openapi.json":           "Read /api/openapi.json.",
		"GET /Healthz":                       "Read /healthz.",
		"GET /health":                        "Read /healthz.",
		"GET /api/docs":                      "Read /docs.",
		"POST /mcp":                          "Send it to /api/mcp with POST.",
		"POST /api/v1/mcp":                   "Send it to /api/mcp with POST.",
		"GET /api/v1/keys":                   "Call /api/v1/tools/keys.list (which needs the scope keys:read) with POST.",
		"GET /wp-login.php":                  "Read /openapi.json and call one of its paths.",
		"GET /a":                             "Read /openapi.json and call one of its paths.",
		"GET /" + strings.Repeat("api/", 99): "Read /openapi.json and call one of its paths.",
	} {
		method, path, _ := strings.Cut(sent, " ")
		if p := s.Ask(t, method, path).Problem(t, problem.EndpointNotFound); p.Resolution != want {
			t.Errorf("%s: %s, want %s", sent, p.Resolution, want)
		}
	}
}

func TestAddressesThatDoNotExist(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path, code := range map[string]problem.Code{
		contract.ToolPath + "products.invent": problem.ToolNotFound,
		contract.ToolPath + "a/b":             problem.ToolNotFound,
		"/api/v2/tools/products.get":          problem.EndpointNotFound,
		"/sandbox/reset":                      problem.EndpointNotFound, // of a sandbox alone
		"/info":                               problem.EndpointNotFound,
		"/../etc/passwd":                      problem.EndpointNotFound,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		s.Do(t, "", r).Problem(t, code)
	}
}

func TestABrowserMayCall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	preflight := s.Request(t, "", "products.get", nil)
	preflight.Method = http.MethodOptions
	preflight.Header.Set("Origin", "https://elsewhere.example")
	preflight.Header.Set("Access-Control-Request-Method", "POST")
	preflight.Header.Set("Access-Control-Request-Headers", "authorization, content-type")
	resp, err := http.DefaultClient.Do(preflight)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 204 || resp.Header.Get("Access-Control-Allow-Origin") != "*" || resp.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("preflight: %d, %v", resp.StatusCode, resp.Header)
	}
	r := s.Request(t, "", "products.get", []byte(`{"slug":"round-metal"}`))
	r.Header.Set("Origin", "https://elsewhere.example")
	reply := s.Do(t, "products.get", r)
	exposed := reply.Header.Get("Access-Control-Expose-Headers")
	for _, name := range []string{"RateLimit", "Retry-After", "X-Request-Id"} {
		if !strings.Contains(exposed, name) {
			t.Errorf("%s is not exposed: %q", name, exposed)
		}
	}
}
