package mcp_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

const callProduct = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"round-metal"}}}`

// padded returns the call with white space up to that size in bytes.
func padded(size int) string {
	return callProduct + strings.Repeat(" ", size-len(callProduct))
}

// A call beyond a limit is a result of the tool, so that the session lasts and
// the model reads when to go on.
func TestACallBeyondALimitIsAResult(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 1 })
	_, key := s.Grant(t, auth.Grant{Scopes: []string{"catalog:read"}, Quota: 1})
	arguments := func() object {
		return object{"name": "products_get", "arguments": object{"slug": "round-metal"}}
	}
	eras := map[string]func(key string) servertest.Message{
		"2025-11-25": func(key string) servertest.Message { return s.MCP(t, key, "tools/call", arguments()) },
		"2026-07-28": func(key string) servertest.Message { return s.NewestMCP(t, key, "tools/call", arguments()) },
	}
	for version, call := range eras {
		for policy, c := range map[string]struct {
			key  string
			code problem.Code
		}{"anonymous": {"", problem.RateLimitExceeded}, "api-key": {key, problem.KeyRateLimitExceeded}} {
			if o := call(c.key).Outcome(t, "products_get"); o.Refused {
				t.Fatalf("%s, %s: %s", version, policy, o.Reply.Body)
			}
			m := call(c.key)
			o := m.Outcome(t, "products_get")
			p := o.Reply.Problem(t, c.code)
			if m.Reply.Status != http.StatusOK || !o.Refused || p.RetryAfter != 1 || p.Resolution != "Wait 1 s before the next call." {
				t.Errorf("%s, %s: %d %s", version, policy, m.Reply.Status, m.Reply.Body)
			}
			h := m.Reply.Header
			if h.Get("RateLimit") != fmt.Sprintf("%q;r=0;t=1", policy) || h.Get("Retry-After") != "1" || h.Get("Cache-Control") != "no-store" {
				t.Errorf("%s, %s: %v", version, policy, h)
			}
			clock.Advance(time.Second)
			if o := call(c.key).Outcome(t, "products_get"); o.Refused {
				t.Errorf("%s, %s: the call after the wait: %s", version, policy, o.Reply.Body)
			}
			clock.Advance(time.Second)
		}
	}
}

func TestWhatIsAResultBeyondALimitAndWhatIsNot(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AnonymousQuota = 1 })
	s.MCP(t, "", "ping", object{})
	none := func(http.Header) {}
	newest := func(h http.Header) { h.Set("Mcp-Protocol-Version", "2026-07-28") }
	for name, c := range map[string]struct {
		body   string
		change func(http.Header)
		result bool
	}{
		"a call":                   {callProduct, none, true},
		"a call of nothing":        {strings.Replace(callProduct, "products_get", "invented", 1), none, true},
		"the largest call":         {padded(mcp.MostRead), none, true},
		"a larger call":            {padded(mcp.MostRead + 1), none, false},
		"a call without its parts": {callProduct, newest, false},
		"a duplicate header":       {callProduct, func(h http.Header) { h["Mcp-Method"] = []string{"tools/call", "tools/call"} }, false},
		"another media type":       {callProduct, func(h http.Header) { h.Set("Content-Type", "text/plain") }, false},
		"no JSON wanted":           {callProduct, func(h http.Header) { h.Set("Accept", "text/html") }, false},
		"a call without id":        {strings.Replace(callProduct, `"id":1,`, "", 1), none, false},
		"a call with two ids":      {strings.Replace(callProduct, `"id":1,`, `"id":1,"id":2,`, 1), none, false},
		"a batch":                  {"[" + callProduct + "]", none, false},
		"initialize":               {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, none, false},
		"a list":                   {`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, none, false},
		"a notification":           {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, none, false},
		"no body":                  {"", none, false},
	} {
		r := s.MCPRequest(t, "", []byte(c.body))
		c.change(r.Header)
		reply := s.Do(t, "", r)
		if !c.result {
			reply.Problem(t, problem.RateLimitExceeded)
		} else if reply.Status != http.StatusOK || !strings.Contains(string(reply.Body), `\"retryAfter\":1`) {
			t.Errorf("%s: %d %s", name, reply.Status, reply.Body)
		}
	}
}

// A client that guesses keys has no session that could be lost.
func TestAGuessedKeyBeyondItsLimitIsNoResult(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.AuthAttemptQuota = 1 })
	s.Do(t, "", s.MCPRequest(t, "sfk_guess", []byte(callProduct))).Problem(t, problem.InvalidKey)
	s.Do(t, "", s.MCPRequest(t, "sfk_guess", []byte(callProduct))).Problem(t, problem.AuthenticationRateLimitExceeded)
}
