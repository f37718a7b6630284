package problem

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/schema"
)

// discarded is a response writer that discards the body.
type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}

func BenchmarkWrite(b *testing.B) {
	p := New(ValidationFailed, "q is a number.", "Send q as a string.")
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
