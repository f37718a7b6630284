package transfer_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/transfer"
	"github.com/storefront/storefront/server/platform/store"
)

func (s *shop) importCSV(o transfer.Options, text string) (transfer.Summary, string) {
	o.Reader, o.Format = strings.NewReader(text), transfer.ShopifyCSV
	return s.importFile(o)
}

// What a file does not contain is not changed, whichever columns it lacks, and whichever cells are empty.
func TestImportShopifyKeepsWhatTheFileDoesNotContain(t *testing.T) {
	t.Parallel()
	const whole = `Handle,Title,Body (HTML),Vendor,Type,Tags,Variant Price,Variant Inventory Qty,Image Src
cap,Wool Cap,A warm cap of Danish wool.,Bøgh,Hats,winter,100,7,https://img.example/a.jpg
`
	kept := `{"name":"Wool Cap","slug":"cap","brand":"Bøgh","description":"A warm cap of Danish wool.","priceDkk":10000,"stock":7,"featured":false,"categorySlug":"hats",` +
		`"frameColor":null,"lensColor":null,"images":["https://img.example/a.jpg"],"attributes":{"Size":["S","M"],"made in":"Aarhus"},"answerSummary":null,"faq":[],"useCases":[],"comparisonFacts":{},"options":[],"variants":[]}` + "\n"
	for name, c := range map[string]struct{ text, changed string }{
		"no stock":           {"Handle,Title,Body (HTML),Vendor,Type,Tags,Variant Price,Image Src\ncap,Wool Cap,A warm cap of Danish wool.,Bøgh,Hats,winter,90,https://img.example/a.jpg\n", `"priceDkk":9000`},
		"no text":            {"Handle,Title,Variant Price,Variant Inventory Qty\ncap,Wool Cap,90,7\n", `"priceDkk":9000`},
		"a price alone":      {"Handle,Variant Price\ncap,90\n", `"priceDkk":9000`},
		"a stock alone":      {"Handle,Variant Inventory Qty\ncap,9\n", `"stock":9`},
		"a stock of none":    {"Handle,Variant Inventory Qty\ncap,0\n", `"stock":0`},
		"an oversold one":    {"Handle,Variant Inventory Qty\ncap,-3\n", `"stock":0`},
		"a title alone":      {"Handle,Title\ncap,Woollen Cap\n", `"name":"Woollen Cap"`},
		"a brand alone":      {"Handle,Vendor\ncap,Holm\n", `"brand":"Holm"`},
		"a text alone":       {"Handle,Body (HTML)\ncap,A cap of fine wool.\n", `"description":"A cap of fine wool."`},
		"a short text alone": {"Handle,Title,Body (HTML)\ncap,Wool Cap,Warm\n", `"description":"Wool Cap. Warm"`},
		"a type alone":       {"Handle,Type\ncap,Caps\n", `"categorySlug":"caps"`},
		"tags alone":         {"Handle,Tags\ncap,winter\n", ""},
		"an option alone":    {"Handle,Option1 Name,Option1 Value\ncap,Color,Blue\ncap,,Black\n", `"attributes":{"Size":["S","M"],"made in":"Aarhus","Color":["Blue","Black"]}`},
		"the same option":    {"Handle,Option1 Name,Option1 Value\ncap,Size,L\n", `"attributes":{"Size":["L"],"made in":"Aarhus"}`},
		"an option unnamed":  {"Handle,Option1 Value\ncap,L\n", ""},
		"the default option": {"Handle,Option1 Name,Option1 Value\ncap,Title,Default Title\n", ""},
		"an image alone":     {"Handle,Image Src\ncap,https://img.example/b.jpg\n", `"images":["https://img.example/b.jpg"]`},
		"empty cells":        {strings.SplitAfter(whole, "\n")[0] + "cap,,,,,,,,\n", ""},
		"a handle alone":     {"Handle\ncap\n", ""},
		"a short text, and a category that is made up": {"Handle,Body (HTML)\ncap,Warm wools\n", `"description":"Warm wools"`},
		"a very short text":                            {"Handle,Body (HTML)\ncap,Warm\n", `"description":"Product: Warm"`},
		"marks before the text":                        {"\ufeff\ufeffHandle,Variant Price\ncap,90\n", `"priceDkk":9000`},
		"a column of another":                          {"Handle,Variant Grams,SEO Title\ncap,12,Buy!\n", ""},
	} {
		s := newShop(t)
		if _, told := s.importCSV(transfer.Options{}, whole); told != "" {
			t.Fatal(told)
		}
		s.importFile(transfer.Options{Reader: strings.NewReader(`{"slug":"cap","attributes":{"Size":["S","M"],"made in":"Aarhus"}}` + "\n"), Format: transfer.JSONLines})
		equal(t, "the first import", s.export(), kept)
		sum, told := s.importCSV(transfer.Options{DefaultCategory: "Various"}, c.text)
		missing := ""
		if name == "a column of another" {
			missing = "not imported, the shop has no place for it: Variant Grams, SEO Title\n"
		}
		equal(t, name, told, missing)
		equal(t, name+", updated", sum.Updated, min(1, len(c.changed)))
		var got, want map[string]any
		for _, text := range []string{kept, "{" + c.changed + "}"} {
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				t.Fatal(err)
			}
		}
		if err := json.Unmarshal([]byte(s.export()), &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v\n%v, want\n%v", name, err, got, want)
		}
		sum, _ = s.importCSV(transfer.Options{DefaultCategory: "Various"}, c.text)
		is(t, sum, 0, 0, 1, 0)
		if _, err := s.store.Read().CategoryGet(s.ctx, "various"); !store.NotFound(err) {
			t.Errorf("%s: the category that no product needs was made: %v", name, err)
		}
	}
}

// A new product needs a title, a price and a category; the rest is made up.
func TestImportShopifyNewProductsOfFewColumns(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sum, told := s.importCSV(transfer.Options{DefaultCategory: "Various"}, "Handle,Title,Variant Price,Tags\nbelt,Belt,100,leather\nscarf,Scarf,50,\nnameless,,10,\nfree,Free,,\n")
	is(t, sum, 2, 0, 0, 2)
	equal(t, "told", told, "line 4: /name: is required for a new product\nline 5: /priceDkk: is required for a new product\n")
	belt, scarf := s.product("belt"), s.product("scarf")
	equal(t, "belt", fmt.Sprint(belt.Description, belt.Stock, belt.CategorySlug), "Belt. leather0leather")
	equal(t, "scarf", fmt.Sprint(scarf.Description, scarf.Stock, scarf.CategorySlug), "Scarf. Various0various")
}

// A line of JSON with some fields of an existing product changes these, as products.bulk_upsert does.
func TestImportSomeFieldsOfAProduct(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importFile(transfer.Options{Reader: strings.NewReader(hat("cap", `,"featured":true,"attributes":{"a":1}`)), Format: transfer.JSONLines})
	text := `{"slug":"cap","priceDkk":77}` + "\n" + `{"slug":"new","priceDkk":77}` + "\n" + `{"slug":"cap","attributes":{"b":2}}` + "\n"
	sum, told := s.importFile(transfer.Options{Reader: strings.NewReader(text), Format: transfer.JSONLines})
	is(t, sum, 0, 2, 0, 1)
	equal(t, "told", told, "line 2: /name: is required for a new product\nline 2: /description: is required for a new product\nline 2: /stock: is required for a new product\n")
	p := s.product("cap")
	equal(t, "cap", fmt.Sprint(p.PriceOere, p.Featured, string(p.Attributes)), `77 true{"b":2}`)
}

// Each field can stand alone beside the slug, and a line without any changes nothing.
func TestImportOneFieldOfAProduct(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hat("cap", full))
	for _, field := range []string{
		`"name":"Kasket"`, `"description":"En kasket af uld."`, `"priceDkk":77`, `"priceDkk":78.0`, `"stock":9`, `"featured":false`, `"brand":"Klit"`, `"frameColor":null`,
		`"lensColor":"Grey"`, `"attributes":{"width":7}`, `"answerSummary":null`, `"faq":[]`, `"useCases":[]`, `"comparisonFacts":{}`, `"categorySlug":"bags"`, `"images":[]`,
	} {
		sum, told := s.importProducts(`{"slug":"cap",` + field + "}\n" + `{"slug":"cap"}`)
		is(t, sum, 0, 1, 1, 0)
		equal(t, field, told, "")
	}
	equal(t, "price", s.product("cap").PriceOere, 78)
}

// A price that ore cannot express is refused, whatever the currency.
func TestImportShopifyPricesOfManyDecimals(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.importProducts(hat("cap", ""))
	for _, factor := range []string{"", "745.95"} {
		for _, price := range []string{"12.345", "12.3405", "0.001", "19.9900001"} {
			sum, told := s.importCSV(transfer.Options{CurrencyFactor: factor}, "Handle,Variant Price\ncap,10.00\ncap,"+price+"\n")
			is(t, sum, 0, 0, 0, 1)
			equal(t, price, told, fmt.Sprintf("line 2: /priceDkk: the price %q on line 3 has more than two decimals: round it\n", price))
		}
	}
	for price, ore := range map[string]int64{"12.340": 1234, "12.3": 1230, "12": 1200, "0.10000": 10} {
		_, told := s.importCSV(transfer.Options{}, "Handle,Variant Price\ncap,"+price+"\n")
		equal(t, price, told, "")
		equal(t, price, s.product("cap").PriceOere, ore)
	}
}

// Handles and categories that become one slug are refused: none of them is written over another. Rows of one handle are
// one product, also when they are not together.
func TestImportShopifyThatWouldWriteOverItself(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("kop-", 50) // as long as a slug
	const header = "Handle,Title,Body (HTML),Type,Variant Price,Variant Inventory Qty\n"
	row := func(handle, kind string) string {
		return handle + "," + handle + " title,A product of the file.," + kind + ",10,1\n"
	}
	for name, c := range map[string]struct {
		text, told string
		products   int
	}{
		"two spellings": {row("Blå-Kop", "Hats") + row("blaa-kop", "Hats"), "line 3: /slug: the handle \"blaa-kop\" becomes the slug \"blaa-kop\", as the handle \"Blå-Kop\" of line 2 does: give it another handle\n", 1},
		"two cases":     {row("Kop", "Hats") + row("kop", "Hats"), "line 3: /slug: the handle \"kop\" becomes the slug \"kop\", as the handle \"Kop\" of line 2 does: give it another handle\n", 1},
		"two of three":  {row("kop", "Hats") + row("fad", "Hats") + row("KØP", "Hats") + row("køp", "Hats"), "line 5: /slug: the handle \"køp\" becomes the slug \"koep\", as the handle \"KØP\" of line 4 does: give it another handle\n", 3},
		"a cut":         {row(long+"x", "Hats") + row(long+"y", "Hats"), "line 3: /slug: the handle " + fmt.Sprintf("%.102q", (long + "y")[:100]) + " becomes the slug " + fmt.Sprintf("%q", long[:100]) + ", as the handle " + fmt.Sprintf("%q", long[:100]) + " of line 2 does: give it another handle\n", 1},
		"a title":       {",Blå Kop,A product of the file.,Hats,10,1\n" + row("blaa-kop", "Hats"), "line 3: /slug: the handle \"blaa-kop\" becomes the slug \"blaa-kop\", as the handle \"Blå Kop\" of line 2 does: give it another handle\n", 1},
		"apart":         {row("kop", "Hats") + row("fad", "Hats") + row("kop", "Hats"), "", 2},
		"categories":    {row("a", "Blå Kopper") + row("b", "Blaa kopper") + row("c", "blå kopper"), "line 3: /categorySlug: the category \"Blaa kopper\" becomes the slug \"blaa-kopper\", as the category \"Blå Kopper\" does: give it another name\n", 2},
		"a category cut": {row("a", strings.Repeat("hat ", 50)+"x") + row("b", strings.Repeat("hat ", 50)+"y"),
			"line 3: /categorySlug: the category " + fmt.Sprintf("%q", strings.Repeat("hat ", 25)) + " becomes the slug " + fmt.Sprintf("%q", strings.Repeat("hat-", 25)) + ", as the category " + fmt.Sprintf("%q", strings.Repeat("hat ", 25)) + " does: give it another name\n", 1},
	} {
		s := newShop(t)
		for range 2 { // the second run finds the same, and writes nothing
			sum, told := s.importCSV(transfer.Options{}, header+c.text)
			equal(t, name, told, c.told)
			equal(t, name+", refused", sum.Refused, strings.Count(c.told, "\n"))
			equal(t, name+", updated", sum.Updated, 0)
			equal(t, name+", products", s.count(), int64(c.products))
		}
	}
	for name, c := range map[string]struct {
		text, told string
		products   int64
	}{
		"a title twice":              {"Title,Body (HTML),Type,Variant Price\nKop,A product of the file.,Hats,10\nKop,A product of the file.,Hats,10\n", "line 2: /slug: the product on line 3 has the title \"Kop\" too, and both have no handle: give each a handle\n", 0},
		"a row that is not CSV":      {header + row("kop", "Hats") + "kop,\"b\"ad,,,,\n" + "kop,,,,9,1\n" + row("fad", "Hats"), "line 2: /slug: a row of the product, on line 3, is not CSV\nline 3: the row is not CSV: extraneous or missing \" in quoted-field\n", 1},
		"no letters of the alphabet": {header + row("!!!", "Hats") + row("...", "Hats"), "line 2: /slug: must be at least 1 character long\nline 3: /slug: must be at least 1 character long\n", 0},
		"other scripts":              {header + row("очки-ray-ban", "Шапки") + row("футляр", "帽子") + row("日本-2", "帽子"), "", 3},
		"pasted":                     {"\u200bHandle\u2060,Title,Type,Variant Price\n\u200bpas\u00adted\ufeff,\u200bPasted one,Hats\u200b,10\u200b\n", "", 1},
		"white space in a category":  {header + row("a", "Sun  hats") + row("b", "Sun hats"), "", 2},
	} {
		s := newShop(t)
		_, told := s.importCSV(transfer.Options{}, c.text)
		equal(t, name, told, c.told)
		equal(t, name+", products", s.count(), c.products)
		sum, _ := s.importCSV(transfer.Options{}, c.text)
		is(t, sum, 0, 0, int(c.products), strings.Count(c.told, "\n"))
		switch name {
		case "other scripts":
			equal(t, name, s.product("ray-ban").CategorySlug+s.product("futlyar").CategorySlug+s.product("ri-ben-2").CategorySlug, "shapkimao-zimao-zi")
		case "pasted":
			equal(t, name, s.product("pasted").Name, "Pasted one")
		}
	}
	s := newShop(t)
	_, err := transfer.ImportProducts(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader("Handle,Variant Price,variant price\ncap,1,2\n"), Format: transfer.ShopifyCSV})
	if err == nil || !strings.Contains(err.Error(), `the columns 2 and 3 are both called "variant price": remove one`) {
		t.Errorf("%v", err)
	}
	hidden := "Handle,Title,Body (HTML),Type,Variant Price,Status\nKop,Kop,A product of the file.,Hats,10,draft\nkop,kop,A product of the file.,Hats,10,active\n"
	sum, told := s.importCSV(transfer.Options{}, hidden)
	is(t, sum, 1, 0, 0, 0)
	equal(t, "told", told, "line 2: skipped: its status is draft\n")
}

// A product of very many rows takes as long as as many products.
func TestImportShopifyManyRowsOfOneHandle(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const many = 60_000
	var text strings.Builder
	text.WriteString("Handle,Title,Body (HTML),Type,Variant Price,Option1 Name,Option1 Value,Image Src\ncap,Cap,A cap of fine wool.,Hats,10,Size,0,\n")
	for i := range many {
		fmt.Fprintf(&text, "cap,,,,,,%d,\n", i)
	}
	sum, told := s.importCSV(transfer.Options{}, text.String())
	if sum.Refused != 1 || !strings.Contains(told, "/attributes/Size: ") {
		t.Errorf("%+v %.300s", sum, told)
	}
}
