package walk_test

import (
	"bytes"
	"fmt"
	"path"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// browser is the Accept header of a browser.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

// Every address that declares redirects obeys one with each status.
func TestEveryDeclaredRedirectIsObeyed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key, obeyed := s.Key(t, "settings:write"), 0
	for _, a := range walk.Addresses(t) {
		for _, status := range []int{301, 302, 307, 308} {
			if !a.Declares(status) {
				continue
			}
			obeyed++
			from := fmt.Sprintf("%s/moved-%d", path.Dir(a.Path), status)
			s.OK(t, key, "redirects.import", object{"csv": fmt.Sprintf("%s,/docs,%d", from, status), "confirm": true}, nil)
			if reply := s.Ask(t, "GET", from); reply.Status != status || reply.Header.Get("Location") != "/docs" {
				t.Errorf("%s: %d to %q", from, reply.Status, reply.Header.Get("Location"))
			}
		}
	}
	if obeyed < 16 {
		t.Errorf("%d redirects", obeyed)
	}
}

// Every page that declares it is closed with the switch storefront_pages, as a page and
// as a problem.
func TestEveryPageIsClosed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	s.OK(t, s.Key(t, "features:write"), "features.set", object{"key": "storefront_pages", "enabled": false, "confirm": true}, nil)
	closed := 0
	for _, a := range walk.Addresses(t) {
		if !a.Declares(403) {
			continue
		}
		closed++
		if page := s.Ask(t, "GET", a.Path, "Accept", browser); page.Status != 403 || page.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d %s", a.Path, page.Status, page.Header.Get("Content-Type"))
		}
		if a.Path != "/" { // that is a document for programs
			s.Get(t, a.Path).Problem(t, problem.FeatureDisabled)
		}
	}
	if closed < 7 {
		t.Errorf("%d pages", closed)
	}
}

// Every file that declares it is sent from any byte on.
func TestEveryFileIsResumed(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	resumed := 0
	for _, a := range walk.Addresses(t) {
		if !a.Declares(206) {
			continue
		}
		resumed++
		whole := s.Ask(t, "GET", a.Path, "Accept-Encoding", "gzip")
		rest := s.Ask(t, "GET", a.Path, "Accept-Encoding", "gzip", "Range", "bytes=10-")
		if rest.Status != 206 || !bytes.Equal(rest.Body, whole.Body[10:]) {
			t.Errorf("%s: %d, %d of %d bytes", a.Path, rest.Status, len(rest.Body), len(whole.Body))
		}
	}
	if resumed < 4 {
		t.Errorf("%d files", resumed)
	}
}
