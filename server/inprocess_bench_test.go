package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"syscall"
	"testing"

	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
)

// The share of a call that is not spent in the database is the difference
// between BenchmarkInProcess/… and BenchmarkDatabase/…: the same call without
// the network, and its query only. cpu-ns/op is the CPU time of this process,
// without the wait for PostgreSQL, which varies by more than the difference of
// interest.

// answer discards the body of a response.
type answer struct {
	header http.Header
	status int
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) Write(p []byte) (int, error) { return len(p), nil }
func (a *answer) WriteHeader(status int)      { a.status = status }

func BenchmarkInProcess(b *testing.B) {
	s := servertest.New(b, servertest.Options{})
	key := s.Key(b, "all")
	unaided, aided := inProcess(b, s, server.MemoryOptions{}), inProcess(b, s, server.MemoryOptions{Index: true, ProductCache: 1 << 20})
	for _, c := range []struct {
		name, tool, body string
		handler          http.Handler
		status           int
	}{
		{"products.get", "products.get", `{"slug":"round-metal"}`, unaided, http.StatusOK},
		{"products.get remembered", "products.get", `{"slug":"round-metal"}`, aided, http.StatusOK},
		{"products.search", "products.search", `{"q":"solbriller","categorySlug":"solbriller","maxPriceOere":150000}`, unaided, http.StatusOK},
		{"products.search remembered", "products.search", `{"q":"round metal"}`, aided, http.StatusOK},
		{"products.get refused", "products.get", `{"slug":5}`, unaided, http.StatusUnprocessableEntity}, // the database is not queried
	} {
		b.Run(c.name, func(b *testing.B) {
			body := bytes.NewReader(nil)
			r := s.Request(b, key, c.tool, []byte(c.body))
			r.URL.Path, r.Body, r.RemoteAddr = contract.ToolPath+c.tool, io.NopCloser(body), "127.0.0.1:4711"
			w := &answer{header: http.Header{}}
			working(b, func() {
				clear(w.header)
				body.Reset([]byte(c.body))
				w.status = http.StatusOK
				if c.handler.ServeHTTP(w, r); w.status != c.status {
					b.Fatal(w.status)
				}
			})
		})
	}
}

func inProcess(b *testing.B, s *servertest.Server, memory server.MemoryOptions) http.Handler {
	b.Helper()
	service := s.Unstarted(b, func(o *server.Options) { o.Memory = memory })
	b.Cleanup(service.Background(context.Background()))
	return service.Handler()
}

func BenchmarkDatabase(b *testing.B) {
	s := servertest.New(b, servertest.Options{})
	b.Run("products.get", func(b *testing.B) {
		working(b, func() {
			if _, err := s.Store.Read().ProductGet(b.Context(), "round-metal"); err != nil {
				b.Fatal(err)
			}
		})
	})
}

// working repeats fn, and also reports the CPU time of this process.
func working(b *testing.B, fn func()) {
	b.Helper()
	worked := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	b.ReportAllocs()
	before := worked()
	for b.Loop() {
		fn()
	}
	b.ReportMetric(float64(worked()-before)/float64(b.N), "cpu-ns/op")
}
