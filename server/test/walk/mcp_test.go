package walk_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// A refusal over MCP is the problem that the same call has over HTTP.
func TestEveryRefusalOverMCPIsTheProblemOfHTTP(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	none := s.Key(t, "")
	for _, op := range s.Contract.Tools() {
		for _, c := range []struct {
			key  string
			code problem.Code
		}{{s.Key(t, op.Scope), problem.ValidationFailed}, {none, problem.InsufficientScope}, {"", problem.AuthenticationRequired}} {
			if c.key == "" && op.AnonymousMCP {
				c.code = problem.ValidationFailed
			}
			o := s.CallMCP(t, c.key, op.MCPName, walk.UnknownField)
			got := o.Reply.Problem(t, c.code)
			if c.code != problem.ValidationFailed && op.Anonymous && !op.AnonymousMCP {
				continue // open over HTTP alone
			}
			want := s.Raw(t, c.key, op.Name, walk.UnknownField).Problem(t, c.code)
			if !o.Refused || got.Detail != want.Detail || got.Resolution != want.Resolution || len(got.Errors) != len(want.Errors) {
				t.Errorf("%s: %+v, want %+v", op.Name, got, want)
			}
		}
	}
	p := s.CallMCP(t, "", "products_get", object{"slug": "findes-ikke"}).Reply.Problem(t, problem.ProductNotFound)
	if !strings.HasSuffix(p.Type, "/problems/product_not_found") || p.Resolution == "" {
		t.Errorf("%+v", p)
	}
}

// The transport answers with every status that the contract declares for it.
func TestEveryStatusOfTheTransport(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.KeyQuota = 1 })
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	key := s.Key(t, "all")
	for _, c := range []struct {
		status int
		body   string
		header http.Header
	}{
		{200, ping, nil},
		{202, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil},
		{400, ping[:10], nil},
		{401, ping, http.Header{"Authorization": {"Bearer sfk_bad"}}},
		{403, ping, http.Header{"Origin": {"https://elsewhere.example"}}},
		{404, `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"_meta":{
			"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
			http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"prompts/list"}}},
		{406, ping, http.Header{"Accept": {"text/event-stream"}}}, // declared as default
		{200, ping, http.Header{"Authorization": {"Bearer " + key}}},
		{429, ping, http.Header{"Authorization": {"Bearer " + key}}},
	} {
		r := s.MCPRequest(t, "", []byte(c.body))
		maps.Copy(r.Header, c.header)
		if reply := s.Do(t, "", r); reply.Status != c.status {
			t.Errorf("%s with %v: %d, want %d: %s", c.body, c.header, reply.Status, c.status, reply.Body)
		}
	}
}
