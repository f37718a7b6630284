package catalog_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// counted counts the values that products have, as products.facets lists them.
func counted(hits []api.ProductHit, value func(api.ProductHit) *string) []api.FacetValue {
	counts := map[string]int64{}
	for _, hit := range hits {
		if v := value(hit); v != nil {
			counts[*v]++
		}
	}
	list := []api.FacetValue{}
	for v, n := range counts {
		list = append(list, api.FacetValue{Value: v, Count: n})
	}
	slices.SortFunc(list, func(a, b api.FacetValue) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
	})
	return list
}

func facetsOf(t *testing.T, s *servertest.Server, body object) (facets api.ProductFacets) {
	t.Helper()
	s.OK(t, "", "products.facets", body, &facets)
	return facets
}

// Facets are what a count over the hits of the same search without the facet's own
// filter gives, for every combination of filters, and after writes.
func TestFacetsCountWhatSearchesFind(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	compare := func(t *testing.T, s *servertest.Server) {
		found := func(body object, without ...string) (hits []api.ProductHit) {
			body = servertest.With(body, object{"limit": 100})
			for _, name := range without {
				delete(body, name)
			}
			s.OK(t, "", "products.search", body, &hits)
			return hits
		}
		for _, body := range []object{
			{}, {"inStock": true}, {"q": "briller"}, {"q": "brilelr"}, {"q": "finder intet xyzzy"}, {"q": "!?"}, {"brand": "nordlys"}, {"brands": []string{"Fjord", "NORDLYS"}, "frameColor": "guld"},
			{"categorySlug": "solbriller", "inStock": true, "maxPriceOere": 100000}, {"categorySlug": "ingen"}, {"brand": "ingen", "q": "briller"}, {"minPriceOere": 2, "maxPriceOere": 1},
			{"lensColor": "grøn", "featured": true}, {"attributes": object{"polarised": true}, "brand": "nordlys"}, {"slugs": []string{"round-metal", "findes-ikke"}},
			{"updatedSince": "2000-01-01T00:00Z", "q": "metal", "inStock": false, "frameColor": "sort", "lensColor": "grå", "minPriceOere": 1},
		} {
			got := facetsOf(t, s, body)
			priced := found(body, "minPriceOere", "maxPriceOere")
			want := api.ProductFacets{
				Brands:       counted(found(body, "brand", "brands"), func(h api.ProductHit) *string { return h.Brand }),
				FrameColors:  counted(found(body, "frameColor"), func(h api.ProductHit) *string { return h.FrameColor }),
				LensColors:   counted(found(body, "lensColor"), func(h api.ProductHit) *string { return h.LensColor }),
				Categories:   counted(found(body, "categorySlug"), func(h api.ProductHit) *string { return &h.CategorySlug }),
				InStockCount: int64(len(slices.DeleteFunc(found(body, "inStock"), func(h api.ProductHit) bool { return h.Stock <= 0 }))),
				Total:        int64(len(found(body))),
			}
			for i, hit := range priced {
				if i == 0 {
					want.PriceRange = &api.PriceRangeOrNull{MinOere: hit.PriceDkk, MaxOere: hit.PriceDkk}
				}
				want.PriceRange.MinOere, want.PriceRange.MaxOere = min(want.PriceRange.MinOere, hit.PriceDkk), max(want.PriceRange.MaxOere, hit.PriceDkk)
			}
			if !servertest.SameJSON(got, want) {
				t.Errorf("%v: %+v\nwant %+v", body, got, want)
			}
		}
	}
	eachWay(t, s, compare)
	key := s.Key(t, "products:write")
	s.OK(t, key, "products.update", object{"slug": "round-metal", "patch": object{"priceDkk": 1, "stock": 0, "brand": "Anden", "frameColor": nil}}, nil)
	s.OK(t, key, "products.delete", object{"slug": "laederetui", "confirm": true}, nil)
	if got := facetsOf(t, s, object{}); got.PriceRange.MinOere != 1 || !slices.Contains(got.Brands, api.FacetValue{Value: "Anden", Count: 1}) {
		t.Errorf("after a change: %+v", got)
	}
	eachWay(t, s, compare)
}

// A value is written as most products write it, and at most a hundred are listed.
func TestFacetsListTheMostFrequentValues(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "ting", "name": "Ting"}, nil)
	create := func(brand string) {
		slug := fmt.Sprintf("p-%x", brand)
		for n := range 3 {
			if n == 0 || brand == "HP" {
				s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("ting", fmt.Sprint(slug, "-", n)), object{"brand": brand}), nil)
			}
		}
	}
	for i := range 105 {
		create(fmt.Sprintf("Mærke %03d", i))
	}
	create("hp")
	create("HP")
	create("Hp")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		brands := facetsOf(t, s, object{}).Brands
		if len(brands) != 100 || brands[0] != (api.FacetValue{Value: "HP", Count: 5}) || brands[1].Value != "Mærke 000" || brands[99].Value != "Mærke 098" {
			t.Errorf("%d brands: %v", len(brands), brands)
		}
	})
	for _, bad := range []object{{"sort": "name"}, {"limit": 1}, {"offset": 1}, {"minPriceOere": -1}, {"q": 1}} {
		s.Refused(t, "", "products.facets", bad, problem.ValidationFailed)
	}
}
