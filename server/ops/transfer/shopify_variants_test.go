package transfer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/ops/transfer"
)

const variantHeader = "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Image,Image Src\n"

// shown returns the lowest and the highest price, the stock and the variants of a product.
func (s *shop) shown(slug string) string {
	s.t.Helper()
	p := s.product(slug)
	var variants []api.ProductVariant
	if err := json.Unmarshal(p.Variants, &variants); err != nil {
		s.t.Fatal(err)
	}
	highest := p.PriceOere
	if p.PriceMaxOere != nil {
		highest = *p.PriceMaxOere
	}
	var list []string
	for _, v := range variants {
		list = append(list, fmt.Sprintf("%s:%d:%d", strings.Join(slices.Sorted(maps.Values(v.Attributes)), "/"), v.PriceOere, v.Stock))
	}
	slices.Sort(list)
	return fmt.Sprintf("%d %d %d %v", p.PriceOere, highest, p.Stock, list)
}

// A file that names some variants changes those, and leaves the others alone.
func TestImportShopifyOfSomeVariants(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	const whole = variantHeader +
		"hat,Hat,A hat of fine felt.,Hats,Size,S,Color,Red,H-S,100,1,https://img.example/s.jpg,https://img.example/a.jpg\n" +
		"hat,,,,,M,,Red,H-M,120,2,,\n" +
		"hat,,,,,,,,,,,,https://img.example/b.jpg\n" +
		"hat,,,,,L,,Blue,H-L,140,-3,,\n"
	if _, told := s.importCSV(transfer.Options{}, whole); told != "" {
		t.Fatal(told)
	}
	equal(t, "the whole", s.shown("hat"), "10000 14000 3 [Blue/L:14000:0 M/Red:12000:2 Red/S:10000:1]")
	if images := string(s.product("hat").Images); strings.Count(images, "img.example") != 2 {
		t.Errorf("the images are %s", images)
	}
	for _, step := range []struct{ name, text, want string }{
		{"a price of one", "Handle,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price\nhat,Size,M,Color,Red,130\n", "10000 14000 3 [Blue/L:14000:0 M/Red:13000:2 Red/S:10000:1]"},
		{"a stock by sku", "Handle,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty\nhat,Size,L,Color,Navy,H-L,7\n", "10000 14000 10 [L/Navy:14000:7 M/Red:13000:2 Red/S:10000:1]"},
		{"a new one, apart", "Handle,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Inventory Qty,Title,Type\nhat,Size,XL,Color,Red,90,1,,\nscarf,,,,,5,1,Scarf,Hats\nhat,,S,,Red,95,4,,\n", "9000 14000 14 [L/Navy:14000:7 M/Red:13000:2 Red/S:9500:4 Red/XL:9000:1]"},
		{"other options", variantHeader + "hat,Hat,,,Material,Wool,,,,80,3,,\n", "8000 8000 3 [Wool:8000:3]"},
	} {
		if _, told := s.importCSV(transfer.Options{}, step.text); told != "" {
			t.Errorf("%s: %s", step.name, told)
		}
		equal(t, step.name, s.shown("hat"), step.want)
	}
	_, told := s.importCSV(transfer.Options{}, "Handle,Variant Inventory Qty\nhat,9\n")
	equal(t, "a stock of none of them", told, "line 2: /variants: The stock is the sum of the stock of its variants. Leave price and stock of the product as they are, or set those of its variants with products.set_variants.\n")
}

// What else such files have.
func TestImportShopifyOddVariants(t *testing.T) {
	t.Parallel()
	row := func(handle, one, two, sku string) string {
		return handle + "," + handle + ",A product of the file.,Hats,Size," + one + ",Color," + two + "," + sku + ",10,1,,\n"
	}
	for name, c := range map[string]struct{ text, want, told string }{
		"no options":              {row("hat", "", "", ""), "1000 1000 1 []", ""},
		"the default title":       {"Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\nhat,Hat,Hats,Title,Default Title,,10,1\n", "1000 1000 1 []", ""},
		"the default with a sku":  {"Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\nhat,Hat,Hats,Title,Default Title,A-1,10,1\n", "1000 1000 1 [:1000:1]", ""},
		"an option without value": {row("hat", "S", "", "") + row("hat", "M", "", ""), "1000 1000 2 [M:1000:1 S:1000:1]", ""},
		"a value is missing":      {row("hat", "S", "Red", "") + row("hat", "M", "", ""), "", "line 2: /variants/1/attributes: must be a value of each option, such as {\"Color\":\"Red\",\"Size\":\"S\"}\n"},
		"the same twice":          {row("hat", "S", "", "") + row("hat", "S", "", ""), "", "line 2: /variants/1/attributes: must not be that of variants[0]\n"},
		"a sku twice":             {row("hat", "S", "", "A") + row("hat", "M", "", "A"), "", "line 2: /variants/1/sku: must not be that of variants[0]\n"},
		"a sku of another":        {row("cap", "S", "", "A") + row("hat", "M", "", "A"), "", "line 3: /variants: The product \"cap\" has a variant with the sku \"A\". Set \"variants[0].sku\" to another value, or change that product with products.set_variants.\n"},
	} {
		s := newShop(t)
		text := c.text
		if !strings.HasPrefix(text, "Handle") {
			text = variantHeader + text
		}
		_, told := s.importCSV(transfer.Options{}, text)
		equal(t, name, told, c.told)
		if c.want != "" {
			equal(t, name, s.shown("hat"), c.want)
		}
	}
}

// A product with a hundred variants is the same after export and import.
func TestExportOfManyVariants(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	var file strings.Builder
	file.WriteString(variantHeader)
	for p := range 20 { // 2,000 rows
		for v := range 100 {
			fmt.Fprintf(&file, "hat-%d,Hat %d,A hat of fine felt.,Hats,Size,%d,Color,%d,H-%d-%d,%d,%d,,\n", p, p, v/10, v%10, p, v, 10+v, v%4)
		}
	}
	sum, told := s.importCSV(transfer.Options{}, file.String())
	is(t, sum, 20, 0, 0, 0)
	if strings.Contains(told, "line ") { // what is not progress
		t.Error(told)
	}
	exported := s.export()
	sum, _ = s.importProducts(exported)
	is(t, sum, 0, 0, 20, 0)
	sum, _ = s.importCSV(transfer.Options{}, file.String())
	is(t, sum, 0, 0, 20, 0)
	other := newShop(t)
	sum, told = other.importProducts(exported)
	is(t, sum, 20, 0, 0, 0)
	if strings.Contains(told, "line ") {
		t.Error(told)
	}
	equal(t, "its export", other.export(), exported)
	s.importProducts(`{"slug":"hat-3","options":[],"variants":[],"priceDkk":100,"stock":1}` + "\n")
	equal(t, "without variants", s.shown("hat-3"), "100 100 1 []")
	sum, _ = s.importProducts(exported)
	is(t, sum, 0, 1, 19, 0)
	equal(t, "put back", s.export(), exported)
}
