package mcp_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

const pingMCP = `{"jsonrpc":"2.0","id":"p","method":"ping"}`

func TestRequestsThatAreNotMessages(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for name, c := range map[string]struct {
		body   string
		change func(*http.Request)
		code   problem.Code
	}{
		"no body":                  {"", func(*http.Request) {}, problem.BodyRequired},
		"another type":             {pingMCP, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }, problem.UnsupportedMediaType},
		"no JSON wanted":           {pingMCP, func(r *http.Request) { r.Header.Set("Accept", "text/event-stream") }, problem.NotAcceptable},
		"too large":                {`"` + strings.Repeat("x", 1<<20) + `"`, func(*http.Request) {}, problem.BodyTooLarge},
		"too large, length unsaid": {`"` + strings.Repeat("x", 1<<20) + `"`, func(r *http.Request) { r.ContentLength = -1 }, problem.BodyTooLarge},
		"a bad key":                {pingMCP, func(r *http.Request) { r.Header.Set("Authorization", "Bearer sfk_bad") }, problem.InvalidKey},
		"a foreign page":           {pingMCP, func(r *http.Request) { r.Header.Set("Origin", "https://elsewhere.example") }, problem.OriginNotAllowed},
		"GET":                      {"", func(r *http.Request) { r.Method = http.MethodGet }, problem.MethodNotAllowed},
		"DELETE":                   {"", func(r *http.Request) { r.Method = http.MethodDelete }, problem.MethodNotAllowed},
	} {
		r := s.MCPRequest(t, "", []byte(c.body))
		c.change(r)
		reply := s.Do(t, "", r)
		reply.Problem(t, c.code)
		if allow := reply.Header.Get("Allow"); c.code == problem.MethodNotAllowed && !strings.Contains(allow, "POST") {
			t.Errorf("%s: Allow %q", name, allow)
		}
	}
}

func TestMessagesThatCannotBeAnswered(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for name, c := range map[string]struct {
		body         string
		status, code int
	}{
		"cut off":                  {`{"jsonrpc":"2.0",`, 400, -32700},
		"data after it":            {pingMCP + "x", 400, -32700},
		"a batch":                  {"[" + pingMCP + "]", 400, -32600},
		"a fraction for an id":     {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 400, -32600},
		"an object for an id":      {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, 400, -32600},
		"another JSON-RPC":         {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, 400, -32600},
		"a request without id":     {`{"jsonrpc":"2.0","method":"tools/list"}`, 400, -32600},
		"a method not offered":     {`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`, 200, -32601},
		"a page of tools":          {`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}`, 200, -32602},
		"parameters in an array":   {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}`, 400, -32602},
		"null":                     {`null`, 400, -32700},
		"no method":                {`{"jsonrpc":"2.0","id":1,"METHOD":"ping"}`, 400, -32600},
		"a name twice":             {`{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, 400, -32700},
		"a tool twice":             {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","name":"orders_list"}}`, 400, -32700},
		"an id beyond the doubles": {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, 400, -32600},
		"bytes that are no text":   {"{\"jsonrpc\":\"2.0\",\"id\":\"a\xff\",\"method\":\"ping\"}", 400, -32700},
	} {
		m := s.DoMCP(t, s.MCPRequest(t, "", []byte(c.body)))
		if m.Error == nil || m.Error.Code != c.code || m.Reply.Status != c.status {
			t.Errorf("%s: %d %s", name, m.Reply.Status, m.Reply.Body)
		}
	}
}

// Null for the params is no params.
func TestNullForParams(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, method := range []string{"ping", "tools/list", "initialize", "tools/call", "prompts/list"} {
		without := s.DoMCP(t, s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`"}`)))
		null := s.DoMCP(t, s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":null}`)))
		if null.Reply.Status != without.Reply.Status || string(null.Reply.Body) != string(without.Reply.Body) {
			t.Errorf("%s: %d %s\nwithout: %d %s", method, null.Reply.Status, null.Reply.Body, without.Reply.Status, without.Reply.Body)
		}
		if failed := method == "initialize" || method == "tools/call" || method == "prompts/list"; (null.Error != nil) != failed {
			t.Errorf("%s: %s", method, null.Reply.Body)
		}
	}
}

func TestTheHeadersOfTheNewestVersionAreValidated(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	if m := s.NewestMCP(t, "", "prompts/list", object{}); m.Error == nil || m.Error.Code != -32601 || m.Reply.Status != 404 {
		t.Errorf("%d %s", m.Reply.Status, m.Reply.Body)
	}
	if m := s.NewestMCP(t, "", "server/discover", object{}); !strings.Contains(string(m.Result), `"2025-11-25"`) {
		t.Errorf("%s", m.Reply.Body)
	}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"products_get","arguments":{"slug":"round-metal"},"_meta":{
		"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	for name, change := range map[string]func(http.Header){
		"as they should be": func(http.Header) {},
		"no method":         func(h http.Header) { h.Del("Mcp-Method") },
		"another method":    func(h http.Header) { h.Set("Mcp-Method", "tools/list") },
		"no name":           func(h http.Header) { h.Del("Mcp-Name") },
		"another name":      func(h http.Header) { h.Set("Mcp-Name", "products_delete") },
		"no version":        func(h http.Header) { h.Del("Mcp-Protocol-Version") },
		"another version":   func(h http.Header) { h.Set("Mcp-Protocol-Version", "2025-11-25") },
		"a version to be":   func(h http.Header) { h.Set("Mcp-Protocol-Version", "2099-01-01") },
	} {
		r := s.MCPRequest(t, "", []byte(call))
		r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
		r.Header.Set("Mcp-Method", "tools/call")
		r.Header.Set("Mcp-Name", "products_get")
		change(r.Header)
		if m := s.DoMCP(t, r); (m.Error == nil || m.Reply.Status != 400) == (name != "as they should be") {
			t.Errorf("%s: %d %s", name, m.Reply.Status, m.Reply.Body)
		}
	}
}

// Metadata that the SDK refuses in the newest version is refused for every
// method.
func TestTheTypesOfMetadataAreValidated(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, extra := range []string{`"io.modelcontextprotocol/clientInfo":{"name":7}`, `"io.modelcontextprotocol/clientCapabilities":{"roots":5}`} {
		for _, method := range []string{"tools/list", "tools/call"} {
			meta := `"io.modelcontextprotocol/protocolVersion":"2026-07-28",` + extra
			if !strings.Contains(extra, "Capabilities") {
				meta += `,"io.modelcontextprotocol/clientCapabilities":{}`
			}
			r := s.MCPRequest(t, "", []byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"name":"categories_list","_meta":{`+meta+`}}}`))
			r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", method)
			r.Header.Set("Mcp-Name", "categories_list")
			if m := s.DoMCP(t, r); m.Error == nil || m.Reply.Status != 400 {
				t.Errorf("%s with %s: %d %s", method, extra, m.Reply.Status, m.Reply.Body)
			}
		}
	}
}

func TestNotificationsAreAccepted(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized","params":null}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":null}`,
		// Those that nobody knows have no answer either.
		`{"jsonrpc":"2.0","method":"notifications/invented"}`, `{"jsonrpc":"2.0","method":"invented","params":{"a":1}}`,
		`{"jsonrpc":"2.0","method":"notifications/invented","params":null}`, `{"jsonrpc":"2.0","id":null,"method":"notifications/invented"}`,
	} {
		if reply := s.Do(t, "", s.MCPRequest(t, "", []byte(body))); reply.Status != 202 || len(reply.Body) > 0 {
			t.Errorf("%s: %d %s", body, reply.Status, reply.Body)
		}
	}
}

func TestARequestOverMCPTakesOneToken(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, nil)
	_, key := s.Grant(t, auth.Grant{Scopes: []string{"catalog:read"}, Quota: 3})
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil) // the same bucket
	if o := s.CallMCP(t, key, "products_get", object{"slug": "round-metal"}); o.Refused {
		t.Fatalf("%s", o.Reply.Body)
	}
	m := s.MCP(t, key, "tools/list", object{})
	if m.Reply.Header.Get("RateLimit") != `"api-key";r=0;t=1` {
		t.Errorf("RateLimit %q", m.Reply.Header.Get("RateLimit"))
	}
	reply := s.Do(t, "", s.MCPRequest(t, key, []byte(pingMCP)))
	reply.Problem(t, problem.KeyRateLimitExceeded)
	if reply.Header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q", reply.Header.Get("Retry-After"))
	}
	clock.Advance(time.Second)
	s.MCP(t, key, "ping", object{})
}

func TestTheOriginsThatMayCallMCP(t *testing.T) {
	t.Parallel()
	open := servertest.New(t, servertest.Options{})
	configured := servertest.New(t, servertest.Options{Config: func(c *config.Serve) {
		c.BaseURL, c.AllowedOrigins = "https://shop.example/", []string{"https://chat.example"}
	}})
	for _, c := range []struct {
		s            *servertest.Server
		origin, host string
		allowed      bool
	}{
		{open, "http://localhost:6274", "", true},
		{open, "http://127.0.0.1", "", true},
		{open, "http://[::1]:8080", "", true},
		{open, open.URL, "", true},
		{open, "http://LOCALHOST:1", "", true},
		{open, "http://elsewhere.example@localhost", "", false},
		{open, "http://localhost/path", "", false},
		{open, "https://shop.example", "", false},
		{open, "http://rebound.example", "rebound.example", false}, // a name that was given this machine's address
		{open, "null", "", false},
		{open, "", "", false},
		{open, "http://localhost.elsewhere.example", "", false},
		{open, "file://localhost", "", false},
		{configured, "https://shop.example", "", true},
		{configured, "https://SHOP.example:443", "", true},
		{configured, "http://shop.example", "", false},
		{configured, "https://chat.example", "", true},
		{configured, "https://chat.example.elsewhere.example", "", false},
		{configured, "http://rebound.example", "rebound.example", false},
	} {
		r := c.s.MCPRequest(t, "", []byte(pingMCP))
		r.Header["Origin"], r.Host = []string{c.origin}, c.host
		reply := c.s.Do(t, "", r)
		if !c.allowed {
			reply.Problem(t, problem.OriginNotAllowed)
		} else if reply.Status != 200 {
			t.Errorf("%s: %d %s", c.origin, reply.Status, reply.Body)
		}
		if c.origin == "" {
			continue
		}
		r.Method, r.Body = http.MethodOptions, http.NoBody // a preflight promises what the POST allows
		r.Header.Set("Access-Control-Request-Method", "POST")
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		origin, methods := resp.Header.Get("Access-Control-Allow-Origin"), resp.Header.Get("Access-Control-Allow-Methods")
		if resp.StatusCode != 204 || (origin == "*" && methods == "POST") != c.allowed || (origin == "" && methods == "") == c.allowed {
			t.Errorf("the preflight from %s: %d, %q %q", c.origin, resp.StatusCode, origin, methods)
		}
	}
}

func TestABrowserMaySendWhatMCPNeeds(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	r := s.MCPRequest(t, "", nil)
	r.Method = http.MethodOptions
	r.Header.Set("Origin", "http://localhost:6274")
	r.Header.Set("Access-Control-Request-Method", "POST")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	allowed := strings.ToLower(resp.Header.Get("Access-Control-Allow-Headers"))
	for _, name := range []string{"authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"} {
		if !strings.Contains(allowed, name) {
			t.Errorf("%s may not be sent: %q", name, allowed)
		}
	}
}
