package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/tracing"
	"github.com/storefront/storefront/server/test/servertest"
)

// BenchmarkTraces is a call of products.get from memory without traces, with traces of
// which none is sampled, and with all.
func BenchmarkTraces(b *testing.B) {
	s := servertest.New(b, servertest.Options{})
	key := s.Key(b, "all")
	for _, c := range []struct {
		name  string
		spans *tracing.Tracer
	}{
		{"off", nil},
		{"none sampled", tracing.New(sdk.NewTracerProvider(sdk.WithSampler(sdk.NeverSample())))},
		{"all", tracing.New(sdk.NewTracerProvider())},
	} {
		b.Run(c.name, func(b *testing.B) {
			service := s.Unstarted(b, func(o *server.Options) {
				o.Memory, o.Spans = server.MemoryOptions{Index: true, ProductCache: 1 << 20}, c.spans
			})
			b.Cleanup(service.Background(context.Background()))
			text := []byte(`{"slug":"round-metal"}`)
			body := bytes.NewReader(nil)
			r := s.Request(b, key, "products.get", text)
			r.URL.Path, r.Body, r.RemoteAddr = contract.ToolPath+"products.get", io.NopCloser(body), "127.0.0.1:4711"
			w, handler := &answer{header: http.Header{}}, service.Handler()
			working(b, func() {
				clear(w.header)
				body.Reset(text)
				w.status = http.StatusOK
				if handler.ServeHTTP(w, r); w.status != http.StatusOK {
					b.Fatal(w.status)
				}
			})
		})
	}
}
