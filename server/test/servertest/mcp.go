package servertest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
)

// Message is the response to a message over MCP.
type Message struct {
	Reply  Reply
	ID     any
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}

	server *Server
}

// Outcome is the result of a tool over MCP: an envelope or a problem.
type Outcome struct {
	Reply   Reply // Body is the envelope {ok, result} or the problem document, Status that of the problem or 200
	Refused bool
}

// MCPRequest prepares a message over MCP, for tests that change it before Do.
func (s *Server) MCPRequest(t testing.TB, key string, message []byte) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/mcp", bytes.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	return r
}

// MCP sends a request in an older version of the protocol.
func (s *Server) MCP(t testing.TB, key, method string, params any) Message {
	t.Helper()
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	return s.DoMCP(t, s.MCPRequest(t, key, text))
}

// NewestMCP sends a request in the newest version of the protocol; its metadata is added
// to the "_meta" of params.
func (s *Server) NewestMCP(t testing.TB, key, method string, params map[string]any) Message {
	t.Helper()
	meta := Object{"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": Object{}}
	if more, ok := params["_meta"].(Object); ok {
		maps.Copy(meta, more)
	}
	params["_meta"] = meta
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	r := s.MCPRequest(t, key, text)
	r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", method)
	if name, ok := params["name"].(string); ok {
		r.Header.Set("Mcp-Name", name)
	}
	return s.DoMCP(t, r)
}

// DoMCP sends a request and decodes the response message.
func (s *Server) DoMCP(t testing.TB, r *http.Request) Message {
	t.Helper()
	m := Message{Reply: s.Do(t, "", r), server: s}
	if err := json.Unmarshal(m.Reply.Body, &m); err != nil || (m.Result == nil) == (m.Error == nil) {
		t.Fatalf("no answer of JSON-RPC: %d %v: %s", m.Reply.Status, err, m.Reply.Body)
	}
	return m
}

// CallMCP calls an operation over MCP and validates the result against the
// contract, as Call does over HTTP.
func (s *Server) CallMCP(t testing.TB, key, tool string, arguments any) Outcome {
	t.Helper()
	params := map[string]any{"name": tool, "arguments": arguments}
	return s.MCP(t, key, "tools/call", params).Outcome(t, tool)
}

// Outcome decodes the result of a tools/call of that tool and validates it
// against the contract.
func (m Message) Outcome(t testing.TB, tool string) Outcome {
	t.Helper()
	var result struct {
		Content           []struct{ Type, Text string }
		StructuredContent json.RawMessage
		IsError           bool
	}
	if err := json.Unmarshal(m.Result, &result); err != nil || len(result.Content) != 1 || result.Content[0].Type != "text" {
		t.Fatalf("no result of a tool: %v: %s", err, m.Reply.Body)
	}
	o := Outcome{Reply: Reply{Status: http.StatusOK, Header: http.Header{}, Body: []byte(result.Content[0].Text), expected: &atomic.Bool{}}, Refused: result.IsError}
	ConformOutcome(t, strings.Replace(tool, "_", ".", 1), o)
	if !o.Refused {
		sameJSON(t, o.Reply.Body, result.StructuredContent)
		return o
	}
	var p problem.Document
	if err := json.Unmarshal(o.Reply.Body, &p); err != nil || result.StructuredContent != nil {
		t.Fatalf("no refusal of a tool: %v: %s", err, m.Reply.Body)
	}
	if o.Reply.Status = p.Status; p.Status >= http.StatusInternalServerError {
		m.server.explain(t, tool, m.Reply.Header.Get("X-Request-Id"), o.Reply)
	}
	return o
}

func sameJSON(t testing.TB, a, b []byte) {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%v: %s", err, a)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	if !reflect.DeepEqual(x, y) {
		t.Errorf("%s\nis not\n%s", a, b)
	}
}
