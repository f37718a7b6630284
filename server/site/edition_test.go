package site

import (
	"compress/gzip"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
)

// An edition for an address that has one is written before those for new addresses, which
// are written in their order.
func TestKnownAddressesAreServedFirst(t *testing.T) {
	t.Parallel()
	var written []string
	p := newPublisher("The file", slog.New(slog.DiscardHandler), time.Now, func(_ context.Context, base string, _ *editionWriter) error {
		written = append(written, base)
		return nil
	})
	ask := func(base string) {
		if r, _, err := p.request(base); r == nil || err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
	ask("known")
	p.write(t.Context(), p.nextRequest())
	_ = p.Changed("products", nil)
	for _, base := range []string{"second", "first", "known"} {
		ask(base)
	}
	for range 3 {
		p.write(t.Context(), p.nextRequest())
	}
	if want := []string{"known", "known", "second", "first"}; !slices.Equal(written, want) || p.nextRequest() != nil {
		t.Errorf("%q, want %q", written, want)
	}
}

// Hosts that somebody makes up do not keep the shop from its files: the least asked for goes first.
func TestTheLeastAskedForGoesFirst(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_700_000_000, 0)
	p := newPublisher("The file", slog.New(slog.DiscardHandler), func() time.Time { now = now.Add(time.Second); return now },
		func(context.Context, string, *editionWriter) error { return nil })
	ask := func(base string) bool {
		r, _, err := p.request(base)
		if r != nil {
			p.write(t.Context(), p.nextRequest())
		}
		return err == nil && p.editions[base] != nil
	}
	for i := range maxEditions {
		ask(fmt.Sprint("made up ", i))
	}
	for range 3 {
		if !ask("the shop") {
			t.Error("the shop has no edition")
		}
	}
	for i := range 10 * maxAsked {
		if ask(fmt.Sprint("another ", i)); p.editions["the shop"] == nil {
			t.Fatalf("the shop lost its edition to address %d", i)
		}
		if i%20 == 0 {
			ask("the shop")
		}
	}
	if len(p.editions) > maxEditions || len(p.asked) > maxAsked+1 {
		t.Errorf("%d editions, %d addresses", len(p.editions), len(p.asked))
	}
}

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

// Above 50,000 addresses there are parts, and a list of them.
func TestALongSitemapHasParts(t *testing.T) {
	t.Parallel()
	for count, parts := range map[int]int{0: 1, 1: 1, maxAddresses: 1, maxAddresses + 1: 2, 2*maxAddresses + 1: 3} {
		e, err := writeEdition(t.Context(), func(_ context.Context, w *editionWriter) error {
			m := &sitemapWriter{editionWriter: w, base: "https://shop.example"}
			for i := range count {
				if err := m.add(fmt.Sprintf("/products/p-%d", i), time.Unix(int64(i), 0)); err != nil {
					return err
				}
			}
			return m.end()
		})
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Parts []string `xml:"sitemap>loc"`
			URLs  []string `xml:"url>loc"`
		}
		read(t, e, sitemapFile, &list)
		if parts == 1 && (len(list.URLs) != count || len(list.Parts) != 0) || parts > 1 && (len(list.Parts) != parts || len(list.URLs) != 0) {
			t.Errorf("%d addresses: %d parts, %d addresses in the list", count, len(list.Parts), len(list.URLs))
		}
		seen := map[string]bool{}
		for i := range parts {
			name := fmt.Sprintf("%d.xml", i+1)
			if parts > 1 && list.Parts[i] != "https://shop.example/sitemaps/"+name {
				t.Errorf("part %d is at %s", i, list.Parts[i])
			}
			var part struct {
				URLs []string `xml:"url>loc"`
			}
			read(t, e, name, &part)
			if len(part.URLs) > maxAddresses {
				t.Errorf("a part has %d", len(part.URLs))
			}
			for _, u := range part.URLs {
				seen[u] = true
			}
		}
		if len(seen) != count {
			t.Errorf("%d addresses, %d in the parts", count, len(seen))
		}
		e.close()
	}
}

func read(t *testing.T, e *edition, name string, into any) {
	t.Helper()
	if _, err := e.files[name].Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(e.files[name])
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.NewDecoder(unpacked).Decode(into); err != nil {
		t.Fatal(err)
	}
}
