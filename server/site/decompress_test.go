package site

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

// A caller that does not read is disconnected, so that the next one is served.
func TestASlowCallerIsDisconnected(t *testing.T) {
	t.Parallel()
	e, err := writeEdition(t.Context(), func(_ context.Context, w *editionWriter) error {
		for name, megabytes := range map[string]int{"large": 64, "small": 1} { // a connection buffers a few
			to, err := w.file(name)
			if err != nil {
				return err
			}
			for range megabytes {
				if _, err := to.Write(make([]byte, 1<<20)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.close()
	s := &Site{decompressing: &decompressor{slots: make(chan struct{}, 1), rate: 1 << 30, grace: 500 * time.Millisecond}}
	router := echo.New()
	router.GET("/:name", func(c echo.Context) error { return s.send(c, e, c.Param("name"), "application/xml", false) })
	listening := httptest.NewServer(router)
	defer listening.Close()
	ask := func(path string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, listening.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "identity")
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	slow := ask("/large")
	defer slow.Body.Close()
	next := ask("/small")
	defer next.Body.Close()
	if text, err := io.ReadAll(next.Body); next.StatusCode != http.StatusOK || len(text) != 1<<20 || err != nil {
		t.Errorf("the next caller: %d, %d bytes, %v", next.StatusCode, len(text), err)
	}
	if n, err := io.Copy(io.Discard, slow.Body); err == nil {
		t.Errorf("the slow caller was sent all %d bytes", n)
	}
}
