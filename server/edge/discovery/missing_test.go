package discovery_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// An address that programs probe and that does not exist gives a problem to all
// of them: they would take a page for a match.
func TestAnUnknownAddressIsAProblem(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{
		"/.well-known/agent-card.json", "/.well-known/agent.json", "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp",
		"/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", "/.well-known/ai-plugin.json", "/.well-known/ucp",
		"/.well-known/mcp", "/.well-known/mcp/catalog.json", "/.well-known/acp.json", "/.well-known/did.json", "/.well-known/", "/.well-known", "/.well-known/../.well-known/x",
		"/api", "/api/", "/api/v1", "/api/v1/tools/", "/api/mcp/other", "/api/docs",
	} {
		for _, accept := range []string{"", browser, "application/json"} {
			got := s.Ask(t, "GET", path, "Accept", accept)
			code := problem.EndpointNotFound
			if strings.HasSuffix(path, "/tools/") {
				code = problem.ToolNotFound
			}
			got.Problem(t, code)
			if got.Header.Get("Content-Type") != problem.MediaType || got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %v", path, got.Header)
			}
		}
	}
}

// A browser gets a page; a caller that accepts JSON equally gets a problem.
func TestABrowserGetsAPageForAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/nowhere", "/docs/nowhere", "/problems/no_such_problem", "/a%3Cscript%3Eb", "/apis"} {
		for _, method := range []string{"GET", "HEAD"} {
			got := s.AskUnchecked(t, method, path, "Accept", browser)
			if got.Status != 404 || got.Header.Get("Content-Type") != "text/html; charset=utf-8" || got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s: %d %v", method, path, got.Status, got.Header)
			}
			page := string(got.Body)
			if method == "GET" && (!strings.Contains(page, got.Header.Get("X-Request-Id")) || !strings.Contains(page, "_not_found</code>") || strings.Contains(page, "<script>")) {
				t.Errorf("%s: %s", path, page)
			}
		}
		for _, accept := range []string{"", "*/*", "application/json, text/html", "application/problem+json", "text/html;q=0.5, application/json"} {
			if got := s.AskUnchecked(t, "GET", path, "Accept", accept); got.Status != 404 || got.Header.Get("Content-Type") != problem.MediaType {
				t.Errorf("%s for %q: %d %v", path, accept, got.Status, got.Header)
			}
		}
		if got := s.AskUnchecked(t, "POST", path, "Accept", browser); got.Header.Get("Content-Type") != problem.MediaType {
			t.Errorf("POST %s: %d %v", path, got.Status, got.Header)
		}
	}
	s.Ask(t, "GET", "/problems/no_such_problem", "Accept", browser)
}

// No page runs scripts that are injected into it.
func TestPagesRunNoInjectedScripts(t *testing.T) {
	t.Parallel()
	s := shop(t)
	for _, path := range []string{"/", "/problems/invalid_json", "/no such page"} {
		page := s.AskUnchecked(t, "GET", strings.ReplaceAll(path, " ", "%20"), "Accept", "text/html")
		if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || page.Header.Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %v", path, page.Header)
		}
	}
}
