package site_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// preview returns the path of a preview.
func preview(t *testing.T, s *servertest.Server, key string, page object) string {
	t.Helper()
	var shown struct{ URL string }
	s.OK(t, key, "pages.preview", page, &shown)
	path, own := strings.CutPrefix(shown.URL, s.URL)
	if !own || !strings.HasPrefix(path, "/previews/") {
		t.Fatalf("the address is %s", shown.URL)
	}
	return path
}

// A page is shown as it would be, and stays as it is.
func TestPreview(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "pages:read")
	before, rows := s.Get(t, "/info/om-os"), s.AuditCount(t)
	path := preview(t, s, key, object{"slug": "om-os", "title": "Hvem vi er", "body": "## Vi flytter\n\nTil Aarhus til *foråret*."})
	page := visit(t, s, path)
	if main := page.main(); !strings.Contains(main, "Hvem vi er") || !strings.Contains(main, "Vi flytter") || len(page.all("em")) != 1 {
		t.Errorf("%s", main)
	}
	if robots := slices.IndexFunc(page.all("meta"), func(n *html.Node) bool {
		return attribute(n, "name") == "robots" && strings.Contains(attribute(n, "content"), "noindex")
	}); robots < 0 {
		t.Error("the page may be indexed")
	}
	if markdown := markdownOf(t, s, path); !strings.Contains(markdown, "Vi flytter") {
		t.Errorf("%s", markdown)
	}
	layout := object{"sections": []object{
		{"id": "a", "key": "hero", "props": object{"title": "Velkommen"}},
		{"id": "b", "key": "productGrid", "props": object{"slugs": []string{"round-metal"}}},
		{"id": "c", "key": "richText", "enabled": false, "props": object{"markdown": "Ikke endnu"}},
	}}
	main := visit(t, s, preview(t, s, key, object{"slug": "om-os", "layout": layout})).main()
	if !strings.Contains(main, "Velkommen") || !strings.Contains(main, "Round Metal") || strings.Contains(main, "Ikke endnu") {
		t.Errorf("%s", main)
	}
	if same := visit(t, s, preview(t, s, key, object{"slug": "om-os"})).main(); same != visit(t, s, "/info/om-os").main() {
		t.Errorf("with nothing changed it is %s", same)
	}
	if after := s.Get(t, "/info/om-os"); string(after.Body) != string(before.Body) || s.AuditCount(t) != rows {
		t.Error("the page has changed")
	}
}

// A draft, and a page that is not there yet, can be seen by anybody who has the address.
func TestPreviewOfWhatIsNotPublic(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "pages:read,pages:write")
	if main := visit(t, s, preview(t, s, key, object{"slug": "levering"})).main(); !strings.Contains(main, "levering") {
		t.Errorf("%s", main)
	}
	s.OK(t, key, "pages.upsert", object{"slug": "vinter", "title": "Vinter", "body": "Det sner udenfor.", "status": "draft", "layout": object{"sections": []object{{"id": "a", "key": "quote", "props": object{"quote": "Brr"}}}}}, nil)
	if main := visit(t, s, preview(t, s, key, object{"slug": "vinter"})).main(); !strings.Contains(main, "Brr") {
		t.Errorf("%s", main)
	}
	if main := visit(t, s, preview(t, s, key, object{"slug": "vinter", "layout": nil})).main(); !strings.Contains(main, "Det sner") {
		t.Errorf("without its layout: %s", main)
	}
	long := strings.Repeat("Ord og flere ord. ", 5555)
	if main := visit(t, s, preview(t, s, key, object{"slug": "lang", "body": long})).main(); len(main) < 99_000 {
		t.Errorf("%d bytes of a long text", len(main))
	}
	s.Get(t, "/info/vinter").Problem(t, problem.PageNotFound)
}

// A browser runs a preview apart from the shop, and nothing keeps it.
func TestHeadersOfAPreview(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	path := preview(t, s, key, object{"slug": "om-os"})
	reply := s.Ask(t, "GET", path, "Accept", "text/html", "If-None-Match", "*")
	policies := reply.Header.Values("Content-Security-Policy")
	if reply.Status != http.StatusOK || len(policies) != 2 || !strings.Contains(policies[0], "default-src 'none'") || policies[1] != "sandbox" ||
		reply.Header.Get("Cache-Control") != "no-store" || reply.Header.Get("X-Robots-Tag") != "noindex" || reply.Header.Get("ETag") != "" || reply.Header.Get("RateLimit-Policy") == "" {
		t.Errorf("%d %v", reply.Status, reply.Header)
	}
	if head := s.Ask(t, "HEAD", path); head.Status != http.StatusOK || len(head.Body) != 0 {
		t.Errorf("HEAD: %d", head.Status)
	}
	for _, unknown := range []string{"/previews/5b0f7c1e9d3a4c62a8e1f0b7d2c49a36", "/previews/x", "/previews/" + strings.Repeat("x", 500), path + "0"} {
		s.Get(t, unknown).Problem(t, problem.EndpointNotFound)
		if page := s.Ask(t, "GET", unknown, "Accept", "text/html"); page.Status != http.StatusNotFound || !strings.Contains(page.Header.Get("Content-Type"), "text/html") {
			t.Errorf("%s in a browser: %d %v", unknown, page.Status, page.Header)
		}
	}
	if stored := servertest.One[string](t, s, "SELECT string_agg(page_drafts::text, '') FROM page_drafts"); strings.Contains(stored, strings.TrimPrefix(path, "/previews/")) {
		t.Error("the address is stored")
	}
	s.OK(t, key, "features.set", object{"key": "storefront_pages", "enabled": false, "confirm": true}, nil)
	s.Get(t, path).Problem(t, problem.FeatureDisabled)
}

// A preview ends after ten minutes, and a key has few; one of many hides none of another key.
func TestPreviewsEnd(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Clock: clock.Now})
	key, other := s.Key(t, "pages:read"), s.Key(t, "pages:read")
	theirs := preview(t, s, other, object{"slug": "om-os"})
	var paths []string
	for i := range 22 {
		paths = append(paths, preview(t, s, key, object{"slug": "om-os", "title": fmt.Sprintf("Nummer %d", i)}))
		clock.Advance(time.Second)
	}
	replica := s.Beside(t, servertest.Options{Clock: clock.Now})
	for i, path := range append(paths, theirs) {
		want := http.StatusOK
		if i < 2 {
			want = http.StatusNotFound
		}
		if got := replica.Get(t, path).Status; got != want {
			t.Errorf("preview %d: %d", i, got)
		}
	}
	clock.Advance(9*time.Minute + 37*time.Second)
	if got := s.Get(t, theirs).Status; got != http.StatusOK {
		t.Errorf("at the end of its time: %d", got)
	}
	clock.Advance(time.Second)
	s.Get(t, theirs).Problem(t, problem.EndpointNotFound)
	clock.Advance(time.Minute)
	s.RunJobs(t)
	if n := servertest.One[int](t, s, "SELECT count(*)::int FROM page_drafts"); n != 0 {
		t.Errorf("%d drafts are kept", n)
	}
}

// What cannot be saved is not shown either, with the faults of pages.upsert and pages.set_layout.
func TestPreviewRefused(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	section := func(id string, fields object) object {
		return servertest.With(object{"id": id, "key": "richText", "props": object{"markdown": "Tekst"}}, fields)
	}
	layouts := map[string][]object{
		"two with one id":   {section("a", nil), section("a", nil)},
		"no such variant":   {section("a", object{"variant": "round"})},
		"no text":           {section("a", object{"props": object{}})},
		"an unknown prop":   {section("a", object{"props": object{"markdown": "x", "colour": "red"}})},
		"a foreign image":   {{"id": "a", "key": "gallery", "props": object{"images": []object{{"url": "http://a.example/a.jpg", "alt": ""}}}}},
		"too much markdown": {section("a", object{"props": object{"markdown": strings.Repeat("*a_ ", 4000)}})},
		"too large":         {section("a", object{"props": object{"markdown": strings.Repeat("x", 20_000)}})},
	}
	for i := range 14 {
		layouts["too large"] = append(layouts["too large"], section(fmt.Sprint("b", i), object{"props": object{"markdown": strings.Repeat("x", 20_000)}}))
	}
	for name, sections := range layouts {
		layout := object{"sections": sections}
		set := s.Refused(t, key, "pages.set_layout", object{"slug": "om-os", "layout": layout, "confirm": true}, problem.ValidationFailed)
		shown := s.Refused(t, key, "pages.preview", object{"slug": "om-os", "layout": layout}, problem.ValidationFailed)
		if !servertest.SameJSON(set.Errors, shown.Errors) || set.Resolution != shown.Resolution {
			t.Errorf("%s: %+v, and %+v of a preview", name, set.Errors, shown.Errors)
		}
	}
	p := s.Refused(t, key, "pages.preview", object{"slug": "om-os", "body": strings.Repeat("*a_ ", 4000)}, problem.ValidationFailed)
	if p.Errors[0].Pointer != "/body" {
		t.Errorf("%+v", p.Errors)
	}
	s.Refused(t, key, "pages.preview", object{"slug": "Om os"}, problem.ValidationFailed)
	s.Refused(t, s.Key(t, "catalog:read"), "pages.preview", object{"slug": "om-os"}, problem.InsufficientScope)
	s.CallMCP(t, key, "pages_preview", object{"slug": "om-os"}).Reply.Problem(t, problem.RestOnly)
}

// Hostile text is as harmless in a preview as on a page.
func TestAHostilePreview(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "pages:read")
	for _, text := range hostile {
		for _, page := range []object{
			{"slug": "ny", "title": text, "body": text + " og mere tekst"},
			{"slug": "ny", "title": text, "layout": hostileLayout(text)},
		} {
			path := preview(t, s, key, page)
			shown := visit(t, s, path)
			harmless(t, path, shown)
			harmlessMarkdown(t, path, markdownOf(t, s, path))
			wellStructured(t, path, shown)
		}
	}
}
