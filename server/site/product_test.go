package site_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestAProductPageShowsWhatProductsGetAnswers(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	page := visit(t, s, "/products/round-metal", "Accept-Language", "da")
	for _, want := range []string{
		"Round Metal", "Nordlys", "1.299 kr.", "På lager", "Stelfarve Guld", "Glasfarve Grøn", "Runde solbriller med en tynd metalramme",
		"Er glassene polariserede? Ja, alle glas er polariserede.", "Kørsel Polariserede glas tager genskin fra vejen.", "width_mm 50", "polarised ja",
		"fit Smal til mellem",
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

// What pages and the sitemap call the time of the last change is that of the content: a sale does not move it.
func TestASaleDoesNotChangeTheContent(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	s.OK(t, key, "pages.upsert", object{"slug": "om-os", "title": "Om os", "body": "Vi er en lille butik.", "status": "published"}, nil)
	copenhagen, err := time.LoadLocation("Europe/Copenhagen")
	if err != nil {
		t.Fatal(err)
	}
	shown := func(want time.Time) {
		t.Helper()
		lastmod := "<loc>" + s.URL + "/products/rund</loc><lastmod>" + want.UTC().Format(time.RFC3339) + "</lastmod>"
		servertest.Eventually(t, rewritten, func() bool { return strings.Contains(string(s.Get(t, "/sitemap.xml").Body), lastmod) })
		day := want.In(copenhagen).Format("2 January 2006")
		if page := visit(t, s, "/products/rund", "Accept-Language", "en"); !strings.Contains(page.main(), "Updated "+day) {
			t.Errorf("the page has not %s: %s", day, page.main())
		}
	}
	changed := clock.Now()
	for _, sale := range []struct {
		tool string
		body object
	}{
		{"products.adjust_stock", object{"slug": "rund", "delta": -1}}, {"products.update", object{"slug": "rund", "patch": object{"stock": 7}}},
		{"products.bulk_upsert", object{"mode": "best_effort", "items": []object{{"slug": "rund", "stock": 6}}}},
	} {
		clock.Advance(48 * time.Hour)
		s.OK(t, key, sale.tool, sale.body, nil)
		shown(changed)
	}
	for _, patch := range []object{{"priceDkk": 9900}, {"answerSummary": "Rund."}, {"attributes": object{"bredde": 50}}, {"stock": 5, "featured": true}} {
		clock.Advance(48 * time.Hour)
		changed = clock.Now()
		s.OK(t, key, "products.update", object{"slug": "rund", "patch": patch}, nil)
		shown(changed)
	}
}

// The trigger that sets the time is called for each column that is content.
func TestTheContentOfAProductIsAllButItsStock(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	rest := servertest.One[string](t, s, `SELECT string_agg(column_name, ' ' ORDER BY column_name) FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = 'products' AND column_name NOT IN (
			SELECT event_object_column FROM information_schema.triggered_update_columns WHERE trigger_schema = current_schema() AND trigger_name = 'content_updated')`)
	if rest != "content content_updated_at id search stock updated_at" {
		t.Errorf("no content are %s", rest)
	}
}
