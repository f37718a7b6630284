package site_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
)

// A visitor's language decides, then that of the shop.
func TestTheLanguageOfAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	check := func(accept, want string) {
		t.Helper()
		page := visit(t, s, "/products/round-metal", "Accept-Language", accept)
		price := map[string]string{"da": "1.299 kr.", "en": "DKK 1,299"}[want]
		if got := attribute(page.all("html")[0], "lang"); got != want || !strings.Contains(page.main(), price) || page.Header.Get("Content-Language") != want {
			t.Errorf("%q: %s, %s", accept, got, page.Header.Get("Content-Language"))
		}
		if !strings.Contains(strings.Join(page.Header.Values("Vary"), ","), "Accept-Language") {
			t.Errorf("Vary %v", page.Header.Values("Vary"))
		}
	}
	for accept, want := range map[string]string{
		"": "da", "da": "da", "da-DK,da;q=0.9": "da", "en": "en", "en-US,en;q=0.9,da;q=0.8": "en", "da;q=0.1, en;q=0.2": "en", "de": "da", "de, en;q=0.5": "en",
		"*": "da", "x-klingon, !!": "da", "en-GB, en;q=0.9, zz;q=0.1": "en", "zh-CN, und": "da", "da;q=0, en;q=0.1": "en", strings.Repeat("en,", 1000): "da",
	} {
		check(accept, want)
	}
	s.OK(t, s.Key(t, "settings:write"), "settings.update_branding", object{"patch": object{"locale": "en"}}, nil)
	for accept, want := range map[string]string{"": "en", "de": "en", "da": "da"} {
		check(accept, want)
	}
}

// What the shop wrote says so on a page in another language, and the words of the page
// are in its language.
func TestTheLanguageOfEachText(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	s.OK(t, s.Key(t, "all"), "pages.set_layout", object{"slug": "om-os", "layout": object{"sections": []any{
		object{"id": "a", "key": "productGrid", "props": object{"title": "Vores bedste"}}, object{"id": "b", "key": "newsletter", "props": object{"title": "Nyhedsbrev"}},
	}}, "confirm": true}, nil)
	for path, texts := range map[string][2][]string{ // those in Danish, those in English
		"/":                      {{"Nørregade Optik", "Solbriller", "Round Metal"}, {"Categories", "All products", "In stock"}},
		"/products/round-metal":  {{"Round Metal", "Er glassene polariserede?", "Nordlys", "Guld", "Solbriller"}, {"In stock", "Frame colour", "Products", "yes"}},
		"/products":              {{"Cat Eye", "Solbriller"}, {"All products", "In stock", "Brand"}},
		"/categories/solbriller": {{"Solbriller", "Round Metal"}, {"In stock"}},
		"/services":              {{"Synsprøve"}, {"Services"}},
		"/services/synsproeve":   {{"Synsprøve", "Fra 395 kr."}, {"Services"}},
		"/info/om-os":            {{"Om os", "Vores bedste", "Round Metal", "Tilmeld"}, {"In stock"}},
	} {
		page := visit(t, s, path, "Accept-Language", "en")
		for i, want := range []string{"da", "en"} {
			for _, text := range texts[i] {
				if got := page.languageOf(text); got != want {
					t.Errorf("%s: %q is in %q, want %q", path, text, got, want)
				}
			}
		}
		if danish := visit(t, s, path, "Accept-Language", "da"); strings.Count(string(danish.Body), " lang=") != 1 {
			t.Errorf("%s: a page in the language of the shop has several", path)
		}
	}
	closed := visit(t, s, "/info/findes-ikke", "Accept-Language", "da")
	if got := closed.languageOf("Siden findes ikke"); got != "da" {
		t.Errorf("the heading is in %q", got)
	}
	if got := closed.languageOf("No published page has the slug"); got != "en" {
		t.Errorf("the problem is in %q: %s", got, closed.main())
	}
}

// languageOf returns the language of the element in the main part that has this
// text, "" if there is none.
func (d *document) languageOf(want string) string {
	for n := range d.all("main")[0].Descendants() {
		if n.Type != html.TextNode || !strings.HasPrefix(strings.TrimSpace(n.Data), want) {
			continue
		}
		for at := n.Parent; at != nil; at = at.Parent {
			if lang := attribute(at, "lang"); lang != "" {
				return lang
			}
		}
	}
	return ""
}
