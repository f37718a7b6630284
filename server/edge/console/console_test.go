package console_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	built "github.com/storefront/storefront/gen/console"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/console"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var link = regexp.MustCompile(`(?:src|href)="([^"#:]*)"`)

// The page has the headers of its policy, is asked for again each time, and what it loads is kept for a year.
func TestThePageAndItsAssets(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	version, err := console.Version()
	if err != nil {
		t.Fatal(err)
	}
	page := s.Get(t, "/admin")
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; font-src 'none'; " +
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache",
		"X-Robots-Tag": "noindex", "Content-Type": "text/html; charset=utf-8",
	} {
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if again := s.Ask(t, http.MethodGet, "/admin", "If-None-Match", page.Header.Get("ETag")); again.Status != http.StatusNotModified {
		t.Errorf("%d", again.Status)
	}
	names, loaded := map[string]bool{}, 0
	for _, found := range link.FindAllSubmatch(page.Body, -1) {
		name, ours := strings.CutPrefix(string(found[1]), "/admin/assets/"+version+"/")
		if !ours {
			t.Errorf("the page links to %s", found[1])
		}
		names[name] = true
	}
	assets, err := fs.ReadDir(built.Files, "assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, asset := range assets {
		path := "/admin/assets/" + version + "/" + asset.Name()
		reply := s.Get(t, path)
		text, err := fs.ReadFile(built.Files, "assets/"+asset.Name())
		if err != nil || reply.Status != http.StatusOK || !bytes.Equal(reply.Body, text) {
			t.Errorf("%s: %d, %d bytes, %v", path, reply.Status, len(reply.Body), err)
		}
		if got := reply.Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" || reply.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, reply.Header)
		}
		if names[asset.Name()] {
			loaded++
		}
	}
	if loaded == 0 || loaded != len(names) {
		t.Errorf("of what the page loads, %v, %d are there", names, loaded)
	}
}

// What is not an asset of this version is not there, whatever its path leads to.
func TestNothingElseIsServed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	version, err := console.Version()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/admin/assets/0000000000000000/index.js", "/admin/assets/" + version, "/admin/assets/" + version + "/", "/admin/assets/" + version + "/no.js",
		"/admin/assets/" + version + "/../index.html", "/admin/assets/" + version + "/..%2findex.html", "/admin/assets/" + version + "/%2e%2e/console.go",
		"/admin/assets/../../etc/passwd", "/admin/assets/" + version + "/..%5cindex.html", "/admin/index.html", "/admin/assets/" + version + "/index.js%00",
	} {
		reply := s.SendBytes(t, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", false)
		reply.Problem(t, problem.EndpointNotFound)
	}
}

// Without the console, neither the page nor signing in has an address.
func TestWithoutTheConsole(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Config: func(c *config.Serve) { c.Console = false }})
	version, err := console.Version()
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		for _, path := range []string{"/admin", "/admin/session", "/admin/session/renew", "/admin/assets/" + version + "/index.js"} {
			s.AskUnchecked(t, method, path).Problem(t, problem.EndpointNotFound)
		}
	}
}

// In every language and browser the page is the same, and a short asset is sent as it is.
func TestThePageIsCompressed(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	plain, packed := s.Get(t, "/admin"), s.Ask(t, http.MethodGet, "/admin", "Accept-Encoding", "gzip")
	text, err := packed.Text()
	if err != nil || !bytes.Equal(text, plain.Body) || !slices.Contains(packed.Header.Values("Vary"), "Accept-Encoding") {
		t.Errorf("%v %v", err, packed.Header)
	}
}
