package catalog_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// sizes are the options of a hat in three sizes.
var sizes = []object{{"name": "Size", "values": []string{"S", "M", "L"}}}

func size(value string, more object) object {
	return servertest.With(object{"attributes": object{"Size": value}}, more)
}

// hat makes a product in the sizes S and M, in an otherwise empty shop.
func hat(t *testing.T) (s *servertest.Server, key string) {
	t.Helper()
	s, key = stocked(t, 10)
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": []object{
		size("S", object{"priceOere": 9900, "stock": 1, "sku": "HAT-S"}), size("M", object{"priceOere": 14900, "stock": 3, "sku": "HAT-M", "image": "https://images.example/m.jpg"}),
	}}, nil)
	return s, key
}

func readProduct(t *testing.T, s *servertest.Server, slug string) (p api.Product) {
	t.Helper()
	s.OK(t, "", "products.get", object{"slug": slug}, &p)
	return p
}

// asSent returns the variants of a product as a call sends them.
func asSent(p api.Product) []object {
	var list []object
	for _, v := range p.Variants {
		list = append(list, object{"variantId": v.VariantId, "sku": v.Sku, "attributes": v.Attributes, "priceOere": v.PriceOere, "stock": v.Stock, "image": v.Image, "active": v.Active})
	}
	return list
}

func TestProductsSetVariants(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	first := readProduct(t, s, "rund")
	if first.PriceDkk != 9900 || first.PriceMaxOere != 14900 || first.Stock != 4 || first.VariantsVersion != 1 || len(first.Variants) != 2 {
		t.Fatalf("the product is %+v", first)
	}
	var hits []api.ProductHit
	s.OK(t, "", "products.search", object{"maxPriceOere": 9900, "inStock": true}, &hits)
	if len(hits) != 1 || hits[0].PriceDkk != 9900 || hits[0].Stock != 4 {
		t.Errorf("the search finds %+v", hits)
	}

	// What is left out stays, ids are kept by id and by attributes, and the order is that of the list.
	var result api.ProductsSetVariantsResult
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "expectedVariantsVersion": 1, "variants": []object{
		size("L", object{"stock": 2}), size("M", object{"sku": nil}), {"variantId": first.Variants[0].VariantId, "attributes": object{"Size": "S"}, "active": false},
	}}, &result)
	if l, m, small := result.Variants[0], result.Variants[1], result.Variants[2]; l.PriceOere != 9900 || l.Sku != nil || l.Image != nil ||
		m.VariantId != first.Variants[1].VariantId || m.Sku != nil || m.PriceOere != 14900 || m.Stock != 3 || *m.Image != "https://images.example/m.jpg" ||
		small.VariantId != first.Variants[0].VariantId || *small.Sku != "HAT-S" || small.Active || small.Stock != 1 {
		t.Errorf("the variants are %+v", result.Variants)
	}
	p := readProduct(t, s, "rund")
	if p.PriceDkk != 9900 || p.PriceMaxOere != 14900 || p.Stock != 5 || p.VariantsVersion != 2 || !servertest.SameJSON(p.Variants, result.Variants) ||
		p.UpdatedAt != result.UpdatedAt || !servertest.SameJSON(p.Options, sizes) {
		t.Errorf("the product is %+v", p)
	}

	// The same again writes nothing.
	rows := len(s.Succeeded(t, "products.set_variants"))
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": asSent(p)}, &result)
	if again := readProduct(t, s, "rund"); !servertest.SameJSON(again, p) || len(s.Succeeded(t, "products.set_variants")) != rows {
		t.Errorf("the same again made %+v of %+v", again, p)
	}

	// Two exchange their skus.
	swapped := asSent(p)
	swapped[1]["sku"], swapped[2]["sku"] = "HAT-S", nil
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": swapped}, &result)
	if result.Variants[1].Sku == nil || *result.Variants[1].Sku != "HAT-S" || result.Variants[2].Sku != nil {
		t.Errorf("after the exchange the variants are %+v", result.Variants)
	}

	// None is sold: the last price, no stock.
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": []object{size("M", object{"active": false})}}, &result)
	if p := readProduct(t, s, "rund"); p.PriceDkk != 9900 || p.PriceMaxOere != 9900 || p.Stock != 0 || len(p.Variants) != 1 {
		t.Errorf("without an active variant the product is %+v", p)
	}

	// Without variants again, with the price and the stock that were shown.
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": []object{}, "variants": []object{{"attributes": object{}, "stock": 7, "priceOere": 5500, "sku": "HAT"}}}, &result)
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": []object{}, "variants": []object{}}, &result)
	if p := readProduct(t, s, "rund"); p.PriceDkk != 5500 || p.PriceMaxOere != 5500 || p.Stock != 7 || len(p.Variants) != 0 || len(p.Options) != 0 {
		t.Errorf("without variants the product is %+v", p)
	}
	s.OK(t, key, "products.update", object{"slug": "rund", "patch": object{"priceDkk": 6600, "stock": 8}}, nil)
	if p := readProduct(t, s, "rund"); p.PriceDkk != 6600 || p.PriceMaxOere != 6600 || p.Stock != 8 {
		t.Errorf("then it is %+v", p)
	}
}

func TestProductsSetVariantsRefusals(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	s.OK(t, key, "products.create", servertest.With(servertest.NewProduct("anden"), object{"variants": []object{{"attributes": object{}, "sku": "HAT-X", "stock": 1}}}), nil)
	p := readProduct(t, s, "rund")
	before := s.Contents(t)
	many := func(n int) (list []object) {
		for i := range n {
			list = append(list, object{"attributes": object{"Size": fmt.Sprint(i)}, "stock": 1})
		}
		return list
	}
	for _, c := range []struct {
		options  []object
		variants []object
		pointer  string
	}{
		{sizes, nil, "/options"},
		{nil, []object{size("S", object{"stock": 1})}, "/variants/0/attributes"},
		{sizes, []object{size("XL", object{"stock": 1})}, "/variants/0/attributes"},
		{sizes, []object{size("S", nil), size("L", nil)}, "/variants/1/stock"},
		{sizes, []object{size("S", nil), size("S", object{"stock": 1})}, "/variants/1/attributes"},
		{sizes, []object{size("S", object{"variantId": p.Variants[0].VariantId}), size("L", object{"variantId": strings.ToUpper(p.Variants[0].VariantId)})}, "/variants/1/variantId"},
		{sizes, []object{size("S", object{"sku": "A"}), size("M", object{"sku": "A"})}, "/variants/1/sku"},
		{sizes, []object{size("S", object{"image": "http://images.example/s.jpg"})}, "/variants/0/image"},
		{sizes, []object{size("S", object{"stock": 9007199254740991}), size("M", nil)}, "/variants/1/stock"},
		{[]object{{"name": "Size", "values": []string{"S", "S"}}}, []object{size("S", nil)}, "/options/0/values/1"},
		{append(sizes, object{"name": "size", "values": []string{"S"}}), []object{size("S", nil)}, "/options/1/name"},
		{[]object{{"name": "Size", "values": []string{}}}, []object{size("S", nil)}, "/options/0/values"},
		{sizes, many(501), "/variants"},
		{append(append(sizes, sizes...), append(sizes, sizes...)...), []object{size("S", nil)}, "/options"},
	} {
		d := s.Refused(t, key, "products.set_variants", object{"slug": "rund", "options": orEmpty(c.options), "variants": orEmpty(c.variants)}, problem.ValidationFailed)
		if d.Errors[0].Pointer != c.pointer {
			t.Errorf("%v is refused at %s (%s), not at %s", c.variants, d.Errors[0].Pointer, d.Detail, c.pointer)
		}
	}
	for code, args := range map[problem.Code]object{
		problem.ProductNotFound: {"slug": "intet"},
		problem.VariantNotFound: {"variants": []object{size("S", object{"variantId": readProduct(t, s, "anden").Variants[0].VariantId})}},
		problem.VersionConflict: {"expectedVariantsVersion": 0},
		problem.SkuTaken:        {"variants": []object{size("S", object{"sku": "HAT-X"})}},
	} {
		s.Refused(t, key, "products.set_variants", servertest.With(object{"slug": "rund", "options": sizes, "variants": []object{size("S", nil)}}, args), code)
	}
	if after := s.Contents(t); !servertest.SameJSON(after, before) {
		t.Errorf("the refusals wrote something: %v", after)
	}
}

func orEmpty(list []object) []object {
	if list == nil {
		return []object{}
	}
	return list
}

// What knows nothing of variants reads and writes price and stock of the product.
func TestPriceAndStockOfAProductWithVariants(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	update := func(patch object) object { return object{"slug": "rund", "patch": patch} }
	s.OK(t, key, "products.update", update(object{"name": "Hat", "priceDkk": 9900, "stock": 4}), nil)
	s.Refused(t, key, "products.update", update(object{"stock": 5}), problem.HasVariants)
	s.Refused(t, key, "products.update", update(object{"priceDkk": 9000}), problem.HasVariants)
	variants := asSent(readProduct(t, s, "rund"))
	variants[1]["priceOere"] = 9900
	s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": variants}, nil)
	s.OK(t, key, "products.update", update(object{"priceDkk": 9000}), nil)
	p := readProduct(t, s, "rund")
	if p.Name != "Hat" || p.PriceDkk != 9000 || p.PriceMaxOere != 9000 || p.Variants[0].PriceOere != 9000 || p.Variants[1].PriceOere != 9000 || p.Stock != 4 {
		t.Errorf("the product is %+v", p)
	}

	var bulk api.ProductsBulkUpsertResult
	s.OK(t, key, "products.bulk_upsert", object{"mode": "best_effort", "items": []object{
		{"slug": "rund", "stock": 9},
		servertest.With(servertest.NewProduct("ny"), object{"options": sizes, "variants": []object{size("S", object{"stock": 2, "sku": "NY-S"}), size("L", object{"stock": 1, "priceOere": 19900})}}),
		servertest.With(servertest.NewProduct("tyv"), object{"options": sizes, "variants": []object{size("S", object{"stock": 2, "sku": "NY-S"})}}),
		servertest.With(servertest.NewProduct("halv"), object{"options": sizes}),
		servertest.With(servertest.NewProduct("ukendt"), object{"options": sizes, "variants": []object{size("S", object{"stock": 2, "variantId": "x"})}}),
		servertest.NewProduct("enkel"),
	}}, &bulk)
	for i, want := range []string{"has_variants", "", "sku_taken", "validation_failed", "variant_not_found", ""} {
		if code := bulk.Results[i].Code; (code == nil) != (want == "") || code != nil && *code != want {
			t.Errorf("item %d: %+v, want %q", i, bulk.Results[i], want)
		}
	}
	ny := readProduct(t, s, "ny")
	if ny.Stock != 3 || !servertest.SameJSON(ny.PriceDkk, servertest.NewProduct("x")["priceDkk"]) || ny.PriceMaxOere != 19900 {
		t.Errorf("the new product is %+v", ny)
	}
	again := object{"slug": "ny", "variants": asSent(ny), "options": ny.Options}
	s.OK(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{again}}, &bulk)
	if bulk.Results[0].Outcome != api.BulkItemOutcomeUnchanged {
		t.Errorf("the same again is %+v", bulk.Results[0])
	}
	s.OK(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{{"slug": "ny", "priceDkk": 1234, "variants": []object{size("M", object{"stock": 5})}}}}, &bulk)
	if ny = readProduct(t, s, "ny"); ny.PriceDkk != 1234 || ny.Stock != 5 || len(ny.Variants) != 1 {
		t.Errorf("with other variants it is %+v", ny)
	}
	s.Refused(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{{"slug": "ny", "variants": []object{size("M", object{"sku": "HAT-S"})}}}}, problem.SkuTaken)
	s.Refused(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{{"slug": "rund", "stock": 99}}}, problem.HasVariants)
	s.Refused(t, key, "products.bulk_upsert", object{"mode": "all_or_nothing", "items": []object{{"slug": "ny", "variants": []object{size("M", object{"variantId": "x"})}}}}, problem.VariantNotFound)
	s.Refused(t, key, "products.create", servertest.With(servertest.NewProduct("tyv"), object{"variants": []object{{"attributes": object{}, "stock": 2, "sku": "HAT-S"}}}), problem.SkuTaken)
}

func TestTheStockOfAVariantIsAdjusted(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	small := readProduct(t, s, "rund").Variants[0].VariantId
	d := s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 1}, problem.VariantRequired)
	if len(*d.Allowed) != 2 || (*d.Allowed)[0] != small || !strings.Contains(d.Detail, "Size S") {
		t.Errorf("the choices are %v: %s", d.Allowed, d.Detail)
	}
	s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 1, "variantId": "x"}, problem.VariantNotFound)
	s.Refused(t, key, "products.adjust_stock", object{"slug": "rund", "delta": -2, "variantId": small}, problem.InsufficientStock)
	var result object
	statuses, _ := servertest.Together(8, func(int) servertest.Reply {
		return s.Call(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 2, "variantId": small})
	})
	if statuses[http.StatusOK] != 8 {
		t.Error(statuses)
	}
	s.OK(t, key, "products.adjust_stock", object{"slug": "rund", "delta": -1, "variantId": small}, &result)
	p := readProduct(t, s, "rund")
	if !servertest.SameJSON(result, object{"slug": "rund", "stock": 16, "variantId": small}) || p.Stock != 19 || p.Variants[0].Stock != 16 || p.VariantsVersion != 1 {
		t.Errorf("answered %v of %+v", result, p)
	}
}

// A deleted product holds no skus; a restore wants them back.
func TestSkusOfADeletedProductAreFree(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	was := readProduct(t, s, "rund")
	s.OK(t, key, "products.delete", object{"slug": "rund", "confirm": true}, nil)
	other := servertest.With(servertest.NewProduct("anden"), object{"options": sizes, "variants": []object{size("S", object{"stock": 2, "sku": "HAT-S"})}})
	s.OK(t, key, "products.create", other, nil)
	s.Refused(t, key, "products.restore", object{"slug": "rund"}, problem.SkuTaken)
	s.OK(t, key, "products.delete", object{"slug": "anden", "confirm": true}, nil)
	s.OK(t, key, "products.restore", object{"slug": "rund"}, nil)
	if now := readProduct(t, s, "rund"); !servertest.SameJSON(now.Variants, was.Variants) || now.Stock != was.Stock || now.PriceDkk != was.PriceDkk {
		t.Errorf("restored is %+v", now)
	}
}

// TestTheProductIsTheSumOfItsVariants changes a set at random, and compares the product with it in answers, search and
// database.
func TestTheProductIsTheSumOfItsVariants(t *testing.T) {
	t.Parallel()
	s, key := hat(t)
	random := rand.New(rand.NewPCG(38, 38)) //nolint:gosec // a test that can be repeated
	for range 60 {
		p := readProduct(t, s, "rund")
		variants := asSent(p)
		switch n := random.IntN(6); {
		case n == 0 && len(variants) > 0:
			variants = variants[1:]
		case n < 3:
			for _, v := range variants {
				v["active"], v["priceOere"], v["stock"] = random.IntN(3) > 0, 1+random.IntN(1000), random.IntN(5)
			}
		case n < 5:
			value := []string{"S", "M", "L"}[random.IntN(3)]
			if !strings.Contains(fmt.Sprint(variants), "Size:"+value) {
				variants = append(variants, size(value, object{"stock": random.IntN(5), "priceOere": 1 + random.IntN(1000)}))
			}
		case len(variants) > 0:
			s.OK(t, key, "products.adjust_stock", object{"slug": "rund", "delta": 1 + random.IntN(9), "variantId": variants[0]["variantId"]}, nil)
			variants = nil
		}
		if variants != nil {
			s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": variants}, nil)
		}
		p = readProduct(t, s, "rund")
		var lowest, highest, pieces int64
		for _, v := range p.Variants {
			if v.Active {
				pieces += v.Stock
				highest = max(highest, v.PriceOere)
				if lowest == 0 || v.PriceOere < lowest {
					lowest = v.PriceOere
				}
			}
		}
		if lowest == 0 {
			lowest, highest = p.PriceDkk, p.PriceDkk
		}
		if len(p.Variants) > 0 && (p.PriceDkk != lowest || p.PriceMaxOere != highest || p.Stock != pieces) {
			t.Fatalf("of %+v the product is %d to %d with %d pieces", p.Variants, p.PriceDkk, p.PriceMaxOere, p.Stock)
		}
		var hits []api.ProductHit
		s.OK(t, "", "products.search", object{"slugs": []string{"rund"}}, &hits)
		row := servertest.One[string](t, s, "SELECT format('%s %s %s %s', price_oere, coalesce(price_max_oere, price_oere), stock, variant_count) FROM products WHERE slug = 'rund'")
		if want := fmt.Sprintf("%d %d %d %d", p.PriceDkk, p.PriceMaxOere, p.Stock, len(p.Variants)); row != want || hits[0].PriceDkk != p.PriceDkk || hits[0].Stock != p.Stock {
			t.Fatalf("the database has %s, the search %+v, and products.get %s", row, hits[0], want)
		}
		if len(p.Variants) == 0 {
			s.OK(t, key, "products.set_variants", object{"slug": "rund", "options": sizes, "variants": []object{size("S", object{"stock": 1})}}, nil)
		}
	}
}

// A program that does not know of variants cannot sell what is not there.
func TestOnlyVariantsChangeTheSums(t *testing.T) {
	t.Parallel()
	s, _ := hat(t)
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, change := range []string{"stock = stock - 1", "price_oere = 1"} {
		if _, err := conn.Exec(t.Context(), "UPDATE products SET "+change+" WHERE slug = 'rund'"); err == nil {
			t.Errorf("%s is not refused", change)
		}
	}
}
