package problem_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

// A fault that a handler finds is reported as those of a schema are.
func TestInvalid(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	p := problem.Invalid("/patch/value", schema.CodeMaximum, "must be at most 100", `Set "patch.value" to at most 100.`,
		schema.Correction{Do: schema.Set, Value: "100"})
	if err := p.Write(w, "https://shop.example", uuid.New()); err != nil {
		t.Fatal(err)
	}
	var got problem.Document
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := schema.Fault{Pointer: "/patch/value", Code: "maximum", Detail: "must be at most 100"}
	if w.Code != 422 || got.Code != problem.ValidationFailed || len(got.Errors) != 1 || got.Errors[0] != want ||
		got.Detail != "patch/value must be at most 100." || got.Resolution != `Set "patch.value" to at most 100.` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if next := p.Next(); !reflect.DeepEqual(next, []problem.Step{problem.Set("patch.value", "100")}) {
		t.Errorf("%+v", next)
	}
}

// discarded is a response writer that discards the body.
type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}

func BenchmarkWrite(b *testing.B) {
	p := problem.New(problem.ValidationFailed, "q is a number.", "Send q as a string.")
	p.Errors = []schema.Fault{{Pointer: "/q", Detail: "is a number", Fix: "Send a string."}}
	id := uuid.MustParse("01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e10")
	w := discarded{http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.header)
		if err := p.Write(w, "https://shop.example", id); err != nil {
			b.Fatal(err)
		}
	}
}
