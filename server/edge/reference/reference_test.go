package reference_test

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

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

var scriptPattern = regexp.MustCompile(`<script src="(docs/assets/[^"]+)" defer>`)

// scripts returns the addresses of the scripts of the reference.
func scripts(t *testing.T, s *servertest.Server) []string {
	t.Helper()
	var paths []string
	for _, found := range scriptPattern.FindAllSubmatch(s.Get(t, "/docs").Body, -1) {
		paths = append(paths, "/"+string(found[1]))
	}
	if len(paths) != 2 {
		t.Fatalf("the page runs %v, want the renderer and its start", paths)
	}
	return paths
}

func TestTheReferenceCallsOnlyItsOwnHost(t *testing.T) {
	t.Parallel()
	page := servertest.New(t, servertest.Options{}).Get(t, "/docs")
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
	for _, want := range []string{`lang="en"`, "<title>Storefront API reference</title>", `href="openapi.json"`, `href="llms.txt"`} {
		if !strings.Contains(string(page.Body), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestTheScriptsOfTheReferenceAreCachedForAYear(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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
	s.Get(t, "/docs/").Problem(t, problem.EndpointNotFound)
}

func TestTheRendererIsSentInTheAcceptedEncoding(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, path := range scripts(t, s) {
		if !strings.Contains(path, "scalar") {
			continue
		}
		whole, packed := s.Ask(t, "GET", path, "Accept-Encoding", "identity"), s.Ask(t, "GET", path, "Accept-Encoding", "br, gzip")
		if whole.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" ||
			!slices.Contains(packed.Header.Values("Vary"), "Accept-Encoding") || whole.Header.Get("ETag") == packed.Header.Get("ETag") {
			t.Errorf("%v, %v", whole.Header, packed.Header)
		}
		for _, sent := range []servertest.Reply{whole, packed} {
			if sent.Header.Get("Content-Length") != strconv.Itoa(len(sent.Body)) {
				t.Errorf("Content-Length %s of %d", sent.Header.Get("Content-Length"), len(sent.Body))
			}
		}
		r, err := gzip.NewReader(bytes.NewReader(packed.Body))
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err := io.ReadAll(r); err != nil || !bytes.Equal(unpacked, whole.Body) {
			t.Errorf("unpacked it is another script: %v", err)
		}
	}
}

func TestTheReferenceSupportsHEAD(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
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
