package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// An empty answer of products.search and products.facets says why, with the nearest that would find something; and ids or
// slugs of no product, and a minus, are named even if others are found.
func TestAnEmptySearchSaysWhy(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "products.delete", object{"slug": "laederetui", "confirm": true}, nil)
	s.OK(t, key, "categories.upsert", object{"slug": "tomme", "name": "Tomme"}, nil)
	metal := s.Product(t, "round-metal").Id
	attributes := func(name string, value any) object { return object{"attributes": object{name: value}} }
	unknownID := "01994f5e-8f4b-7c11-9b1f-2a6f0c9d0000"
	cases := []struct {
		body object
		want []string
	}{
		{attributes("polariseret", true), []string{`unknown_attribute | polarised | "polariseret" | products.facets`}},
		{attributes("Materialer", "metal"), []string{"unknown_attribute | material"}},
		{attributes("farve", "sort"), []string{"unknown_attribute | colour"}},
		{attributes("xyzzy", 1), []string{"unknown_attribute | "}},
		{attributes("width_mm", "50 mm"), []string{`unknown_value | 50,49,51,48,52 | "width_mm" | "50 mm"`}},
		{attributes("width_mm", 46.4), []string{"unknown_value | 46,47,48,44,49"}},
		{attributes("MATERIAL", []string{"metall", "TITANIUM"}), []string{`unknown_value | metal,titan | "material" | "metall" or "TITANIUM"`}},
		{attributes("polarised", "ja"), []string{"unknown_value | false,true"}},
		{attributes("material", strings.Repeat("x", 5000)), []string{"unknown_value |  | xxx…"}},
		{object{"slugs": []string{"round-metal", "Round Metall", "laederetui"}}, []string{`unknown_product | round-metal | "Round Metall", "laederetui"`}},
		{object{"slugs": []string{"round-metall"}}, []string{`unknown_product | round-metal | slug "round-metall"`}},
		{object{"slugs": []string{metal}}, []string{"unknown_product |  | An id belongs into ids"}},
		{object{"slugs": []string{"round-metal"}, "q": "metal"}, nil},
		{object{"ids": []string{unknownID, strings.ToUpper(metal)}}, []string{"unknown_product |  | id \"" + unknownID}},
		{object{"ids": []string{"round-metal", "x"}}, []string{"unknown_product | " + metal + " | \"round-metal\", \"x\" | slugs"}},
		{object{"ids": []string{metal}, "slugs": []string{"cat-eye"}}, []string{"filters_contradict |  | ids or slugs"}},
		{object{"brand": "Nordlyss"}, []string{`unknown_brand | Nordlys | "nordlyss"`}},
		{object{"brand": "nord-lys"}, []string{"unknown_brand | Nordlys"}},
		{object{"brands": []string{"fjordd", "linse og ko"}}, []string{"unknown_brand | Fjord,Linse & Ko"}},
		{object{"brand": "qqq"}, []string{"unknown_brand | "}},
		{object{"brand": "FJORD", "brands": []string{"Nordlys"}}, []string{"filters_contradict |  | brand or brands"}},
		{object{"frameColor": "gold"}, []string{`unknown_color | Guld | frameColor "gold"`}},
		{object{"lensColor": "groen"}, []string{"unknown_color | Grøn | lensColor"}},
		{object{"frameColor": "black"}, []string{"unknown_color | Sort,Mat sort"}},
		{object{"categorySlug": "solbrille"}, []string{"unknown_category | solbriller,briller"}},
		{object{"categorySlug": "Sun Glasses"}, []string{"unknown_category | solbriller,briller,laesebriller,etuier-og-tilbehoer"}},
		{object{"categorySlug": "læsebriller"}, []string{"unknown_category | laesebriller,briller"}},
		{object{"categorySlug": "tomme"}, []string{"empty_category | solbriller,briller,laesebriller,etuier-og-tilbehoer"}},
		{object{"minPriceOere": 2, "maxPriceOere": 1}, []string{"empty_range | "}},
		{object{"maxPriceOere": 900, "categorySlug": "solbriller"}, []string{"price_out_of_range | 34900 | 34900 ore (349,00 kr) to 189900 ore (1.899,00 kr) | maxPriceOere is 900 ore (9,00 kr)"}},
		{object{"minPriceOere": 90000000}, []string{"price_out_of_range | 249900 | minPriceOere is 90000000 ore (900.000,00 kr)"}},
		{object{"minPriceOere": 34901, "maxPriceOere": 34902, "categorySlug": "solbriller"}, []string{"price_out_of_range |  | 34901"}},
		{object{"q": "zzzzqqq"}, []string{`unknown_word |  | "zzzzqqq"`}},
		{object{"q": "metal zzzzqqq PX900"}, []string{`unknown_word |  | "zzzzqqq", "px900"`}},
		{object{"q": "!?"}, []string{"unknown_word |  | no letter"}},
		{object{"q": "metal titan acetat"}, []string{"words_apart | "}},
		{object{"q": "solbriller -metal"}, []string{`minus_ignored |  | "metal"`}},
		{object{"q": "metal –rød -zzzzqqq"}, []string{`minus_ignored |  | "rød", "zzzzqqq"`, `unknown_word |  | "zzzzqqq"`}},
		{object{"q": "cat-eye"}, nil},
		{object{"q": "metal - guld"}, nil},
		{object{"brand": "Atelier Birk", "categorySlug": "solbriller", "inStock": true}, []string{"filters_exclude | briller,etuier-og-tilbehoer | categorySlug", "filters_exclude | Havblik,Fjord,Linse & Ko,Nordlys,Klit | brands"}},
		{object{"slugs": []string{"hedegaard"}, "inStock": true}, []string{"filters_exclude |  | Without inStock there are 1"}},
		{object{"updatedSince": "2099-01-01T00:00Z"}, []string{"filters_exclude |  | updatedSince"}},
		{object{"q": "brilelr", "attributes": object{"material": "titan", "shape": "skjold"}}, []string{"filters_exclude |  | attributes"}},
		{object{"brand": "qqq", "frameColor": "guldd", "attributes": object{"materal": 1}, "maxPriceOere": 1, "q": "zzzzqqq"}, []string{
			"unknown_brand | ", "unknown_color | Guld", "unknown_attribute | material", "unknown_word | ", "price_out_of_range | 3900 | of all products",
		}},
	}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for _, c := range cases {
			for _, tool := range []string{"products.search", "products.facets"} {
				got := slices.DeleteFunc(s.Messages(t, "", tool, c.body), func(m servertest.Reason) bool { return m.Code == "simple_ranking" })
				servertest.WantMessages(t, c.body, got, c.want...)
			}
		}
		body := object{"attributeNames": []string{"ram", "Shapes", "material"}}
		servertest.WantMessages(t, "named", s.Messages(t, "", "products.facets", body), `unknown_attribute |  | "ram"`, `unknown_attribute | shape | "shapes"`)
		if named := facetsOf(t, s, body); len(named.Attributes) != 1 || named.Total == 0 {
			t.Errorf("with names that no product has: %+v", named)
		}
	})
}
