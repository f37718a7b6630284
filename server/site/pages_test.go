package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// A shop with nothing in it has pages that say so, without empty lists and forms.
func TestAnEmptyShop(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	for path, want := range map[string]string{
		"/": "The shop is being stocked.", "/products": "There are no products here yet.", "/services": "There are no services at the moment.",
		"/products?page=2": "There are no products here yet.", "/products?q=metal": "No products match",
	} {
		page := visit(t, s, path, "Accept-Language", "en")
		if page.Status != 200 || !strings.Contains(page.main(), want) {
			t.Errorf("%s: %d %s", path, page.Status, page.main())
		}
		if plain := markdownOf(t, s, path); !strings.Contains(plain, "\n") || strings.Contains(plain, "<no value>") {
			t.Errorf("%s: %s", path, plain)
		}
		for _, list := range []string{"ul", "dl"} {
			for _, n := range page.all(list) {
				if text(n) == "" {
					t.Errorf("%s has an empty %s", path, list)
				}
			}
		}
	}
	if page := visit(t, s, "/products"); len(page.all("select")) != 0 {
		t.Error("there is a form that filters nothing")
	}
	s.OK(t, s.Key(t, "categories:write"), "categories.upsert", object{"slug": "tom", "name": "Tom"}, nil)
	if page := visit(t, s, "/categories/tom", "Accept-Language", "en"); !strings.Contains(page.main(), "There are no products here yet.") {
		t.Error(page.main())
	}
}

// A page after the last one says so and leads back.
func TestPagesBeyondTheEnd(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path, back := range map[string]string{
		"/products?categorySlug=briller&page=9": "/products?categorySlug=briller", "/services?page=2": "/services", "/products?brand=Fjord&page=9": "/products?brand=Fjord",
	} {
		page := visit(t, s, path, "Accept-Language", "en")
		if !strings.Contains(page.main(), "The list ends on an earlier page.") || !slices.Contains(page.links(), back) || strings.Contains(page.main(), "Page 9") {
			t.Errorf("%s: %s %v", path, page.main(), page.links())
		}
	}
}

// Each form of a page, in each language, has a tag of its own. A caller who has that
// form is sent nothing, and HEAD is answered as GET is.
func TestEachFormOfAPageHasATag(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/products", "/products/round-metal", "/services/synsproeve"} {
		forms, bodies := map[string][]string{}, map[string]string{} // by the tag of the answer: the headers that were sent, and the body
		for _, accept := range []string{browser, "text/markdown"} {
			for _, language := range []string{"da", "en"} {
				for _, encoding := range []string{"gzip", "identity"} {
					header := []string{"Accept", accept, "Accept-Language", language, "Accept-Encoding", encoding}
					get, head := s.Ask(t, "GET", path, header...), s.AskUnchecked(t, "HEAD", path, header...)
					tag := get.Header.Get("ETag")
					if forms[tag] != nil && bodies[tag] != string(get.Body) { // a short body is not compressed
						t.Errorf("%s for %v has the tag for %v", path, header, forms[tag])
					}
					forms[tag], bodies[tag] = header, string(get.Body)
					for _, name := range []string{"ETag", "Vary", "Content-Type", "Content-Length", "Content-Language", "Content-Encoding", "Content-Security-Policy", "Link", "Cache-Control"} {
						if !slices.Equal(get.Header.Values(name), head.Header.Values(name)) {
							t.Errorf("%s for %v: %s is %q for GET and %q for HEAD", path, header, name, get.Header.Values(name), head.Header.Values(name))
						}
					}
					if head.Status != 200 || len(head.Body) != 0 {
						t.Errorf("HEAD %s: %d, %d bytes", path, head.Status, len(head.Body))
					}
				}
			}
		}
		for tag, header := range forms {
			for other := range forms {
				reply := s.Ask(t, "GET", path, append(slices.Clone(header), "If-None-Match", other)...)
				if want := map[bool]int{true: 304, false: 200}[tag == other]; reply.Status != want || (want == 304 && len(reply.Body) != 0) {
					t.Errorf("%s for %v, with the tag for %v: %d", path, header, forms[other], reply.Status)
				}
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

// Search engines find a sentence about each page, also in a shop that wrote none.
func TestTheDescriptionOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "settings:write")
	tagline := func(text any) {
		s.OK(t, key, "settings.update_branding", object{"patch": object{"tagline": text}}, nil)
	}
	description := func(path, language string) string {
		for _, meta := range visit(t, s, path, "Accept-Language", language).all("meta") {
			if attribute(meta, "name") == "description" {
				return attribute(meta, "content")
			}
		}
		return ""
	}
	tagline(nil)
	for _, c := range []struct{ path, language, want string }{
		{"/products", "da", "Alle produkter hos Nørregade Optik."},
		{"/products?page=2", "en", "All products – page 2 at Nørregade Optik."},
		{"/products?q=briller", "da", ""},
		{"/services", "en", "Services at Nørregade Optik."},
		{"/categories/solbriller", "en", "Solbriller til hverdag og sport, alle med fuld UV-beskyttelse."},
	} {
		if got := description(c.path, c.language); got != c.want {
			t.Errorf("%s is described as %q, want %q", c.path, got, c.want)
		}
	}
	tagline("Briller siden 1987")
	if got := description("/", "da"); got != "Briller siden 1987" {
		t.Errorf("the home page is described as %q", got)
	}
}

// Pages that list things are small, even if each text in them is as long as the contract
// allows.
func TestPagesThatListThingsAreSmall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	s.OK(t, key, "settings.update_branding", object{"patch": object{
		"storeName": long(0, 100), "tagline": long(0, 200), "announcement": long(0, 200), "supportEmail": strings.Repeat("m", 60) + "@" + strings.Repeat("d", 60) + ".example",
	}}, nil)
	var items []object
	for i := range 40 {
		s.OK(t, key, "categories.upsert", object{"slug": longSlug(i), "name": long(i, 300), "description": long(i, 2000)}, nil)
		s.OK(t, key, "pages.upsert", object{"slug": longSlug(i), "title": long(i, 300), "body": long(i, 500)}, nil)
		s.OK(t, key, "services.create", object{"slug": longSlug(i), "title": long(i, 200), "shortDescription": long(i, 500), "priceString": long(i, 100), "body": long(i, 500), "heroImage": longImage(i)}, nil)
		items = append(items, object{
			"slug": longSlug(i), "name": long(i, 300), "brand": long(i, 300), "frameColor": long(i, 300), "lensColor": long(i, 300), "description": long(i, 3000), "priceDkk": 9007199254740991,
			"stock": 2, "categorySlug": longSlug(i % 30), "featured": true, "images": []string{longImage(i)},
		})
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	items = items[:0]
	for i := range 40 {
		items = append(items, object{"slug": fmt.Sprint("p-", i), "name": long(i, 300), "description": long(i, 3000), "priceDkk": 1, "stock": 1, "categorySlug": longSlug(0), "brand": long(1, 300), "images": []string{longImage(i)}})
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	for _, path := range []string{
		"/", "/products", "/products?page=2", "/products?q=r%C3%B8dgr%C3%B8d&sort=price_desc&inStock=true", "/categories/" + longSlug(0), "/services", "/services?page=2",
		"/products/" + longSlug(0), "/services/" + longSlug(0), "/info/" + longSlug(0), "/info/nowhere",
	} {
		size := pageSize(t, s, path)
		t.Logf("%-60.60s %d bytes", path, size)
		if size > maxPage {
			t.Errorf("%s takes %d bytes", path, size)
		}
	}
}

// The pages of the demo shop are much smaller.
func TestThePagesOfTheDemoShopAreSmall(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/products", "/products/round-metal", "/categories/solbriller", "/services", "/services/synsproeve", "/info/om-os", "/nowhere"} {
		size := pageSize(t, s, path)
		t.Logf("%-30s %d bytes", path, size)
		if size > maxPage*2/3 {
			t.Errorf("%s takes %d bytes", path, size)
		}
	}
}

// maxPage is how many bytes a page and its stylesheet may take together.
const maxPage = 60_000

// pageSize is how many bytes a page and its stylesheet take.
func pageSize(t *testing.T, s *servertest.Server, path string) int {
	t.Helper()
	page := visit(t, s, path, "Accept-Language", "en")
	for _, link := range page.all("link") {
		if attribute(link, "rel") == "stylesheet" {
			return len(page.Body) + len(s.Get(t, attribute(link, "href")).Body)
		}
	}
	t.Fatalf("%s has no stylesheet", path)
	return 0
}

// long returns a text of so many characters, which no other number has.
func long(i, characters int) string {
	text := fmt.Sprintf("%03d ", i) + strings.Repeat("blåbærgrød & rødgrød ", characters/20+1)
	return strings.TrimSpace(string([]rune(text)[:characters-1])) + "x"
}

// longSlug returns the longest slug.
func longSlug(i int) string { return fmt.Sprintf("%03d-", i) + strings.Repeat("s", 196) }

// longImage is the longest address of an image that a list shows.
func longImage(i int) string {
	return fmt.Sprintf("https://images.example/%03d", i) + strings.Repeat("i", 170) + ".jpg"
}
