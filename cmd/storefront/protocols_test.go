package main_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// protocol calls an operation with a key, and with the value of an Idempotency-Key
// unless that is "".
type protocol func(t *testing.T, key, tool string, body object, once string) answer

// overREST returns the service's REST interface.
func overREST(s *serving) protocol {
	return func(t *testing.T, key, tool string, body object, once string) answer {
		t.Helper()
		got, err := s.send(t.Context(), key, tool, body, once)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
}

// overMCP returns the service as the client of the Go SDK sees it. The status of a refusal
// is that of its problem.
func overMCP(s *serving) protocol {
	sessions := map[string]*mcp.ClientSession{}
	return func(t *testing.T, key, tool string, body object, once string) answer {
		t.Helper()
		if sessions[key] == nil {
			sessions[key] = s.session(t, key)
		}
		params := &mcp.CallToolParams{Name: strings.ReplaceAll(tool, ".", "_"), Arguments: body}
		if once != "" {
			params.Meta = mcp.Meta{"idempotencyKey": once}
		}
		result, err := sessions[key].CallTool(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := result.Content[0].(*mcp.TextContent)
		if !ok || len(result.Content) != 1 {
			t.Fatalf("%s: %+v", tool, result)
		}
		got := answer{status: http.StatusOK, body: []byte(text.Text)}
		if result.IsError {
			got.status = problemIn(t, got.body).Status
		}
		return got
	}
}

// session connects a client that sends the key with each of its requests.
func (s *serving) session(t *testing.T, key string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "storefront-tests", Version: "1.0.0"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: s.url + "/api/mcp", HTTPClient: &http.Client{Transport: bearer(key)},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // the server may have stopped
	return session
}

// bearer sends a key with every request.
type bearer string

// RoundTrip sends the request.
func (key bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(context.WithoutCancel(r.Context()))
	r.Header.Set("Authorization", "Bearer "+string(key))
	return http.DefaultTransport.RoundTrip(r)
}

// problemDocument is what the tests read of one.
type problemDocument struct {
	Status                   int
	Code, Detail, Resolution string
}

func problemIn(t *testing.T, body []byte) (p problemDocument) {
	t.Helper()
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return p
}

// party calls over a protocol with a key.
type party struct {
	call protocol
	key  string
}

// ok calls an operation that must succeed; the result is decoded into result.
func (p party) ok(t *testing.T, tool string, body object, result any) {
	t.Helper()
	p.once(t, tool, body, "", result)
}

// once is ok with an Idempotency-Key. It returns the bytes of the answer.
func (p party) once(t *testing.T, tool string, body object, once string, result any) []byte {
	t.Helper()
	got := p.call(t, p.key, tool, body, once)
	if got.status != http.StatusOK {
		t.Fatalf("%s %v: %d %s", tool, body, got.status, got.body)
	}
	if result != nil {
		if err := json.Unmarshal(got.body, &struct{ Result any }{result}); err != nil {
			t.Fatalf("%s: %v: %s", tool, err, got.body)
		}
	}
	return got.body
}

// refused calls an operation that must be refused with the status and the code, and says
// what to do.
func (p party) refused(t *testing.T, tool string, body object, once string, status int, code string) problemDocument {
	t.Helper()
	got := p.call(t, p.key, tool, body, once)
	if got.status == http.StatusOK {
		t.Fatalf("%s %v: %s", tool, body, got.body)
	}
	found := problemIn(t, got.body)
	if got.status != status || found.Code != code || found.Resolution == "" {
		t.Errorf("%s %v: %d %s, want %d %s", tool, body, got.status, got.body, status, code)
	}
	return found
}
