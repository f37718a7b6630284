package site_test

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// Of the frame in three colours and three sizes, black is not sold and all XL are sold out.
var (
	frameOptions = []object{{"name": "Farve", "values": []string{"Guld", "Sølv", "Sort"}}, {"name": "Størrelse", "values": []string{"M", "L", "XL"}}}
	goldImage    = "https://images.example/guld.jpg"
	silverImage  = "https://images.example/soelv.jpg"
)

func frameVariants() []object {
	of := func(colour, size string, price, stock int, more object) object {
		return servertest.With(object{"attributes": object{"Farve": colour, "Størrelse": size}, "priceOere": price, "stock": stock}, more)
	}
	return []object{
		of("Guld", "M", 99900, 5, object{"sku": "STEL-GM", "image": goldImage}), of("Guld", "L", 149900, 0, object{"sku": "STEL-GL"}),
		of("Sølv", "L", 129900, 2, object{"image": silverImage}), of("Guld", "XL", 159900, 0, nil), of("Sort", "M", 4900, 9, object{"active": false}),
	}
}

// keepingPages are for a shop that keeps its pages, as most do.
var keepingPages = servertest.Options{Config: func(c *config.Serve) { c.PageCacheMB = 10 }}

// frame makes the product with the slug stel in the demo shop, and returns its variants.
func frame(t *testing.T, s *servertest.Server) []api.ProductVariant {
	t.Helper()
	s.OK(t, s.Key(t, "products:write"), "products.create", object{
		"name": "Stel", "slug": "stel", "description": "Et stel i tre farver.", "priceDkk": 99900, "stock": 0, "categorySlug": "solbriller", "featured": true, "frameColor": "Mange",
		"images": []string{"https://images.example/stel.jpg", silverImage}, "options": frameOptions, "variants": frameVariants(),
	}, nil)
	return s.Product(t, "stel").Variants
}

// choices returns the links of the choice on a page by their texts: what is chosen has a star.
func (d *document) choices() map[string]string {
	all := map[string]string{}
	for _, group := range d.all("div") {
		if attribute(group, "role") != "group" {
			continue
		}
		for n := range group.Descendants() {
			if n.Type == html.ElementNode && n.Data == "a" {
				name := text(n)
				if attribute(n, "aria-current") == "true" {
					name += "*"
				}
				all[name] = attribute(n, "href")
			}
		}
	}
	return all
}

func (d *document) sources() (all []string) {
	for _, image := range d.all("img") {
		all = append(all, attribute(image, "src"))
	}
	return all
}

func (d *document) linked(rel string) string {
	for _, link := range d.all("link") {
		if attribute(link, "rel") == rel {
			return attribute(link, "href")
		}
	}
	return ""
}

func TestAVariantIsChosenByLinks(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, keepingPages)
	variants := frame(t, s)
	address := func(i int) string { return "/products/stel?variant=" + variants[i].VariantId }
	goldM, goldL, silverL, goldXL := address(0), address(1), address(2), address(3)
	for _, c := range []struct {
		path, lang string
		choices    map[string]string
		shown      []string // in this order
		not        string
		images     []string
	}{
		{
			"/products/stel", "da", map[string]string{"Guld": goldM, "Sølv": silverL, "M": goldM, "L": goldL, "XL Udsolgt": goldXL},
			[]string{"fra 999 kr.", "På lager", "Farve", "Størrelse"}, "STEL-GM", []string{"https://images.example/stel.jpg", silverImage},
		},
		{
			"/products/stel", "en", map[string]string{"Guld": goldM, "Sølv": silverL, "M": goldM, "L": goldL, "XL Sold out": goldXL},
			[]string{"from DKK 999", "In stock"}, "Only", []string{"https://images.example/stel.jpg", silverImage},
		},
		{ // the others of gold keep the colour
			goldM, "da", map[string]string{"Guld*": goldM, "Sølv": silverL, "M*": goldM, "L": goldL, "XL Udsolgt": goldXL},
			[]string{"999 kr.", "På lager", "Varenummer STEL-GM"}, "fra ", []string{goldImage, "https://images.example/stel.jpg", silverImage},
		},
		{ // gold keeps the size, and there is no M in silver
			silverL, "en", map[string]string{"Guld": goldL, "Sølv*": silverL, "M": goldM, "L*": silverL, "XL Sold out": goldXL},
			[]string{"DKK 1,299", "Only 2 left"}, "SKU", []string{silverImage, "https://images.example/stel.jpg"},
		},
		{
			goldL, "da", map[string]string{"Guld*": goldL, "Sølv": silverL, "M": goldM, "L*": goldL, "XL Udsolgt": goldXL},
			[]string{"1.499 kr.", "Udsolgt", "Varenummer STEL-GL"}, "På lager", []string{"https://images.example/stel.jpg", silverImage},
		},
	} {
		page := visit(t, s, c.path, "Accept-Language", c.lang)
		if got := page.choices(); page.Status != http.StatusOK || !servertest.SameJSON(got, c.choices) {
			t.Errorf("%s: %d, the choices are %v, want %v", c.path, page.Status, got, c.choices)
		}
		rest := strings.ReplaceAll(page.main(), "\u00a0", " ")
		if strings.Contains(rest, c.not) {
			t.Errorf("%s has %q: %s", c.path, c.not, rest)
		}
		for _, want := range c.shown {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s lacks %q: %s", c.path, want, page.main())
				continue
			}
			rest = after
		}
		if got := page.sources(); !slices.Equal(got, c.images) {
			t.Errorf("%s: the images are %v", c.path, got)
		}
		if got := page.linked("canonical"); got != s.URL+"/products/stel" {
			t.Errorf("%s: canonical %s", c.path, got)
		}
	}
	if got := visit(t, s, goldM, "Accept-Language", "en").languageOf("Guld"); got != "da" {
		t.Errorf("the value is in %q", got)
	}
}

// An address that names no variant which is sold leads to the page without a choice: the same one, which is kept once.
func TestTheVariantOfAnAddressIsNotSold(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	variants := frame(t, s)
	s.OK(t, s.Key(t, "products:write"), "products.set_variants", object{"slug": "stel", "options": frameOptions, "variants": append(frameVariants()[:1], frameVariants()[2:]...)}, nil)
	plain := visit(t, s, "/products/stel")
	for name, id := range map[string]string{
		"removed": variants[1].VariantId, "inactive": variants[4].VariantId, "unknown": "01994f5e-8f4b-7c11-9b1f-2a6f0c9d7e11", "nothing": "", "nonsense": "%22%3E%00<b>",
		"long": strings.Repeat("a", 3000), "of a product": s.Product(t, "round-metal").Id,
	} {
		if page := visit(t, s, "/products/stel?variant="+id); page.Status != http.StatusOK || string(page.Body) != string(plain.Body) {
			t.Errorf("%s: %d %s", name, page.Status, page.main())
		}
	}
	once := visit(t, s, "/products/stel?variant="+strings.ToUpper(variants[0].VariantId)+"&variant=other&utm_source=mail")
	if !strings.Contains(once.main(), "STEL-GM") {
		t.Errorf("in capitals, with others: %s", once.main())
	}
	missing(t, s, "/products/findes-ikke?variant="+variants[0].VariantId, problem.ProductNotFound)
}

// What is left to choose from is shown: one variant is chosen without a choice, and none is a product that is sold out.
func TestFewVariants(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	frame(t, s)
	key := s.Key(t, "products:write")
	only := object{"attributes": object{}, "priceOere": 5500, "stock": 1, "sku": "STEL"}
	s.OK(t, key, "products.set_variants", object{"slug": "stel", "options": []object{}, "variants": []object{only}}, nil)
	page := visit(t, s, "/products/stel", "Accept-Language", "en")
	if got := page.main(); !strings.Contains(got, "DKK 55 Only 1 left") || !strings.Contains(got, "SKU STEL") || len(page.choices()) != 0 {
		t.Errorf("one: %s", got)
	}
	s.OK(t, key, "products.set_variants", object{"slug": "stel", "options": []object{}, "variants": []object{servertest.With(only, object{"active": false})}}, nil)
	page = visit(t, s, "/products/stel", "Accept-Language", "en")
	if got := page.main(); !strings.Contains(got, "DKK 55 Sold out") || strings.Contains(got, "STEL") || len(page.choices()) != 0 {
		t.Errorf("none: %s", got)
	}
	if offer, _ := page.jsonLD(t, "Product")["offers"].(object); offer["availability"] != "https://schema.org/OutOfStock" {
		t.Errorf("none: %v", offer)
	}
}

// Without variants a page is, byte for byte, what it was before it had any, and a variant in its address changes nothing.
func TestAPageWithoutVariantsStaysAsItIs(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	s := servertest.New(t, servertest.Options{Template: storetest.Empty, Clock: clock.Now})
	key := s.Key(t, "all")
	s.OK(t, key, "categories.upsert", object{"slug": "briller", "name": "Briller"}, nil)
	s.OK(t, key, "products.create", servertest.NewProduct("rund"), nil)
	read := func() string {
		return string(visit(t, s, "/products/rund").Body) + markdownOf(t, s, "/products/rund") + string(visit(t, s, "/products").Body)
	}
	before := read()
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": []object{}, "variants": []object{{"attributes": object{}, "stock": 4, "sku": "RUND"}}}, nil)
	id := s.Product(t, "rund").Variants[0].VariantId
	if read() == before {
		t.Error("the variant is not shown")
	}
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": []object{}, "variants": []object{}}, nil)
	if after := read(); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	if named := string(visit(t, s, "/products/rund?variant="+id).Body); !strings.HasPrefix(before, named) {
		t.Errorf("with a variant in the address:\n%s", named)
	}
}

// A sale or another change of a variant is shown at once, as one of a product, and soon by the other replicas.
func TestAChangeOfAVariantIsShownAtOnce(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, keepingPages)
	other := s.Beside(t, keepingPages)
	variants := frame(t, s)
	key := s.Key(t, "products:write")
	silver := "/products/stel?variant=" + variants[2].VariantId
	changed := frameVariants()
	changed[2] = servertest.With(changed[2], object{"image": "https://images.example/ny.jpg"})
	for _, c := range []struct {
		tool string
		body object
		want string
	}{
		{"products.adjust_stock", object{"slug": "stel", "variantId": variants[2].VariantId, "delta": -1}, "Kun 1 tilbage"},
		{"products.adjust_stock", object{"slug": "stel", "variantId": variants[2].VariantId, "delta": -1}, "Udsolgt"},
		{"products.set_variants", object{"slug": "stel", "options": frameOptions, "variants": changed}, "https://images.example/ny.jpg"},
	} {
		tag := visit(t, s, silver).Header.Get("ETag")
		s.OK(t, key, c.tool, c.body, nil)
		if page := string(visit(t, s, silver, "If-None-Match", tag).Body); !strings.Contains(page, c.want) {
			t.Errorf("%v: %s", c.body, page)
		}
		servertest.Eventually(t, 10*time.Second, func() bool { return strings.Contains(string(visit(t, other, silver).Body), c.want) })
	}
}

func TestAProductWithVariantsInJSONLD(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	variants := frame(t, s)
	group := visit(t, s, "/products/stel?variant="+variants[2].VariantId).jsonLD(t, "ProductGroup")
	address := s.URL + "/products/stel"
	servertest.WantFields(t, "the group", group, object{
		"@id": address, "url": address, "name": "Stel", "productGroupID": s.Product(t, "stel").Id, "variesBy": []string{"https://schema.org/color", "https://schema.org/size"},
		"offers": nil, "sku": nil, "color": nil,
	})
	all, _ := group["hasVariant"].([]any)
	if len(all) != 4 {
		t.Fatalf("%d variants: %v", len(all), all)
	}
	for i, want := range []object{
		{"name": "Stel, Guld, M", "sku": "STEL-GM", "color": "Guld", "size": "M", "image": goldImage},
		{"name": "Stel, Guld, L", "sku": "STEL-GL", "image": "https://images.example/stel.jpg"},
		{"name": "Stel, Sølv, L", "sku": variants[2].VariantId, "color": "Sølv", "size": "L", "image": silverImage},
		{"name": "Stel, Guld, XL"},
	} {
		variant, _ := all[i].(object)
		servertest.WantFields(t, "a variant", variant, servertest.With(want, object{"@type": "Product"}))
		offer, _ := variant["offers"].(object)
		servertest.WantFields(t, "an offer", offer, object{
			"@type": "Offer", "url": address + "?variant=" + variants[i].VariantId, "priceCurrency": "DKK", "price": []string{"999.00", "1499.00", "1299.00", "1599.00"}[i],
			"availability": "https://schema.org/" + []string{"InStock", "OutOfStock", "InStock", "OutOfStock"}[i],
		})
	}
}

func TestTheMarkdownOfAProductListsItsVariants(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	silver := "/products/stel?variant=" + frame(t, s)[2].VariantId
	for path, wants := range map[string][]string{
		"/products/stel": {"- Pris: fra 999\u00a0kr.\n- På lager\n", "## Varianter\n\n- [Guld, M](", "- [Sølv, L](" + s.URL + silver + ") 1.299\u00a0kr., Kun 2 tilbage\n", ", Udsolgt, Varenummer STEL-GL\n"},
		silver:           {"- Pris: 1.299\u00a0kr.\n- Kun 2 tilbage\n", "\n- Farve: Sølv\n- Størrelse: L\n", "\n\n" + s.URL + "/products/stel"},
	} {
		got := markdownOf(t, s, path)
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q:\n%s", path, want, got)
			}
		}
	}
}

func TestListsShowTheLowestPrice(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	frame(t, s)
	s.OK(t, s.Key(t, "all"), "pages.set_layout", object{"slug": "om-os", "layout": object{"sections": []any{object{"id": "a", "key": "productGrid", "props": object{"slugs": []string{"stel"}}}}}, "confirm": true}, nil)
	for _, path := range []string{"/products?q=stel", "/categories/solbriller", "/", "/info/om-os"} {
		for lang, want := range map[string]string{"da": "Stel fra 999 kr. På lager", "en": "Stel from DKK 999 In stock"} {
			if page := visit(t, s, path, "Accept-Language", lang).main(); !strings.Contains(strings.ReplaceAll(page, "\u00a0", " "), want) {
				t.Errorf("%s lacks %q: %s", path, want, page)
			}
		}
	}
}

// The feed for Google has an item for each variant that is sold, and the others as they were.
func TestTheFeedForGoogleHasVariants(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	type item struct {
		ID           string   `xml:"http://base.google.com/ns/1.0 id"`
		GroupID      string   `xml:"http://base.google.com/ns/1.0 item_group_id"`
		Title        string   `xml:"http://base.google.com/ns/1.0 title"`
		Link         string   `xml:"http://base.google.com/ns/1.0 link"`
		Image        string   `xml:"http://base.google.com/ns/1.0 image_link"`
		More         []string `xml:"http://base.google.com/ns/1.0 additional_image_link"`
		Availability string   `xml:"http://base.google.com/ns/1.0 availability"`
		Price        string   `xml:"http://base.google.com/ns/1.0 price"`
		Color        string   `xml:"http://base.google.com/ns/1.0 color"`
		Size         string   `xml:"http://base.google.com/ns/1.0 size"`
		Material     string   `xml:"http://base.google.com/ns/1.0 material"`
	}
	read := func() (raw string, items []item) {
		var feed struct {
			Items []item `xml:"channel>item"`
		}
		text := s.Get(t, "/feeds/google.xml").Body
		if err := xml.Unmarshal(text, &feed); err != nil {
			t.Fatal(err)
		}
		return string(text), feed.Items
	}
	before, _ := read()
	variants := frame(t, s)
	s.OK(t, s.Key(t, "products:write"), "products.create", object{
		"name": "Etui", "slug": "etui-i-to", "description": "Et etui af læder.", "priceDkk": 5000, "stock": 0, "categorySlug": "solbriller",
		"options":  []object{{"name": "MATERIAL", "values": []string{"Læder"}}, {"name": "Colour", "values": []string{"Sort"}}, {"name": "Size", "values": []string{"S"}}},
		"variants": []object{{"attributes": object{"MATERIAL": "Læder", "Colour": "Sort", "Size": "S"}, "stock": 1}},
	}, nil)
	var of []item
	servertest.Eventually(t, rewritten, func() bool {
		after, items := read()
		_, rest, _ := strings.Cut(before, "<item>")
		first, _, _ := strings.Cut(rest, "</channel>")
		if !strings.Contains(after, first) {
			t.Fatalf("other items changed: %s", after)
		}
		of = slices.DeleteFunc(items, func(i item) bool { return !strings.HasPrefix(i.Title, "Stel,") && !strings.HasPrefix(i.Title, "Etui,") })
		return len(of) == 5
	})
	stel, image := s.Product(t, "stel"), "https://images.example/stel.jpg"
	want := []item{
		{variants[0].VariantId, stel.Id, "Stel, Guld, M", "", goldImage, []string{image, silverImage}, "in_stock", "999.00 DKK", "Guld", "M", ""},
		{variants[1].VariantId, stel.Id, "Stel, Guld, L", "", image, []string{silverImage}, "out_of_stock", "1499.00 DKK", "Guld", "L", ""},
		{variants[2].VariantId, stel.Id, "Stel, Sølv, L", "", silverImage, []string{image}, "in_stock", "1299.00 DKK", "Sølv", "L", ""},
		{variants[3].VariantId, stel.Id, "Stel, Guld, XL", "", image, []string{silverImage}, "out_of_stock", "1599.00 DKK", "Guld", "XL", ""},
	}
	for i := range want {
		want[i].Link = s.URL + "/products/stel?variant=" + want[i].ID
	}
	etui := of[4]
	if !servertest.SameJSON(of[:4], want) || etui.Color != "Sort" || etui.Size != "S" || etui.Material != "Læder" || etui.Price != "50.00 DKK" || etui.Title != "Etui, Læder, Sort, S" {
		t.Errorf("%+v", of)
	}
}
