package catalog_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// countedAttributes counts the values of attributes of the products that are found without the filter of each, as products.facets
// lists them.
func countedAttributes(t *testing.T, s *servertest.Server, body object, found func(object, ...string) []api.ProductHit) []api.AttributeFacet {
	t.Helper()
	counts := map[string]map[string]int64{}
	count := func(body object, counted func(name string) bool) {
		for _, hit := range found(body) {
			var attributes object
			if err := json.Unmarshal(s.Product(t, hit.Slug).Attributes, &attributes); err != nil {
				t.Fatal(err)
			}
			for name, value := range attributes {
				if !counted(name) {
					continue
				}
				values, isList := value.([]any)
				if !isList {
					values = []any{value}
				}
				for _, v := range values {
					if counts[name] == nil {
						counts[name] = map[string]int64{}
					}
					counts[name][fmt.Sprint(v)]++
				}
			}
		}
	}
	filter, _ := body["attributes"].(object)
	count(body, func(name string) bool { return filter[name] == nil })
	for chosen := range filter {
		rest := maps.Clone(filter)
		delete(rest, chosen)
		count(servertest.With(body, object{"attributes": rest}), func(name string) bool { return name == chosen })
	}
	list := []api.AttributeFacet{}
	sum := map[string]int64{}
	for name, values := range counts {
		one := api.AttributeFacet{Name: name}
		for value, n := range values {
			one.Values, sum[name] = append(one.Values, api.FacetValue{Value: value, Count: n}), sum[name]+n
		}
		slices.SortFunc(one.Values, func(a, b api.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
		})
		one.Values = one.Values[:min(len(one.Values), 10)]
		if at := strings.LastIndex(name, "_"); at > 0 && slices.Contains([]string{"mm", "g", "ml"}, name[at+1:]) {
			one.Unit = new(name[at+1:])
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b api.AttributeFacet) int {
		return cmp.Or(cmp.Compare(sum[b.Name], sum[a.Name]), cmp.Compare(a.Name, b.Name))
	})
	return list[:min(len(list), 20)]
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
			{"lensColor": "grøn", "featured": true}, {"attributes": object{"polarised": true}, "brand": "nordlys"},
			{"attributes": object{"polarised": false, "material": []string{"metal", "acetat"}}, "inStock": true}, {"attributes": object{"shape": "findes ikke", "material": "metal"}}, {"slugs": []string{"round-metal", "findes-ikke"}},
			{"updatedSince": "2000-01-01T00:00Z", "q": "metal", "inStock": false, "frameColor": "sort", "lensColor": "grå", "minPriceOere": 1},
		} {
			got := facetsOf(t, s, body)
			got.Messages = nil
			priced := found(body, "minPriceOere", "maxPriceOere")
			want := api.ProductFacets{
				Brands:       counted(found(body, "brand", "brands"), func(h api.ProductHit) *string { return h.Brand }),
				FrameColors:  counted(found(body, "frameColor"), func(h api.ProductHit) *string { return h.FrameColor }),
				LensColors:   counted(found(body, "lensColor"), func(h api.ProductHit) *string { return h.LensColor }),
				Categories:   counted(found(body, "categorySlug"), func(h api.ProductHit) *string { return &h.CategorySlug }),
				InStockCount: int64(len(slices.DeleteFunc(found(body, "inStock"), func(h api.ProductHit) bool { return h.Stock <= 0 }))),
				Attributes:   countedAttributes(t, s, body, found),
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
	for _, bad := range []object{{"sort": "name"}, {"limit": 1}, {"offset": 1}, {"minPriceOere": -1}, {"q": 1}, {"attributeNames": []string{}}, {"attributeNames": make([]string, 21)}, {"attributeNames": "size"}} {
		s.Refused(t, "", "products.facets", bad, problem.ValidationFailed)
	}
}

// Of attributes the 20 most frequent are listed and those of the filter, or those that are named, with ten values each;
// in every spelling, but written as most products write them.
func TestFacetsListAttributes(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, storetest.Empty)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "ting", "name": "Ting"}, nil)
	for i := range 12 {
		attributes := object{
			"ram_gb": float64(8 * (1 + i/11)), "size_gb": "stor", "5_ghz": 5, "Farve": []string{"Rød", "GRÅ"}[i/8], "tekst": strings.Repeat("lang ", 41+i), "nr": i,
		}
		if i > 9 {
			attributes["farve"] = "rød"
			delete(attributes, "Farve")
		}
		for n := range 20 {
			attributes[fmt.Sprintf("egenskab %02d", n)] = []string{"ja", "nej"}[i%2]
		}
		if i == 0 {
			attributes["sjælden"] = []any{"a", true, 1.50, "a"}
		}
		s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("ting", fmt.Sprint("p-", i)), object{"attributes": attributes}), nil)
	}
	values := func(list ...any) []api.FacetValue {
		all := []api.FacetValue{}
		for i := 0; i < len(list); i += 2 {
			all = append(all, api.FacetValue{Value: list[i].(string), Count: int64(list[i+1].(int))})
		}
		return all
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		list := facetsOf(t, s, object{}).Attributes
		if len(list) != 20 || list[0].Name != "5_ghz" || list[1].Name != "egenskab 00" || list[19].Name != "egenskab 18" {
			t.Errorf("%d attributes: %+v", len(list), list)
		}
		list = facetsOf(t, s, object{"attributes": object{"SJÆLDEN": "A"}}).Attributes
		if len(list) != 20 || list[0].Name != "sjælden" || len(list[0].Values) != 3 || list[1].Name != "5_ghz" || list[19].Name != "egenskab 17" {
			t.Errorf("with a rare one: %+v", list)
		}
		for name, want := range map[string]api.AttributeFacet{
			"ram_gb": {Name: "ram_gb", Values: values("8", 11, "16", 1), Unit: new("gb")}, "SIZE_GB": {Name: "size_gb", Values: values("stor", 12)}, "5_ghz": {Name: "5_ghz", Values: values("5", 12)},
			"farve": {Name: "Farve", Values: values("Rød", 10, "GRÅ", 2)}, "tekst": {Name: "tekst", Values: values()}, "sjælden": {Name: "sjælden", Values: values("1.5", 1, "a", 1, "true", 1)},
			"nr": {Name: "nr", Values: values("0", 1, "1", 1, "10", 1, "11", 1, "2", 1, "3", 1, "4", 1, "5", 1, "6", 1, "7", 1)},
		} {
			if list := facetsOf(t, s, object{"attributeNames": []string{name, name, "findes ikke"}}).Attributes; !servertest.SameJSON(list, []api.AttributeFacet{want}) {
				t.Errorf("%s: %+v\nwant %+v", name, list, want)
			}
		}
		for body, want := range map[string]int{`{"ram_gb": "16"}`: 1, `{"farve": "grå"}`: 2, `{"ram_gb": 8, "nr": 11}`: 0} {
			var filter object
			if err := json.Unmarshal([]byte(body), &filter); err != nil {
				t.Fatal(err)
			}
			found := facetsOf(t, s, object{"attributes": filter, "attributeNames": []string{"ram_gb", "nr"}})
			if found.Total != int64(want) || len(found.Attributes) == 0 {
				t.Errorf("%s: %+v", body, found)
			}
		}
	})
	s.OK(t, key, "products.delete", object{"slug": "p-11", "confirm": true}, nil)
	s.OK(t, key, "products.update", object{"slug": "p-10", "patch": object{"attributes": object{"ram_gb": 32}}}, nil)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		want := []api.AttributeFacet{{Name: "ram_gb", Values: values("8", 10, "32", 1), Unit: new("gb")}}
		if list := facetsOf(t, s, object{"attributeNames": []string{"ram_gb"}}).Attributes; !servertest.SameJSON(list, want) {
			t.Errorf("after changes: %+v", list)
		}
	})
}
