package main_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// setUp gives the empty shop a name, prices of shipping, a tax rate and synonyms.
func (d *day) setUp(t *testing.T) {
	t.Helper()
	d.visitor.says(t, "products.search", object{}, []any{})
	d.owner.ok(t, "settings.update_branding", object{"patch": object{"storeName": "Nordlys Optik", "tagline": "Briller siden 1987"}}, nil)
	d.owner.ok(t, "settings.update_shipping", object{"shippingFeeOere": shippingFee, "freeShippingThresholdOere": freeShippingFrom}, nil)
	d.owner.ok(t, "settings.update_tax", object{"patch": object{"vatRatePercent": vatPercent}}, nil)
	d.owner.ok(t, "settings.update_search", object{"synonyms": [][]string{{"etui", "futteral"}}}, nil)
	var shop struct {
		StoreName      string
		Shipping       struct{ ShippingFeeOere int64 }
		VatRatePercent float64
	}
	d.agent.ok(t, "site.get_shop", object{}, &shop)
	if shop.StoreName != "Nordlys Optik" || shop.Shipping.ShippingFeeOere != shippingFee || shop.VatRatePercent != vatPercent {
		t.Errorf("%+v", shop)
	}
}

// importProducts has the program import two categories with thirty products, and adds a third category.
func (d *day) importProducts(t *testing.T) {
	t.Helper()
	d.program.ok(t, `{"slug":"briller","name":"Briller"}`+"\n"+`{"slug":"solbriller","name":"Solbriller"}`+"\n", "import", "categories", "-")
	d.merchant.ok(t, "categories.upsert", object{"slug": "tilbehoer", "name": "Tilbehør"}, nil)
	var lines strings.Builder
	for i := range int64(30) {
		p := &product{
			slug: fmt.Sprintf("laesebrille-%02d", i), name: fmt.Sprintf("Læsebrille %02d", i), brand: []string{"Nordlys", "Fjord", "Nordlys"}[i%3],
			category: "briller", price: 19900 + 1000*i, stock: 10,
		}
		d.books.products[p.slug] = p
		fmt.Fprintf(&lines, `{"slug":%q,"name":%q,"brand":%q,"description":"En let læsebrille.","priceDkk":%d,"stock":%d,"categorySlug":%q}`+"\n",
			p.slug, p.name, p.brand, p.price, p.stock, p.category)
	}
	out := d.program.ok(t, lines.String(), "import", "products", "--format", "jsonl", "-")
	if !strings.HasPrefix(out, "30 created, 0 updated, 0 unchanged, 0 skipped, 0 refused") {
		t.Errorf("the import says %s", out)
	}
	await(t, "the program has followed the import", func() bool { return d.total(t) == 30 })
}

// bulkUpsert adds products and changes one in one call, after a dry run; one item fails.
func (d *day) bulkUpsert(t *testing.T) {
	t.Helper()
	var items []object
	for _, p := range []*product{
		{slug: "solbrille-aviator", name: "Solbrille Aviator", brand: "Nordlys", category: "solbriller", price: 30000, stock: 5},
		{slug: "solbrille-wayfarer", name: "Solbrille Wayfarer", brand: "Fjord", category: "solbriller", price: 45000, stock: 6},
		{slug: "solbrille-vintage", name: "Solbrille Vintage", brand: "Fjord", category: "solbriller", price: 90000, stock: 0},
		{slug: "etui-rejse", name: "Etui til rejsen", brand: "Nordlys", category: "tilbehoer", price: 14900, stock: 40},
		{slug: "mikrofiberklud", name: "Mikrofiberklud", brand: "Nordlys", category: "tilbehoer", price: 4900, stock: 60},
	} {
		d.books.products[p.slug] = p
		items = append(items, object{
			"slug": p.slug, "name": p.name, "brand": p.brand, "description": "Fra en god leverandør.", "priceDkk": p.price, "stock": p.stock,
			"categorySlug": p.category, "featured": p.slug == "solbrille-wayfarer",
		})
	}
	cheaper := d.books.products["laesebrille-00"]
	cheaper.price = 17900
	items = append(items, object{"slug": cheaper.slug, "priceDkk": cheaper.price},
		object{"slug": "linsevaeske", "name": "Linsevæske", "description": "Til bløde linser.", "priceDkk": 9900, "stock": 9, "categorySlug": "vaesker"})

	if got := d.upsert(t, items, true); got != "created created created created created updated unknown_category" || d.total(t) != 30 {
		t.Errorf("the dry run says %s, and there are %d products", got, d.total(t))
	}
	d.merchant.refused(t, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": items}, "all", http.StatusUnprocessableEntity, "unknown_category")
	if n := d.total(t); n != 30 {
		t.Errorf("%d products after the refusal", n)
	}
	if got := d.upsert(t, items, false); got != "created created created created created updated unknown_category" || d.total(t) != 35 {
		t.Errorf("the call says %s, and there are %d products", got, d.total(t))
	}
	if got := d.upsert(t, items, false); got != "unchanged unchanged unchanged unchanged unchanged unchanged unknown_category" {
		t.Errorf("the second call says %s", got)
	}
}

// upsert returns the outcomes of a bulk_upsert of what can be done, with the code of one that failed.
func (d *day) upsert(t *testing.T, items []object, dry bool) string {
	t.Helper()
	var done struct {
		Results []struct{ Slug, Outcome, Code string }
	}
	d.merchant.ok(t, "products.bulk_upsert", object{"mode": "best_effort", "dryRun": dry, "items": items}, &done)
	var outcomes []string
	for _, r := range done.Results {
		if r.Code != "" {
			r.Outcome = r.Code
		}
		outcomes = append(outcomes, r.Outcome)
	}
	return strings.Join(outcomes, " ")
}

// total returns how many products the shop says it has.
func (d *day) total(t *testing.T) int {
	t.Helper()
	var facets struct{ Total int }
	d.merchant.ok(t, "products.facets", object{}, &facets)
	return facets.Total
}

// publish writes a page, builds its layout and publishes it, adds services, and leads an old path to the page.
func (d *day) publish(t *testing.T) {
	t.Helper()
	page := object{"slug": "om-os", "title": "Om os", "body": "## Om os\n\nVi har solgt briller siden 1987.", "status": "draft"}
	d.merchant.ok(t, "pages.upsert", page, nil)
	d.visitor.refused(t, "site.get_page", object{"slug": "om-os"}, "", http.StatusNotFound, "page_not_found")
	var kinds []struct{ Key string }
	d.merchant.ok(t, "pages.section_types", object{}, &kinds)
	if !slices.Contains(kinds, struct{ Key string }{"hero"}) || !slices.Contains(kinds, struct{ Key string }{"richText"}) {
		t.Errorf("the kinds of sections are %v", kinds)
	}
	d.merchant.ok(t, "pages.set_layout", object{"slug": "om-os", "confirm": true, "layout": object{"sections": []object{
		{"id": "top", "key": "hero", "variant": "centered", "props": object{"title": "Om os"}},
		{"id": "text", "key": "richText", "props": object{"markdown": "Vi har solgt briller siden 1987."}},
	}}}, nil)
	d.merchant.ok(t, "pages.upsert", servertest.With(page, object{"status": "published"}), nil)
	d.books.happened("om-os", "page.published")
	var seen struct {
		Layout struct{ Sections []struct{ ID string } }
	}
	d.visitor.ok(t, "site.get_page", object{"slug": "om-os"}, &seen)
	if len(seen.Layout.Sections) != 2 || seen.Layout.Sections[0].ID != "top" {
		t.Errorf("visitors see %+v", seen)
	}

	d.merchant.ok(t, "services.create", object{"title": "Synsprøve", "body": "Vi prøver dit syn.", "priceString": "395 kr."}, nil)
	d.merchant.ok(t, "services.create", object{"title": "Linsetilpasning", "body": "Vi tilpasser linser.", "status": "draft"}, nil)
	d.merchant.ok(t, "services.update", object{"slug": "synsproeve", "patch": object{"priceString": "Fra 425 kr."}}, nil)
	var services []struct{ Slug, PriceString string }
	d.agent.ok(t, "services.list", object{"status": "published"}, &services)
	if fmt.Sprint(services) != "[{synsproeve Fra 425 kr.}]" {
		t.Errorf("the services are %v", services)
	}

	const csv = "/butikken,/info/om-os\n"
	d.merchant.says(t, "redirects.import", object{"csv": csv, "dryRun": true}, object{"dryRun": true, "valid": 1, "imported": 0, "redirects": []any{}, "errors": []any{}})
	d.merchant.says(t, "redirects.import", object{"csv": csv, "confirm": true}, object{"dryRun": false, "valid": 1, "imported": 1, "errors": []any{}, "redirects": []object{
		{"fromPath": "/butikken", "toPath": "/info/om-os", "status": 301, "url": d.s.url + "/butikken"},
	}})
}

// advertise makes a discount code that can be used once, and a campaign with another one.
func (d *day) advertise(t *testing.T) {
	t.Helper()
	d.books.codes["SOMMER"], d.books.codes["TAK50"] = &discount{percent: 10, limit: 1}, &discount{fixed: 5000}
	d.merchant.idempotent(t, "discounts.create", object{"code": "sommer", "type": "percent", "value": 10, "usageLimit": 1}, "code", nil)
	announcement := "Tak for i år: 50 kr. med koden TAK50"
	d.merchant.ok(t, "marketing.create_campaign", object{"discountCode": "TAK50", "discountType": "fixed", "discountValue": 5000, "announcement": announcement}, nil)
	var shop struct{ Announcement string }
	d.agent.ok(t, "site.get_shop", object{}, &shop)
	if shop.Announcement != announcement {
		t.Errorf("the shop announces %q", shop.Announcement)
	}
}
