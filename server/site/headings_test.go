package site_test

import (
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
)

// wellStructured complains about a page without exactly one main heading, and about
// headings that leave a level out.
func wellStructured(t *testing.T, name string, page *document) {
	t.Helper()
	if found := len(page.all("h1")); found != 1 {
		t.Errorf("%s has %d main headings", name, found)
	}
	last := 0
	for n := range page.root.Descendants() {
		if n.Type == html.ElementNode && len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
			if level := int(n.Data[1] - '0'); level > last+1 {
				t.Errorf("%s has a heading %q of level %d after one of level %d", name, text(n), level, last)
			} else {
				last = level
			}
		}
	}
}

// Each kind of page has one main heading and leaves no level out, whatever levels its
// text has.
func TestTheHeadingsOfEveryPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "all")
	const odd = "#### Fire\n\nTekst.\n\n# En\n\n###### Seks\n\nMere tekst."
	s.OK(t, key, "pages.upsert", object{"slug": "overskrifter", "title": "Overskrifter", "body": odd}, nil)
	s.OK(t, key, "services.create", object{"slug": "overskrifter", "title": "Overskrifter", "body": odd}, nil)
	s.OK(t, key, "pages.upsert", object{"slug": "opslag", "title": "Opslag", "body": "Teksten bag."}, nil)
	hero := object{"id": "a", "key": "hero", "props": object{"title": "Velkommen"}}
	s.OK(t, key, "pages.set_layout", object{"slug": "opslag", "layout": object{"sections": []any{
		hero, object{"id": "b", "key": "richText", "props": object{"markdown": odd}}, object{"id": "c", "key": "hero", "props": object{"title": "Igen"}},
	}}, "confirm": true}, nil)
	for _, path := range []string{
		"/", "/products", "/products?q=metal", "/products?q=findes-slet-ikke", "/products?page=9", "/products/round-metal", "/categories/solbriller", "/services", "/services/synsproeve",
		"/services/overskrifter", "/info/om-os", "/info/overskrifter", "/info/opslag", "/info/findes-ikke", "/nowhere",
	} {
		wellStructured(t, path, visit(t, s, path))
	}
}
