package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/test/servertest"
)

// vary gives a product variants in the colours "Karry" and "Gul", the second for more, with these skus; "" is none.
func vary(t *testing.T, s *servertest.Server, slug string, skus ...string) {
	t.Helper()
	colours := []string{"Karry", "Gul"}
	variants := []object{}
	for i, sku := range skus {
		one := object{"attributes": object{"Kulør": colours[i]}, "priceOere": 10000 + 5000*i, "stock": 2}
		if sku != "" {
			one["sku"] = sku
		}
		variants = append(variants, one)
	}
	options := []object{}
	if len(skus) > 0 {
		options = append(options, object{"name": "Kulør", "values": colours})
	}
	s.OK(t, s.Key(t, "products:write"), "products.set_variants", object{"slug": slug, "options": options, "variants": variants}, nil)
}

func hitOf(t *testing.T, s *servertest.Server, slug string) api.ProductHit {
	t.Helper()
	var hits []api.ProductHit
	s.OK(t, "", "products.search", object{"slugs": []string{slug}}, &hits)
	if len(hits) != 1 {
		t.Fatalf("%d products have the slug %s", len(hits), slug)
	}
	return hits[0]
}

func TestHitsOfProductsWithVariants(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Hat", "Hue")
	key := s.Key(t, "products:write")
	vary(t, s, "pa", "", "")
	want := func(slug string, variants, price, highest, stock int64) {
		t.Helper()
		eachWay(t, s, func(t *testing.T, s *servertest.Server) {
			if h := hitOf(t, s, slug); h.VariantCount != variants || h.PriceDkk != price || h.PriceMaxOere != highest || h.Stock != stock {
				t.Errorf("the hit has %d variants for %d to %d, stock %d; want %d for %d to %d, stock %d",
					h.VariantCount, h.PriceDkk, h.PriceMaxOere, h.Stock, variants, price, highest, stock)
			}
		})
	}
	want("pa", 2, 10000, 15000, 4)
	want("pb", 0, 12300, 12300, 4)
	s.OK(t, key, "products.update", object{"slug": "pb", "patch": object{"priceDkk": 9900}}, nil)
	want("pb", 0, 9900, 9900, 4)

	// A sale leaves the digest as it is, by which all else is read anew.
	digest := func() int64 {
		return servertest.One[int64](t, s, "SELECT product_digest(content, variant_count, price_max_oere, options, skus) FROM products WHERE slug = 'pa'")
	}
	before := digest()
	for _, variant := range s.Product(t, "pa").Variants {
		s.OK(t, key, "products.adjust_stock", object{"slug": "pa", "variantId": variant.VariantId, "delta": -1}, nil)
	}
	want("pa", 2, 10000, 15000, 2)
	if digest() != before {
		t.Error("a sale changes the digest")
	}

	s.OK(t, key, "products.set_variants", object{"slug": "pa", "options": []object{{"name": "Size", "values": []string{"S", "M", "L"}}}, "variants": []object{
		size("S", object{"priceOere": 900, "stock": 1, "active": false}), size("M", object{"priceOere": 5000, "stock": 5}), size("L", object{"priceOere": 99000, "stock": 9, "active": false}),
	}}, nil)
	want("pa", 3, 5000, 5000, 5)
	if digest() == before {
		t.Error("other variants have the same digest")
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, c := range []struct {
			body object
			want []string
		}{
			{object{"maxPriceOere": 900}, []string{}}, {object{"maxPriceOere": 5000}, []string{"pa"}}, {object{"minPriceOere": 9900}, []string{"pb"}},
			{object{"inStock": true, "sort": "price_desc"}, []string{"pb", "pa"}},
		} {
			if got := search(t, s, c.body); !slices.Equal(got, c.want) {
				t.Errorf("%v finds %v, want %v", c.body, got, c.want)
			}
		}
		var facets api.ProductFacets
		s.OK(t, "", "products.facets", object{}, &facets)
		if facets.InStockCount != 2 || facets.PriceRange.MinOere != 5000 || facets.PriceRange.MaxOere != 9900 {
			t.Errorf("the facets are %+v", facets)
		}
		var some []object
		s.OK(t, "", "products.search", object{"slugs": []string{"pa"}, "fields": []string{"variantCount", "priceMaxOere"}}, &some)
		if !servertest.SameJSON(some, []object{{"slug": "pa", "variantCount": 3, "priceMaxOere": 5000}}) {
			t.Errorf("of the fields that are named it shows %v", some)
		}
	})

	// None is for sale: the price that was shown last.
	s.OK(t, key, "products.set_variants", object{"slug": "pa", "options": []object{}, "variants": []object{{"attributes": object{}, "priceOere": 700, "stock": 7, "active": false}}}, nil)
	want("pa", 1, 5000, 5000, 0)
	vary(t, s, "pa")
	want("pa", 0, 5000, 5000, 0)
}

func TestTheWordsOfVariants(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Hat", "Hue")
	key := s.Key(t, "products:write")
	want := func(found map[string][]string) {
		t.Helper()
		eachWay(t, s, func(t *testing.T, s *servertest.Server) { wantFound(t, s, found) })
	}
	none := []string{}
	want(map[string][]string{"karry": none, "gul": none, "xkcd": none})
	vary(t, s, "pa", "XKCD-7/b", "H40")
	vary(t, s, "pb", "", "H41")
	want(map[string][]string{
		"karry": {"Hat", "Hue"}, "gul hat": {"Hat"}, "kulør": none, "values": none, "xkcd": {"Hat"}, "xk": {"Hat"}, "xkcd-7/b": {"Hat"}, "xkcd 7": {"Hat"}, "7": {"Hat"},
		"b": {"Hat"}, "XKCD7": {"Hat"}, "xkcd-7/b hue": none, "h": {"Hat", "Hue"}, "h40 hat": {"Hat"}, "40": {"Hat"}, "4": none,
	})

	// Each change is found at once.
	vary(t, s, "pa", "XKCD-8/b", "h-50")
	want(map[string][]string{"xkcd-7/b": none, "xkcd-8/b": {"Hat"}, "h40": none, "h50": {"Hat"}, "b": {"Hat"}})
	s.OK(t, key, "products.set_variants", object{"slug": "pa", "options": sizes, "variants": []object{size("S", object{"priceOere": 900, "stock": 1})}}, nil)
	want(map[string][]string{"xkcd": none, "karry": {"Hue"}, "s": {"Hat"}, "L": {"Hat"}, "size": none})
	s.OK(t, key, "products.delete", object{"slug": "pb", "confirm": true}, nil)
	want(map[string][]string{"karry": none, "h41": none})
	s.OK(t, key, "products.restore", object{"slug": "pb"}, nil)
	want(map[string][]string{"karry": {"Hue"}, "H41": {"Hue"}})
	vary(t, s, "pb")
	want(map[string][]string{"karry": none, "h41": none})
}

func TestTheSkuThatIsTheQueryComesFirst(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "ROUND-M/2", "Round m 2, round m 2: round-m/2", "Hat", "Etui", "Bb", "Hue til round-m/2")
	key := s.Key(t, "products:write")
	vary(t, s, "pc", "Round-M/2", "b")
	vary(t, s, "pd", "Round-M/2/b", "Round M")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][]string{
			"Round-M/2": {"pc", "pa"}, " ROUND-M/2\t": {"pc", "pa"}, "round-m/2/B": {"pd"}, "b": {"pc", "pd"}, "round m": {"pd"},
		} {
			got := search(t, s, object{"q": q})
			if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
				t.Errorf("%q finds %v, want %v first", q, got, want)
			}
			var all []string
			for offset := range got {
				all = append(all, search(t, s, object{"q": q, "limit": 1, "offset": offset})...)
			}
			if !slices.Equal(all, got) {
				t.Errorf("%q finds %v in pages of one, %v in one", q, all, got)
			}
		}
		if got := search(t, s, object{"q": "round-m/2", "minPriceOere": 12300}); len(got) != 3 || got[0] != "pa" {
			t.Errorf("with a filter %v", got)
		}
		if got := search(t, s, object{"q": "round-m/2", "inStock": true, "maxPriceOere": 10000}); !slices.Equal(got, []string{"pc", "pd"}) {
			t.Errorf("with another filter %v", got)
		}
		if got := search(t, s, object{"q": "round-m/2", "sort": "price_desc"}); got[len(got)-2] == "pa" || len(got) != 5 {
			t.Errorf("by price %v", got)
		}
		var some []api.ProductSuggestion
		s.OK(t, "", "products.suggest", object{"q": "round-m/2", "limit": 1}, &some)
		if len(some) != 1 || some[0].Slug != "pc" {
			t.Errorf("%v is suggested", some)
		}
	})
	first := func(want string) {
		t.Helper()
		eachWay(t, s, func(t *testing.T, s *servertest.Server) {
			if got := search(t, s, object{"q": "round-m/2"}); got[0] != want {
				t.Errorf("the first is %s, want %s", got[0], want)
			}
		})
	}
	s.OK(t, key, "products.delete", object{"slug": "pc", "confirm": true}, nil)
	first("pa")
	vary(t, s, "pd", "round-m/2")
	first("pd")
	vary(t, s, "pd", "round-m/3")
	first("pa")
	s.OK(t, key, "products.restore", object{"slug": "pc"}, nil)
	first("pc")
	s.OK(t, key, "products.update", object{"slug": "pc", "patch": object{"name": "Kasket"}}, nil)
	first("pc")
}

// Whatever a sku is made of, it finds its product.
func TestAnySkuFindsItsProduct(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(38, 1))
	parts := strings.Split("A b 7 42 XL ø Å ß æbler 3,5 1.000 - -- / _ + # ' \" : & | ! ( * \\ . , = ==2 日本 é e\u0301 42mm x2y3", " ")
	parts = append(parts, " ", "  ")
	skus := []string{}
	for len(skus) < 60 {
		sku := ""
		for range 1 + r.IntN(8) {
			sku += parts[r.IntN(len(parts))]
		}
		if sku = strings.TrimSpace(sku); strings.ContainsAny(sku, "Ab742ø日é") && !slices.ContainsFunc(skus, func(other string) bool { return strings.EqualFold(sku, other) }) {
			skus = append(skus, sku)
		}
	}
	names := strings.Split("Ab 7 42 XL øÅß|3,5 1.000 æbler 42 mm|日本 é A-b-7|x2y3 42mm 42 a 7 b", "|")
	s := wordShop(t, append(names, "Hat", "Hue")...)
	for i, slug := range []string{"pe", "pf"} {
		variants, values := []object{}, []string{}
		for j, sku := range skus[30*i : 30*i+30] {
			values = append(values, fmt.Sprint("v", j))
			variants = append(variants, object{"sku": sku, "attributes": object{"Kind": values[j]}, "priceOere": 100, "stock": 1})
		}
		s.OK(t, s.Key(t, "products:write"), "products.set_variants", object{"slug": slug, "options": []object{{"name": "Kind", "values": values}}, "variants": variants}, nil)
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for i, sku := range skus {
			for _, q := range []string{sku, strings.ToUpper(sku)} {
				if got := search(t, s, object{"q": q}); len(got) == 0 || got[0] != []string{"pe", "pf"}[i/30] {
					t.Errorf("%q, a sku of %s, finds %v", q, []string{"pe", "pf"}[i/30], got)
				}
			}
		}
	})
}

// Skus say nothing about what a product is: one with many stays where it was.
func TestManySkusChangeNoOrder(t *testing.T) {
	t.Parallel()
	s := nounShop(t)
	found := func() (all [][]string) {
		for _, q := range []string{"laptop", "printer", "acme", "bolt notebook", "notebook gb"} {
			all = append(all, search(t, s, object{"q": q}))
		}
		return all
	}
	before := found()
	for _, slug := range []string{"n2", "r1", "r4"} {
		few := strings.Fields(strings.ReplaceAll(s.Product(t, slug).Description, ",", ""))[:5] // no new words
		variants := []object{}
		for i := range 90 {
			choice := object{"A": few[i%5], "B": few[i/5%5], "C": few[i/25]}
			variants = append(variants, object{"sku": fmt.Sprintf("%s-zq%d-wk%d", slug, i, i%7), "attributes": choice, "priceOere": 12300, "stock": 1})
		}
		s.OK(t, s.Key(t, "products:write"), "products.set_variants", object{"slug": slug, "variants": variants, "options": []object{
			{"name": "A", "values": few}, {"name": "B", "values": few}, {"name": "C", "values": few},
		}}, nil)
	}
	if after := found(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("with skus %v\nwithout %v", after, before)
	}
}
