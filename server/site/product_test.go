package site_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
)

func TestAProductPageShowsWhatProductsGetAnswers(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page := visit(t, s, "/products/round-metal", "Accept-Language", "da")
	for _, want := range []string{
		"Round Metal", "Nordlys", "1.299 kr.", "På lager", "Stelfarve Guld", "Glasfarve Grøn", "Runde solbriller med en tynd metalramme",
		"Er glassene polariserede? Ja, alle glas er polariserede.", "Kørsel Polariserede glas tager genskin fra vejen.", "Width mm 50", "Polarised ja",
		"Fit Smal til mellem",
	} {
		if !strings.Contains(page.main(), want) {
			t.Errorf("the page lacks %q:\n%s", want, page.main())
		}
	}
	var product struct {
		ID      string `json:"id"`
		Updated string `json:"updatedAt"`
	}
	s.OK(t, "", "products.get", object{"slug": "round-metal"}, &product)
	linked := page.jsonLD(t, "Product")
	offer, _ := linked["offers"].(object)
	for name, got := range map[string]any{
		"Round Metal": linked["name"], product.ID: linked["sku"], s.URL + "/products/round-metal": linked["url"], "1299.00": offer["price"], "DKK": offer["priceCurrency"],
		"https://schema.org/InStock": offer["availability"],
	} {
		if got != name {
			t.Errorf("the JSON-LD has %v, not %s", got, name)
		}
	}
	if crumbs, _ := page.jsonLD(t, "BreadcrumbList")["itemListElement"].([]any); len(crumbs) != 4 {
		t.Errorf("%d crumbs", len(crumbs))
	}
	if questions, _ := page.jsonLD(t, "FAQPage")["mainEntity"].([]any); len(questions) != 3 {
		t.Errorf("%d questions", len(questions))
	}
	if got := attribute(page.all("html")[0], "lang"); got != "da" || page.Header.Get("Content-Language") != "da" {
		t.Errorf("in %q", got)
	}
}

// A product without anything that can be left out has a page too.
func TestTheBarestProductHasAPage(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	s.OK(t, s.Key(t, "products:write"), "products.create", object{
		"name": "Bar", "slug": "bar", "description": "Kun det nødvendige.", "priceDkk": 50, "stock": 0, "categorySlug": "solbriller",
	}, nil)
	page := visit(t, s, "/products/bar", "Accept-Language", "en")
	for _, want := range []string{"Bar", "DKK 0.50", "Sold out", "Kun det nødvendige.", "More in Solbriller"} {
		if !strings.Contains(page.main(), want) {
			t.Errorf("the page lacks %q: %s", want, page.main())
		}
	}
	if len(page.all("img")) != 0 || len(page.all("svg")) == 0 {
		t.Error("there is no placeholder for its picture")
	}
	offer, _ := page.jsonLD(t, "Product")["offers"].(object)
	if offer["availability"] != "https://schema.org/OutOfStock" {
		t.Errorf("%v", offer)
	}
}

// Only images of https and of the service itself are shown.
func TestOnlySafeImagesAreShown(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	shown := []string{"https://images.example/a.jpg", s.URL + "/pictures/own.svg"}
	s.OK(t, s.Key(t, "products:write"), "products.create", object{
		"name": "Billeder", "slug": "billeder", "description": "Mange billeder.", "priceDkk": 100, "stock": 1, "categorySlug": "solbriller", "featured": true,
		"images": append([]string{"http://images.example/b.jpg", "data:image/svg+xml,x", "javascript:alert(1)", "ftp://images.example/c", "https://user:secret@images.example/d.jpg"}, shown...),
	}, nil)
	page := visit(t, s, "/products/billeder")
	var got []string
	for _, image := range page.all("img") {
		got = append(got, attribute(image, "src"))
	}
	if len(got) != 2 || got[0] != shown[0] || got[1] != "/pictures/own.svg" {
		t.Errorf("%v", got)
	}
	for _, path := range []string{"/products?q=Billeder", "/"} { // its first image is not shown, its sixth is
		listed := visit(t, s, path)
		if !slices.ContainsFunc(listed.all("img"), func(n *html.Node) bool { return attribute(n, "src") == shown[0] }) {
			t.Errorf("%s: %v", path, listed.main())
		}
	}
}
