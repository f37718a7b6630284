package server_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/test/servertest"
)

// Long answers of operations, over MCP and of problems are compressed for those who accept it; the text is the same.
func TestLongAnswersAreCompressed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	var faults []string
	for i := range 30 {
		faults = append(faults, fmt.Sprintf(`"unknown%d": 1`, i))
	}
	for name, ask := range map[string]func() *http.Request{
		"an operation": func() *http.Request { return s.Request(t, "", "products.search", []byte(`{}`)) },
		"MCP": func() *http.Request {
			return s.MCPRequest(t, key, []byte(`{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}`))
		},
		"a problem": func() *http.Request {
			return s.Request(t, key, "products.create", []byte("{"+strings.Join(faults, ",")+"}"))
		},
	} {
		send := func(accept string) servertest.Reply {
			r := ask()
			r.Header.Set("Accept-Encoding", accept)
			return s.Do(t, "", r)
		}
		whole := send("identity")
		for accept, packed := range map[string]bool{
			"gzip": true, "GZIP;q=0.1": true, "*": true, "br, gzip": true, "identity;q=0.5, gzip": true, "deflate, *;q=0.2": true,
			"gzip;q=0": false, "gzip;q=0, *": false, "identity, gzip;q=0.5": false, "br": false, "": false, "*;q=0": false, "zstd": false,
		} {
			got := send(accept)
			coding, length := got.Header.Get("Content-Encoding"), got.Header.Get("Content-Length")
			if packed != (coding == "gzip") || !packed && coding != "" || packed && 2*len(got.Body) > len(whole.Body) {
				t.Errorf("%s for %q: %q, %d of %d bytes", name, accept, coding, len(got.Body), len(whole.Body))
			}
			if length != "" && length != strconv.Itoa(len(got.Body)) || !slices.Equal(got.Header.Values("Vary"), []string{"Accept-Encoding", "Origin"}) {
				t.Errorf("%s for %q: %d bytes, %v", name, accept, len(got.Body), got.Header)
			}
			if text, err := got.Text(); err != nil || withoutIDs(text) != withoutIDs(whole.Body) || got.Status != whole.Status {
				t.Errorf("%s for %q: another answer, %v", name, accept, err)
			}
		}
	}
}

// withoutIDs leaves out of a problem what differs each time.
func withoutIDs(body []byte) string {
	before, after, _ := strings.Cut(string(body), "urn:uuid:")
	return before + after[min(36, len(after)):]
}

func TestShortAndEmptyAnswersAreNotCompressed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	tag := s.Ask(t, "GET", "/openapi.json", "Accept-Encoding", "gzip").Header.Get("ETag")
	for _, c := range []struct {
		method, path string
		header       []string
		status       int
	}{
		{"GET", "/readyz", nil, 200},
		{"GET", "/nowhere", nil, 404},
		{"HEAD", "/nowhere", nil, 404},
		{"OPTIONS", "/openapi.json", nil, 204},
		{"GET", "/openapi.json", []string{"If-None-Match", tag}, 304},
	} {
		got := s.AskUnchecked(t, c.method, c.path, append(c.header, "Accept-Encoding", "gzip")...)
		length := got.Header.Get("Content-Length")
		if got.Status != c.status || got.Header.Get("Content-Encoding") != "" || len(got.Body) >= document.LeastPacked || !slices.Contains(got.Header.Values("Vary"), "Accept-Encoding") {
			t.Errorf("%s %s: %d, %d bytes, %v", c.method, c.path, got.Status, len(got.Body), got.Header)
		}
		if c.method == "GET" && len(got.Body) > 0 != (length == strconv.Itoa(len(got.Body))) || c.status < 400 && c.status > 200 && (len(got.Body) > 0 || length != "") {
			t.Errorf("%s %s: %d bytes, Content-Length %q", c.method, c.path, len(got.Body), length)
		}
	}
}
