package walk_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryAddressIsReadOnly(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, a := range walk.Addresses(t) {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
			reply := s.Ask(t, method, a.Path)
			reply.Problem(t, problem.MethodNotAllowed)
			for _, allowed := range []string{"GET", "HEAD", "OPTIONS"} {
				if !strings.Contains(reply.Header.Get("Allow"), allowed) {
					t.Errorf("%s %s: Allow %q", method, a.Path, reply.Header.Get("Allow"))
				}
			}
		}
		if options := s.AskUnchecked(t, "OPTIONS", a.Path); options.Status != 204 || !strings.Contains(options.Header.Get("Allow"), "GET") {
			t.Errorf("OPTIONS %s: %d, %v", a.Path, options.Status, options.Header)
		}
	}
}

// HEAD returns what GET does, without the body.
func TestEveryAddressSupportsHEAD(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, a := range walk.Addresses(t) {
		get, head := s.Ask(t, "GET", a.Path), s.AskUnchecked(t, "HEAD", a.Path)
		for _, own := range []string{"Date", "X-Request-Id", "Ratelimit", "Ratelimit-Remaining", "Ratelimit-Reset"} {
			get.Header.Del(own)
			head.Header.Del(own)
		}
		if get.Header.Get("Content-Length") == "" { // net/http sets it for a short body, but not for HEAD
			head.Header.Del("Content-Length")
		}
		if head.Status != get.Status || len(head.Body) != 0 || len(get.Body) == 0 {
			t.Errorf("%s: %d with %d bytes", a.Path, head.Status, len(head.Body))
		}
		if a.Document && !maps.EqualFunc(get.Header, head.Header, slices.Equal) {
			t.Errorf("%s: GET has %v, HEAD has %v", a.Path, get.Header, head.Header)
		}
	}
}

func TestEveryDocumentIsSentOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		first := s.Ask(t, "GET", d.Path)
		tag := first.Header.Get("ETag")
		for match, want := range map[string]int{tag: 304, `"other", W/` + tag: 304, "*": 304, `"other"`: 200} {
			for _, method := range []string{"GET", "HEAD"} {
				again := s.AskUnchecked(t, method, d.Path, "If-None-Match", match)
				if again.Status != want {
					t.Errorf("%s with %s: %d", method, match, again.Status)
				}
				for _, name := range []string{"ETag", "Cache-Control", "Vary", "Access-Control-Allow-Origin"} {
					if !slices.Equal(again.Header.Values(name), first.Header.Values(name)) {
						t.Errorf("%s with %s: %s %q", method, match, name, again.Header.Values(name))
					}
				}
			}
		}
		s.Ask(t, "GET", d.Path, "If-None-Match", tag)
		if !strings.HasPrefix(first.Header.Get("Cache-Control"), "public, max-age=") {
			t.Errorf("Cache-Control %q", first.Header.Get("Cache-Control"))
		}
	})
}

// A document has the media types in the contract, chosen by Accept, and sends
// Vary: Accept exactly if it has several.
func TestEveryDocumentHasThePreferredMediaType(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		usual := s.Ask(t, "GET", d.Path)
		varies := slices.Contains(usual.Header.Values("Vary"), "Accept")
		if varies != (len(d.MediaTypes) > 1) {
			t.Errorf("%d media types, Vary %v", len(d.MediaTypes), usual.Header.Values("Vary"))
		}
		for _, mediaType := range d.MediaTypes {
			got := s.Ask(t, "GET", d.Path, "Accept", "text/csv, "+mediaType+";q=0.9, */*;q=0.1")
			if !strings.HasPrefix(got.Header.Get("Content-Type"), mediaType) {
				t.Errorf("%s wanted, %s sent", mediaType, got.Header.Get("Content-Type"))
			}
			if same := string(got.Body) == string(usual.Body); same != (got.Header.Get("ETag") == usual.Header.Get("ETag")) {
				t.Errorf("%s: the same bytes %v, the tags %s and %s", mediaType, same, got.Header.Get("ETag"), usual.Header.Get("ETag"))
			}
		}
		if none := s.Ask(t, "GET", d.Path, "Accept", "image/png"); none.Header.Get("Content-Type") != usual.Header.Get("Content-Type") {
			t.Errorf("a picture wanted, %s sent", none.Header.Get("Content-Type"))
		}
	})
}

// Any web page may read a document, even one that a cache got for a client
// without an origin.
func TestEveryDocumentIsForEveryOrigin(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		for _, header := range [][]string{nil, {"Origin", "https://elsewhere.example"}} {
			if got := s.Ask(t, "GET", d.Path, header...).Header.Values("Access-Control-Allow-Origin"); !slices.Equal(got, []string{"*"}) {
				t.Errorf("%v: %q", header, got)
			}
		}
	})
}

// A name in a path that does not exist is not found.
func TestEveryUnknownNameIsNotFound(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for path := range servertest.Document().Paths.Map() {
		if prefix, _, found := strings.Cut(path, "{"); found {
			if reply := s.Get(t, prefix+"no-such-name"); reply.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, reply.Status)
			}
		}
	}
}
