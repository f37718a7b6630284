package site_test

import (
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
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

// What the shop wrote is shown in the direction of its own script, whatever the page is written in.
func TestTheDirectionOfEachText(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "all")
	const mark = "שלום"
	write := func(tool string, body object) {
		t.Helper()
		s.OK(t, key, tool, body, nil)
	}
	write("settings.update_branding", object{"patch": object{"storeName": mark + "0", "tagline": mark + "1", "announcement": mark + "2"}})
	write("categories.upsert", object{"slug": "shalom", "name": mark + "3", "description": mark + "4"})
	write("products.create", object{
		"slug": "shalom", "name": mark + "5", "brand": mark + "6", "description": mark + "7, ja\n\n" + mark + "8", "priceDkk": 100, "stock": 5, "featured": true, "categorySlug": "shalom",
		"frameColor": mark + "9", "lensColor": mark + "10", "attributes": object{mark + "11": mark + "12"}, "answerSummary": mark + "13", "comparisonFacts": object{mark + "14": mark + "15"},
		"faq": []object{{"q": mark + "16", "a": mark + "17"}}, "useCases": []object{{"title": mark + "18", "description": mark + "19"}},
		"options": []object{{"name": mark + "29", "values": []string{mark + "30"}}}, "variants": []object{{"attributes": object{mark + "29": mark + "30"}, "sku": mark + "31", "stock": 5}},
	})
	write("pages.upsert", object{"slug": "shalom", "title": mark + "20", "body": "# " + mark + "21\n\n" + mark + "22, og mere\n\n- " + mark + "23"})
	write("services.create", object{
		"slug": "shalom", "title": mark + "24", "body": mark + "25, og mere", "shortDescription": mark + "26", "priceString": mark + "27", "features": []string{mark + "28"},
	})
	shown := map[string]bool{}
	for _, path := range []string{"/", "/products", "/products?brand=" + mark + "6", "/categories/shalom", "/products/shalom", "/info/shalom", "/services", "/services/shalom"} {
		for _, text := range visit(t, s, path).directed(t, path, mark) {
			shown[strings.TrimFunc(text, func(r rune) bool { return r > '9' || r < '0' })] = true
		}
	}
	for i := range 32 {
		if !shown[strconv.Itoa(i)] {
			t.Errorf("no page shows the text %d", i)
		}
	}
}

// directed returns the texts of a page with a mark in them, and checks that each has a direction of its own.
func (d *document) directed(t *testing.T, path, mark string) (texts []string) {
	t.Helper()
	for n := range d.all("body")[0].Descendants() {
		if n.Type != html.TextNode || !strings.Contains(n.Data, mark) {
			continue
		}
		texts = append(texts, n.Data)
		at := n.Parent
		for at != nil && attribute(at, "dir") == "" {
			at = at.Parent
		}
		if at == nil || attribute(at, "dir") != "auto" {
			t.Errorf("%s: %.60q has no direction of its own", path, n.Data)
		}
	}
	return texts
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
