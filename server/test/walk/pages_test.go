package walk_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// unlimited are the addresses that probes may call at any rate.
var unlimited = []string{"/healthz", "/readyz"}

// Each response of a document takes a token from the bucket "pages" and has its
// headers, including HEAD, 304 and calls with a key.
func TestEveryDocumentTakesATokenFromPages(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, nil)
	left := 300
	takes := func(path string, status int, reply servertest.Reply) {
		t.Helper()
		left--
		want := map[string]string{
			"RateLimit-Policy": `"pages";q=300;w=60`, "RateLimit": fmt.Sprintf(`"pages";r=%d;t=%d`, left, (300-left+4)/5),
			"RateLimit-Limit": "300", "RateLimit-Remaining": strconv.Itoa(left), "RateLimit-Reset": strconv.Itoa((300 - left + 4) / 5),
		}
		for name, value := range want {
			if got := reply.Header.Get(name); got != value {
				t.Errorf("%s: %s is %q, want %q", path, name, got, value)
			}
		}
		if reply.Status != status {
			t.Errorf("%s: %d", path, reply.Status)
		}
	}
	for _, a := range walk.Addresses(t) {
		first := s.Ask(t, "GET", a.Path)
		if slices.Contains(unlimited, a.Path) {
			if first.Header.Get("RateLimit") != "" || first.Status != 200 {
				t.Errorf("%s: %d, %q", a.Path, first.Status, first.Header.Get("RateLimit"))
			}
			continue
		}
		takes(a.Path, 200, first)
		takes(a.Path, 200, s.AskUnchecked(t, "HEAD", a.Path))
		takes(a.Path, 304, s.Ask(t, "GET", a.Path, "If-None-Match", first.Header.Get("ETag")))
		takes(a.Path, 200, s.Ask(t, "GET", a.Path, "Authorization", "Bearer nonsense"))
	}
	takes("an unknown problem", 404, s.Get(t, "/problems/findes_ikke"))
	takes("an unknown script", 404, s.Get(t, "/docs/assets/findes-ikke.js"))
}

func TestDocumentsAreRefusedWhenTheirBucketIsEmpty(t *testing.T) {
	t.Parallel()
	s, clock := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.PagesQuota, c.Limits.PagesRefill = 2, 2*time.Second })
	s.Get(t, "/llms.txt")
	s.Get(t, "/docs")
	for _, a := range walk.Addresses(t) {
		reply := s.Get(t, a.Path)
		if slices.Contains(unlimited, a.Path) {
			if reply.Status != 200 {
				t.Errorf("%s: %d", a.Path, reply.Status)
			}
			continue
		}
		p := reply.Problem(t, problem.RateLimitExceeded)
		if !slices.Equal(p.ViolatedPolicies, []string{"pages"}) || reply.Header.Get("Retry-After") != "2" || reply.Header.Get("RateLimit") != `"pages";r=0;t=4` {
			t.Errorf("%s: %v %s", a.Path, reply.Header, reply.Body)
		}
		if head := s.AskUnchecked(t, http.MethodHead, a.Path); head.Status != 429 {
			t.Errorf("HEAD %s: %d", a.Path, head.Status)
		}
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, nil)
	clock.Advance(2 * time.Second)
	if reply := s.Get(t, "/docs"); reply.Status != 200 {
		t.Errorf("after the wait: %d", reply.Status)
	}
}

// Every large document is sent as gzip to clients that accept it, with a tag of
// its own, and decompresses to what others get.
func TestEveryLongDocumentIsCompressed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	compressed := 0
	walk.Documents(t, func(t *testing.T, d walk.Address) {
		whole, packed := s.Ask(t, "GET", d.Path), s.AskUnchecked(t, "GET", d.Path, "Accept-Encoding", "br, gzip")
		if len(whole.Body) < 1000 || slices.Contains(d.MediaTypes, "application/gzip") { // that is compressed for everybody
			if packed.Header.Get("Content-Encoding") != "" || !bytes.Equal(whole.Body, packed.Body) {
				t.Errorf("%d bytes were compressed", len(whole.Body))
			}
			return
		}
		compressed++
		if packed.Header.Get("Content-Encoding") != "gzip" || whole.Header.Get("Content-Encoding") != "" || packed.Header.Get("ETag") == whole.Header.Get("ETag") ||
			!slices.Contains(whole.Header.Values("Vary"), "Accept-Encoding") || packed.Header.Get("Content-Length") != strconv.Itoa(len(packed.Body)) {
			t.Errorf("%v, %v", whole.Header, packed.Header)
		}
		r, err := gzip.NewReader(bytes.NewReader(packed.Body))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || !bytes.Equal(text, whole.Body) {
			t.Errorf("unpacked it is another text: %v", err)
		}
		again := s.Ask(t, "GET", d.Path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag"))
		if again.Status != 304 || len(again.Body) != 0 {
			t.Errorf("asked again: %d", again.Status)
		}
	})
	if compressed < 5 {
		t.Errorf("%d documents were compressed", compressed)
	}
}

// Each caller gets the address that it called, however many there are.
func TestDocumentsNameTheHostOfEachCaller(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for round := range 2 {
		for n := range 20 {
			host := fmt.Sprintf("shop-%d.example", n)
			for _, path := range []string{"/openapi.json", "/robots.txt", "/"} {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				r.Host = host
				if got := s.Do(t, "", r); !strings.Contains(string(got.Body), "http://"+host+"/") && !strings.Contains(string(got.Body), `"http://`+host+`"`) {
					t.Errorf("round %d: %s of %s does not name it", round, path, host)
				}
			}
		}
	}
}
