package main_test

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/storefront/storefront/server/test/servertest"
)

// protocol calls an operation, with a key unless that is "", and with the value of an
// Idempotency-Key unless that is "". The answer is validated against the contract.
type protocol func(t *testing.T, key, tool string, body object, once string) answer

// overREST returns the service's REST interface.
func overREST(s *serving) protocol {
	return func(t *testing.T, key, tool string, body object, once string) answer {
		t.Helper()
		got, err := s.send(t.Context(), key, tool, body, once)
		if err != nil {
			t.Fatal(err)
		}
		servertest.Conform(t, tool, servertest.Reply{Status: got.status, Header: got.header, Body: got.body})
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
		servertest.ConformOutcome(t, tool, servertest.Outcome{Reply: servertest.Reply{Body: got.body}, Refused: result.IsError})
		if result.IsError {
			got.status = problemIn(t, got.body).Status
		} else if told := decoded(t, got.body); !reflect.DeepEqual(told, result.StructuredContent) {
			t.Errorf("%s: the structured content is %v, the text %s", tool, result.StructuredContent, got.body)
		}
		return got
	}
}

func decoded(t *testing.T, text []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}

// session connects a client that sends the key, unless it is "", with each of its requests.
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

// bearer sends a key, unless it is "", with every request.
type bearer string

// RoundTrip sends the request.
func (key bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(context.WithoutCancel(r.Context()))
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+string(key))
	}
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
