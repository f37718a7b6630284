package transfer_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/transfer"
)

func TestImportShopify(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	start := len(s.audit())
	o := transfer.Options{Path: "testdata/shopify.csv", DefaultCategory: "Various"}
	sum, told := s.importFile(o)
	is(t, sum, 4, 0, 0, 3)
	equal(t, "skipped", sum.Skipped, 2)
	equal(t, "told", told, strings.TrimLeft(`
line 10: skipped: its status is draft
line 11: skipped: it is not published
line 12: /priceDkk: must be at least 1
line 13: /priceDkk: the price "1,5" on line 13 is not an amount such as 9.99
line 13: /stock: the quantity "many" on line 13 is not a whole number of pieces
line 15: /categorySlug: the category "!!!" cannot be created: slug must be at least 2 characters long
not imported, the shop has no place for it: Image Alt Text, Gift Card, SEO Title, Google Shopping / Google Product Category
`, "\n"))
	equal(t, "export", s.export(), strings.TrimLeft(`
{"name":"Wool Cap","slug":"wool-cap","brand":"Bøgh","description":"A warm cap of Danish wool & silk.\nSoft\nLight","priceDkk":19950,"stock":4,"featured":false,"categorySlug":"hats","frameColor":null,"lensColor":null,"images":["https://img.example/cap-1.jpg","https://img.example/cap-2.jpg","https://img.example/cap-3.jpg"],"attributes":{"Color":["Blue","Black"],"Size":["S","M"]},"answerSummary":null,"faq":[],"useCases":[],"comparisonFacts":{},"options":[{"name":"Color","values":["Blue","Black"]},{"name":"Size","values":["S","M"]}],"variants":[{"attributes":{"Color":"Blue","Size":"S"},"sku":"WC-1","priceOere":24995,"stock":4,"image":null,"active":true},{"attributes":{"Color":"Blue","Size":"M"},"sku":"WC-2","priceOere":19950,"stock":0,"image":null,"active":true},{"attributes":{"Color":"Black","Size":"M"},"sku":"WC-3","priceOere":29900,"stock":0,"image":null,"active":true}]}
{"name":"Blåbær Taske","slug":"blaabaer-taske","brand":"Bøgh","description":"Blåbær Taske","priceDkk":129900,"stock":7,"featured":false,"categorySlug":"handbags","frameColor":null,"lensColor":null,"images":[],"attributes":{},"answerSummary":null,"faq":[],"useCases":[],"comparisonFacts":{},"options":[],"variants":[]}
{"name":"Belt","slug":"belt","brand":null,"description":"Belt. leather","priceDkk":10000,"stock":1,"featured":false,"categorySlug":"leather","frameColor":null,"lensColor":null,"images":[],"attributes":{},"answerSummary":null,"faq":[],"useCases":[],"comparisonFacts":{},"options":[],"variants":[]}
{"name":"Nameless Scarf","slug":"nameless-scarf","brand":null,"description":"A scarf without a handle of its own.","priceDkk":5000,"stock":2,"featured":false,"categorySlug":"various","frameColor":null,"lensColor":null,"images":[],"attributes":{},"answerSummary":null,"faq":[],"useCases":[],"comparisonFacts":{},"options":[],"variants":[]}
`, "\n"))
	equal(t, "audit rows: three categories and four products", len(s.audit())-start, 7)
	sum, _ = s.importFile(o)
	is(t, sum, 0, 0, 4, 3)
	equal(t, "audit rows", len(s.audit())-start, 7)
}

func TestImportShopifyNewColumns(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sum, told := s.importFile(transfer.Options{Path: "testdata/shopify-new.csv", CurrencyFactor: "745.95"})
	is(t, sum, 1, 0, 0, 0)
	equal(t, "told", told, "not imported, the shop has no place for it: Compare-at price, Image alt text\n")
	p := s.product("rain-coat")
	equal(t, "price", p.PriceOere, 74588) // 99.99 × 745.95 = 74587.5405
	equal(t, "stock", p.Stock, 11)
	equal(t, "category", p.CategoryName, "Coats")
	equal(t, "description", p.Description, "Keeps the rain out.\nAnd the wind.")
	equal(t, "attributes", string(p.Attributes), `{"Size":["S","L"]}`)
}

func TestImportShopifyOddFiles(t *testing.T) {
	t.Parallel()
	const header = "Handle,Title,Body (HTML),Type,Variant Price,Variant Inventory Qty\n"
	const good = "good,Good one,A product that is good.,Hats,10,1\n"
	for name, test := range map[string]struct{ text, told string }{
		"nothing":                     {"", ""},
		"only a header":               {header, ""},
		"a byte order mark, and CRLF": {"\ufeff" + strings.ReplaceAll(header+good, "\n", "\r\n"), ""},
		"no category":                 {header + "good,Good one,A product that is good.,,10,1\n", "line 2: /categorySlug: The product has no category. Fill its column Type, or name one for all such products.\n"},
		"no price":                    {header + "good,Good one,A product that is good.,Hats,,1\n", "line 2: /priceDkk: is required for a new product\n"},
		"a huge price":                {header + "good,Good one,A product that is good.,Hats,90071992547410,1\n", "line 2: /priceDkk: must be at most 9007199254740991\n"},
		"a quote inside":              {header + "bad,\"Bad\" one,x,Hats,10,1\n" + good, "line 2: the row is not CSV: extraneous or missing \" in quoted-field\n"},
		"a bad row within a product":  {header + good + "good,b\"ad,x,Hats,10,1\n", "line 3: the row is not CSV: bare \" in non-quoted-field\n"},
		"no text":                     {header + "bad,B\xe6r,A product of another encoding.,Hats,10,1\n", "line 2: the row on line 2 is not valid UTF-8: save it as UTF-8 (Excel calls that CSV UTF-8)\n"},
		"an open quote":               {header + good + "bad,\"never closed", "line 3: the row is not CSV: extraneous or missing \" in quoted-field\n"},
	} {
		s := newShop(t)
		_, told := s.importFile(transfer.Options{Reader: strings.NewReader(test.text), Format: transfer.ShopifyCSV})
		equal(t, name, told, test.told)
		if strings.Contains(test.text, good) && s.count() != 1 {
			t.Errorf("%s: the good product is missing", name)
		}
	}
	s := newShop(t)
	for text, want := range map[string]string{
		"slug;name\n": "neither a column Handle nor a column Title",
		header + good + "cut,Cut off,A product that may go on.,Hats,10,1\nbad,\"" + strings.Repeat("never closed ", 1<<18): "a row is longer than 1 MiB",
	} {
		_, err := transfer.ImportProducts(s.ctx, s.store, s.contract, transfer.Options{Reader: strings.NewReader(text), Format: transfer.ShopifyCSV})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	equal(t, "products before the row that never ends", s.count(), 1)
}
