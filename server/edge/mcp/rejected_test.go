package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// rejected is a message that was refused before it was looked at.
type rejected struct {
	JSONRPC string
	ID      any
	Error   struct {
		Code    int
		Message string
		Data    problem.Document
	}
}

// While a client connects it shows nothing but JSON-RPC: a refusal is an error of it, with the status and the
// headers of the problem. What is no message is refused with the problem alone.
func TestARefusedMessageIsAnErrorOfJSONRPC(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota, c.Limits.KeyQuota = 1, 3 })
	away := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	s.MCP(t, "", "ping", object{})
	const initialize = `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for name, c := range map[string]struct {
		s           *servertest.Server
		key, query  string
		body        string
		id          any
		code        problem.Code
		problemOnly bool
	}{
		"a bad key":                      {s, "sfk_bad", "", initialize, "a", problem.InvalidKey, false},
		"a bad key, listing":             {s, "sfk_bad", "", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, 7.0, problem.InvalidKey, false},
		"a bad key, calling":             {s, "sfk_bad", "", callProduct, 1.0, problem.InvalidKey, false},
		"a bad key, telling":             {s, "sfk_bad", "", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, problem.InvalidKey, false},
		"a limit":                        {s, "", "", initialize, "a", problem.RateLimitExceeded, false},
		"an unknown group":               {s, key, "toolsets=stock", initialize, "a", problem.ValidationFailed, false},
		"an unknown parameter, calling":  {s, key, "toolset=stock", callProduct, 1.0, problem.ValidationFailed, false},
		"a fault":                        {away, away.Key(t, "all"), "", initialize, "a", problem.InternalError, false},
		"no message":                     {s, "sfk_bad", "", initialize + "x", nil, problem.InvalidKey, true},
		"a batch":                        {s, "sfk_bad", "", "[" + initialize + "]", nil, problem.InvalidKey, true},
		"no body":                        {s, "sfk_bad", "", "", nil, problem.InvalidKey, true},
		"a message of more than 64 KiB":  {s, "sfk_bad", "", padded(mcp.MostRead + 1), nil, problem.InvalidKey, true},
		"a message of 64 KiB at a limit": {s, "", "", strings.Replace(padded(mcp.MostRead), "tools/call", "tools/list", 1), 1.0, problem.RateLimitExceeded, false},
	} {
		if c.s == away { // all keys are made
			away.Execute(t, "ALTER TABLE api_keys RENAME TO hidden_keys")
		}
		r := c.s.MCPRequest(t, c.key, []byte(c.body))
		r.URL.RawQuery = c.query
		reply := c.s.Do(t, "", r)
		p := reply.Problem(t, c.code)
		h := reply.Header
		if c.code == problem.InvalidKey && h.Get("WWW-Authenticate") == "" || c.code == problem.RateLimitExceeded && h.Get("Retry-After") != "1" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", name, h)
		}
		media := h.Get("Content-Type")
		if c.problemOnly {
			if media != "application/problem+json" {
				t.Errorf("%s: %s %s", name, media, reply.Body)
			}
			continue
		}
		var m rejected
		if err := json.Unmarshal(reply.Body, &m); err != nil {
			t.Fatalf("%s: %v: %s", name, err, reply.Body)
		}
		if media != "application/json" || m.JSONRPC != "2.0" || m.ID != c.id || m.Error.Code != -32010 ||
			m.Error.Message != p.Detail+" "+p.Resolution || p.Instance != "urn:uuid:"+h.Get("X-Request-Id") {
			t.Errorf("%s: %s %s", name, media, reply.Body)
		}
	}
	away.Execute(t, "ALTER TABLE hidden_keys RENAME TO api_keys")

	other := s.MCPRequest(t, "sfk_bad", []byte(initialize))
	other.Header.Set("Content-Type", "text/plain")
	if reply := s.Do(t, "", other); reply.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%v %s", reply.Header, reply.Body)
	}
}

// The SDK shows why it cannot connect.
func TestTheSDKShowsARefusal(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, version := range mcp.Versions {
		if _, err := dial(t, s, version, "sfk_bad"); err == nil || !strings.Contains(err.Error(), "The key is malformed, unknown, expired or revoked. Send") ||
			!strings.Contains(err.Error(), http.StatusText(http.StatusUnauthorized)) {
			t.Errorf("%s: %v", version, err)
		}
	}
}
