package discovery_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	brrr "github.com/molecule-man/go-brrr"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

var scriptPattern = regexp.MustCompile(`<script src="(docs/assets/[^"]+)" (?:defer|async)>`)

// scripts returns the addresses of the scripts of the reference.
func scripts(t *testing.T, s *servertest.Server) []string {
	t.Helper()
	var paths []string
	for _, found := range scriptPattern.FindAllSubmatch(s.Get(t, "/docs").Body, -1) {
		paths = append(paths, "/"+string(found[1]))
	}
	if len(paths) != 3 {
		t.Fatalf("the page runs %v, want the renderer, its start and what changes the contract for it", paths)
	}
	return paths
}

func TestTheReferenceCallsOnlyItsOwnHost(t *testing.T) {
	t.Parallel()
	page := servertest.Borrow(t, servertest.Demo).Get(t, "/docs")
	policy := page.Header.Get("Content-Security-Policy")
	for _, directive := range []string{"default-src 'none'", "script-src 'self';", "connect-src 'self';", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, directive) {
			t.Errorf("%s lacks %s", policy, directive)
		}
	}
	for header, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"X-Frame-Options": "DENY", "Cache-Control": "public, max-age=300",
	} {
		if got := page.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
	for _, want := range []string{`lang="en"`, "<title>Storefront API reference</title>", `<meta name="description" content="The API of a shop`, `href="openapi.json"`, `href="llms.txt"`} {
		if !strings.Contains(string(page.Body), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestTheScriptsOfTheReferenceAreCachedForAYear(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range scripts(t, s) {
		first := s.Ask(t, "GET", path)
		if first.Status != 200 || first.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			first.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, first.Status, first.Header)
		}
		again := s.Ask(t, "GET", path, "If-None-Match", first.Header.Get("ETag"))
		if again.Status != 304 || again.Header.Get("ETag") != first.Header.Get("ETag") || len(again.Body) > 0 {
			t.Errorf("%s again: %d", path, again.Status)
		}
		if part := s.Ask(t, "GET", path, "Range", "bytes=0-9"); part.Status != 200 {
			t.Errorf("%s in part: %d", path, part.Status)
		}
	}
	s.Ask(t, "GET", "/docs/assets/scalar.0000000000000000.js").Problem(t, problem.EndpointNotFound)
}

func TestTheRendererIsSentInTheAcceptedEncoding(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range scripts(t, s) {
		if !strings.Contains(path, "scalar") {
			continue
		}
		whole := s.Ask(t, "GET", path, "Accept-Encoding", "identity")
		if whole.Header.Get("Content-Encoding") != "" {
			t.Errorf("%v", whole.Header)
		}
		tags := map[string]bool{whole.Header.Get("ETag"): true}
		for accept, coding := range map[string]string{"gzip, deflate, br, zstd": "br", "br;q=0.5, gzip": "gzip"} {
			packed := s.Ask(t, "GET", path, "Accept-Encoding", accept)
			if packed.Header.Get("Content-Encoding") != coding || !slices.Contains(packed.Header.Values("Vary"), "Accept-Encoding") {
				t.Errorf("%s: %v", accept, packed.Header)
			}
			if packed.Header.Get("Content-Length") != strconv.Itoa(len(packed.Body)) {
				t.Errorf("%s: Content-Length %s of %d", accept, packed.Header.Get("Content-Length"), len(packed.Body))
			}
			if unpacked, err := unpack[coding](packed.Body); err != nil || !bytes.Equal(unpacked, whole.Body) {
				t.Errorf("%s: unpacked it is another script: %v", accept, err)
			}
			tags[packed.Header.Get("ETag")] = true
		}
		if len(tags) != 3 {
			t.Errorf("the entity tags of three forms: %v", tags)
		}
	}
}

// unpack reverses the content codings.
var unpack = map[string]func([]byte) ([]byte, error){
	"br": brrr.Decompress,
	"gzip": func(packed []byte) ([]byte, error) {
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	},
}

func TestTheReferenceSupportsHEAD(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range append(scripts(t, s), "/docs") {
		resp, err := http.Head(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 200 || resp.ContentLength <= 0 {
			t.Errorf("HEAD %s: %d, %d bytes", path, resp.StatusCode, resp.ContentLength)
		}
	}
}
