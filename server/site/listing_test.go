package site_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
)

// cards returns the slugs of the products that a page lists, in their order.
func (d *document) cards() (slugs []string) {
	for _, link := range d.links() {
		if slug, ok := strings.CutPrefix(link, "/products/"); ok {
			slugs = append(slugs, slug)
		}
	}
	return slugs
}

// A page lists what products.search finds with the same filters.
func TestTheListObeysTheFiltersOfTheSearch(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for query, search := range map[string]object{
		"":             {},
		"q=solbriller": {"q": "solbriller"},
		"q=solbriler":  {"q": "solbriler"},
		"brand=Nordlys&brand=Havblik&sort=price_asc":                 {"brands": []string{"Nordlys", "Havblik"}, "sort": "price_asc"},
		"categorySlug=briller&sort=price_desc":                       {"categorySlug": "briller", "sort": "price_desc"},
		"frameColor=Guld":                                            {"frameColor": "Guld"},
		"lensColor=Gr%C3%B8n":                                        {"lensColor": "Grøn"},
		"featured=true":                                              {"featured": true},
		"inStock=true&sort=newest":                                   {"inStock": true, "sort": "newest"},
		"minPriceOere=100000&maxPriceOere=150000":                    {"minPriceOere": 100000, "maxPriceOere": 150000},
		"minPrice=1000&maxPrice=1499%2C50":                           {"minPriceOere": 100000, "maxPriceOere": 149950},
		"attributes.polarised=true":                                  {"attributes": object{"polarised": true}},
		"attributes.material=metal":                                  {"attributes": object{"material": "metal"}},
		"attributes.material=metal&attributes.material=titan":        {"attributes": object{"material": []string{"metal", "titan"}}},
		"attributes.material=+&attributes.=x&attributes.width_mm=50": {"attributes": object{"width_mm": 50}},
		"attributes.width_mm=1e305":                                  {"attributes": object{"width_mm": "1e305"}},
		"attributes.width_mm=1E-400":                                 {"attributes": object{"width_mm": "1E-400"}},
		"brand=Findes+ikke":                                          {"brand": "Findes ikke"},
		"brand=%C2%97&brand=%E2%80%8B&q=%EF%BB%BF&frameColor=%C2%AD": {},
		"utm_source=x&sort=wrong&page=abc&minPrice=-1&inStock=perhaps&featured=maybe": {},
	} {
		search["limit"] = 24
		var hits []struct{ Slug string }
		s.OK(t, "", "products.search", search, &hits)
		var want []string
		for _, h := range hits {
			want = append(want, h.Slug)
		}
		page := visit(t, s, "/products?"+query)
		if got := page.cards(); !slices.Equal(got, want) {
			t.Errorf("%s lists %v, want %v", query, got, want)
		}
		if len(want) == 0 && !strings.Contains(page.main(), "Ingen produkter passer") {
			t.Errorf("%s: %s", query, page.main())
		}
	}
}

// A filter that is set in other letters is the one that the form offers.
func TestFiltersIgnoreCase(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	var checked []string
	for _, input := range visit(t, s, "/products?brand=nordlys&brand=Ukendt").all("input") {
		if attribute(input, "name") == "brand" && slices.ContainsFunc(input.Attr, func(a html.Attribute) bool { return a.Key == "checked" }) {
			checked = append(checked, attribute(input, "value")+": "+text(input.Parent))
		}
	}
	if want := []string{"Nordlys: Nordlys 7", "Ukendt: Ukendt 0"}; !slices.Equal(checked, want) {
		t.Errorf("%q, want %q", checked, want)
	}
}

// From page to page every product is listed once.
func TestPagesOfTheList(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write")
	items := make([]object, 60)
	for i := range items {
		items[i] = object{"slug": fmt.Sprintf("many-%02d", i), "name": fmt.Sprintf("Mange %02d", i), "description": "En af mange.", "priceDkk": 100, "stock": 1, "categorySlug": "gavekort"}
	}
	s.OK(t, key, "products.bulk_upsert", object{"items": items, "mode": "all_or_nothing"}, nil)
	for _, first := range []string{"/categories/gavekort", "/products?categorySlug=gavekort", "/products?q=mange"} {
		var seen []string
		pages := 0
		for path := first; path != ""; pages++ {
			page := visit(t, s, path)
			seen = append(seen, page.cards()...)
			next := ""
			for _, a := range page.all("a") {
				if attribute(a, "rel") == "next" {
					next = attribute(a, "href")
				}
			}
			path = next
		}
		slices.Sort(seen)
		if unique := len(slices.Compact(slices.Clone(seen))); pages != 3 || len(seen) != 60 || unique != 60 {
			t.Errorf("%s: %d pages, %d products, %d of them different", first, pages, len(seen), unique)
		}
	}
	beyond := visit(t, s, "/products?categorySlug=gavekort&page=400")
	if beyond.Status != 200 || len(beyond.cards()) != 0 || !slices.Contains(beyond.links(), "/products?categorySlug=gavekort&page=3") {
		t.Errorf("beyond the end: %d %v", beyond.Status, beyond.links())
	}
	if far := visit(t, s, "/products?page=99999999999"); far.Status != 200 {
		t.Errorf("far beyond the end: %d", far.Status)
	}
}

// Search engines are to read each list once: without filters, and no page beyond its end.
func TestSearchesAreNotForSearchEngines(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for path, hidden := range map[string]bool{
		"/products": false, "/products?page=2": false, "/categories/solbriller": false, "/products?q=metal": true, "/categories/solbriller?inStock=true": true,
		"/products?utm_source=mail": false, "/products?page=400": true, "/categories/solbriller?page=400": true, "/services": false, "/services?page=2": true, "/services?page=99999999999": true,
	} {
		page := visit(t, s, path)
		robots, canonical := "", ""
		for _, meta := range page.all("meta") {
			if attribute(meta, "name") == "robots" {
				robots = attribute(meta, "content")
			}
		}
		for _, link := range page.all("link") {
			if attribute(link, "rel") == "canonical" {
				canonical = attribute(link, "href")
			}
		}
		if (robots == "noindex, follow") != hidden {
			t.Errorf("%s: robots %q", path, robots)
		}
		if want := s.URL + strings.TrimSuffix(path, "?utm_source=mail"); canonical != want && !strings.Contains(path, "99999999999") {
			t.Errorf("%s: canonical %s", path, canonical)
		}
	}
}

// No page shows what another visitor searched for.
func TestWhatOneVisitorSearchesForNoOtherSees(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/products", "/products/round-metal", "/categories/solbriller", "/services", "/services/synsproeve", "/info/om-os"} {
		first := visit(t, s, path+"?q=hemmeligt&page=1&x=hemmeligt")
		if shows := strings.Contains(string(first.Body), "hemmeligt"); shows != (path == "/products" || path == "/categories/solbriller") {
			t.Errorf("%s shows the words: %v", path, shows)
		}
		if second := visit(t, s, path); strings.Contains(string(second.Body), "hemmeligt") {
			t.Errorf("%s shows what another visitor searched for", path)
		}
	}
}

// The form keeps the filters that it has no field for.
func TestTheFormKeepsAllFilters(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page := visit(t, s, "/products?q=a&featured=true&attributes.material=metal&attributes.polarised=true&minPrice=1.299&maxPrice=1.599,50")
	fields := map[string]string{}
	for _, input := range page.all("input") {
		fields[attribute(input, "name")] = attribute(input, "value")
	}
	for name, want := range map[string]string{
		"featured": "true", "attributes.material": "metal", "attributes.polarised": "true", "q": "a", "minPrice": "1299", "maxPrice": "1599.50",
	} {
		if fields[name] != want {
			t.Errorf("%s is %q, want %q", name, fields[name], want)
		}
	}
}
