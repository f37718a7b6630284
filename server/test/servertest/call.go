package servertest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// Reply is a response that conforms to the contract.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte

	expected *atomic.Bool // whether the test expected this problem
}

// Text returns the body, decompressed if it is a whole gzip.
func (r Reply) Text() ([]byte, error) {
	if r.Header.Get("Content-Encoding") != "gzip" || len(r.Body) == 0 || r.Status == http.StatusPartialContent {
		return r.Body, nil
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(r.Body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(unpacked)
}

// Call calls an operation with body encoded as JSON, and with the key if it is
// not "". The response is validated against the contract.
func (s *Server) Call(t testing.TB, key, tool string, body any) Reply {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return s.Raw(t, key, tool, text)
}

// Raw is Call with the bytes of the body.
func (s *Server) Raw(t testing.TB, key, tool string, body []byte) Reply {
	t.Helper()
	return s.Do(t, tool, s.Request(t, key, tool, body))
}

// Request prepares a call, for tests that change it before Do.
func (s *Server) Request(t testing.TB, key, tool string, body []byte) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+contract.ToolPath+tool, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	return r
}

// Do sends a request for an operation ("" for any other address) and validates
// the response against the contract; for a method that the address does not
// support, against the operation with the supported method. When the test fails,
// the log lines about each unexpected 5xx are printed.
func (s *Server) Do(t testing.TB, tool string, r *http.Request) Reply {
	t.Helper()
	reply := s.send(t, r)
	name := tool
	if name == "" {
		name = r.URL.Path
	}
	conform(t, name, r.URL.Path, r.Method, reply)
	if reply.Status >= http.StatusInternalServerError {
		s.explain(t, name, reply.Header.Get("X-Request-Id"), reply)
	}
	return reply
}

// OK expects a success and returns the reply of Call; the result is decoded into
// into.
func (s *Server) OK(t testing.TB, key, tool string, body, into any) Reply {
	t.Helper()
	reply := s.Call(t, key, tool, body)
	if reply.Status != http.StatusOK {
		t.Fatalf("%s: status %d: %s", tool, reply.Status, reply.Body)
	}
	reply.Result(t, into)
	return reply
}

// Refused expects a refusal with this code.
func (s *Server) Refused(t testing.TB, key, tool string, body any, code problem.Code) problem.Document {
	t.Helper()
	return s.Call(t, key, tool, body).Problem(t, code)
}

// Result decodes the result of a success; a nil into is ignored.
func (r Reply) Result(t testing.TB, into any) {
	t.Helper()
	if into == nil {
		return
	}
	envelope := struct{ Result any }{into}
	if err := json.Unmarshal(r.Body, &envelope); err != nil {
		t.Fatalf("result: %v: %s", err, r.Body)
	}
}

// Problem expects a problem with this code and returns it.
func (r Reply) Problem(t testing.TB, code problem.Code) problem.Document {
	t.Helper()
	var p problem.Document
	body := r.Body
	var message struct {
		Error struct{ Data json.RawMessage }
	}
	if json.Unmarshal(body, &message) == nil && message.Error.Data != nil { // an error of JSON-RPC holds the problem
		body = message.Error.Data
	}
	if err := json.Unmarshal(body, &p); err != nil {
		t.Fatalf("problem: %v: %s", err, r.Body)
	}
	if p.Code != code || p.Status != r.Status || r.Status != problem.Catalogue[code].Status {
		t.Fatalf("status %d, want the problem %s: %s", r.Status, code, r.Body)
	}
	if r.expected != nil {
		r.expected.Store(true)
	}
	return p
}
