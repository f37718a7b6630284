package main_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

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

// twice calls an operation with an Idempotency-Key, and again as one does who had no answer: the bytes are the same.
func (p party) twice(t *testing.T, tool string, body object, once string, result any) {
	t.Helper()
	first := p.once(t, tool, body, once, result)
	if again := p.once(t, tool, body, once, nil); !bytes.Equal(first, again) {
		t.Errorf("%s became %s", first, again)
	}
}

// says calls an operation that must succeed with this result.
func (p party) says(t *testing.T, tool string, body object, want any) {
	t.Helper()
	var got any
	p.ok(t, tool, body, &got)
	if !servertest.SameJSON(got, want) {
		t.Errorf("%s %v says\n%v\nwant\n%v", tool, body, got, want)
	}
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
