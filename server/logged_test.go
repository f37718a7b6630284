package server_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// Who was refused can be found: by the address, and by the key where it is known.
func TestALineOfARefusalNamesItsCaller(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "orders:read")
	s.Refused(t, key, "products.create", object{"slug": "x"}, problem.InsufficientScope)
	s.Refused(t, key, "orders.get", object{"orderId": "x"}, problem.OrderNotFound)
	s.Refused(t, "sfk_guess", "orders.list", object{}, problem.InvalidKey)
	s.CallMCP(t, key, "orders_get", object{"orderId": "x"})
	s.Get(t, "/nowhere").Problem(t, problem.EndpointNotFound)
	lines := logged(t, s, "refused")
	if len(lines) != 5 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines {
		actor, _ := line["actor"].(string)
		if line["client"] != "127.0.0.1" || strings.HasPrefix(actor, "apikey:") != (i != 2 && i != 4) {
			t.Errorf("%v", line)
		}
	}
}

func TestTheAccessLog(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) { c.AccessLog = true }})
	key := s.Key(t, "catalog:read")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	s.Get(t, "/products?q=hemmeligt")
	s.Get(t, "/nowhere").Problem(t, problem.EndpointNotFound)
	s.Get(t, "/previews/hemmeligt") // whoever has its address may read it
	s.CallMCP(t, key, "products_get", object{"slug": "round-metal"})
	var got []string
	for _, line := range logged(t, s, "request") {
		path, _ := line["path"].(string)
		got = append(got, path)
		if bytes, _ := line["bytes"].(float64); bytes == 0 || line["client"] != "127.0.0.1" || line["method"] == "" || line["took"] == nil || line["request"] == "" {
			t.Errorf("%v", line)
		}
		if actor, _ := line["actor"].(string); strings.HasPrefix(actor, "apikey:") != strings.HasPrefix(path, "/api/") {
			t.Errorf("%v", line)
		}
	}
	if want := "/api/v1/tools/products.get /products /nowhere /previews/… /api/mcp"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
	if strings.Contains(s.Log.String(), "hemmeligt") || strings.Contains(s.Log.String(), key) {
		t.Error("the log has a query, a key or a preview")
	}
	quiet := servertest.New(t, servertest.Options{})
	quiet.Get(t, "/products")
	if lines := logged(t, quiet, "request"); len(lines) != 0 {
		t.Errorf("without the setting: %v", lines)
	}
}

// A proxy that nobody named is noticed, once.
func TestHeadersOfAProxyThatIsNotTrusted(t *testing.T) {
	t.Parallel()
	for trusted, want := range map[string]int{"": 1, "127.0.0.0/8": 0, "10.0.0.0/8": 1} {
		s := servertest.New(t, servertest.Options{Config: func(c *config.Serve) {
			if trusted != "" {
				c.TrustedProxies = config.Prefixes{netip.MustParsePrefix(trusted)}
			}
		}})
		s.Get(t, "/healthz")
		for _, header := range []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"} {
			s.Ask(t, http.MethodGet, "/healthz", header, "192.0.2.1")
		}
		lines := 0
		for line := range strings.Lines(s.Log.String()) {
			if strings.Contains(line, "STOREFRONT_TRUSTED_PROXIES") {
				lines++
			}
		}
		if lines != want {
			t.Errorf("%q: %d lines, want %d", trusted, lines, want)
		}
	}
}
