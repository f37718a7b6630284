package catalog_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

func TestSuggestions(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Blåbær 2000", "Blå løbesko", "Blåmusling", "Løbesko røde", "Økse", "iPhone 12")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][]string{
			"blåb": {"Blåbær 2000"}, "BLAA": {"Blå løbesko", "Blåbær 2000", "Blåmusling"}, "bla lobe": {"Blå løbesko"}, "blå 2": {"Blåbær 2000"}, "blåbær 2": {"Blåbær 2000"},
			"iphone 1": {"iPhone 12"}, "1": {}, "12": {"iPhone 12"}, "1 iphone": {}, "ø": {}, "øk": {"Økse"}, "løbeks": {"Blå løbesko", "Løbesko røde"}, "xyzzyx": {}, "?": {},
		} {
			names := []string{}
			var found []object
			s.OK(t, "", "products.suggest", object{"q": q}, &found)
			for _, one := range found {
				if len(one) != 3 || one["slug"] == nil || one["priceDkk"] == nil {
					t.Errorf("%q suggests %v", q, one)
				}
				names = append(names, one["name"].(string))
			}
			slices.Sort(names)
			if !slices.Equal(names, want) {
				t.Errorf("%q suggests %v, want %v", q, names, want)
			}
		}
		var one []object
		if s.OK(t, "", "products.suggest", object{"q": "blå", "limit": 1}, &one); len(one) != 1 {
			t.Errorf("limit 1 gives %v", one)
		}
	})
	for _, bad := range []object{{}, {"q": ""}, {"q": " "}, {"q": "a", "limit": 11}, {"q": "a", "limit": 0}, {"q": string(make([]rune, 65))}, {"q": "a", "offset": 1}} {
		s.Refused(t, "", "products.suggest", bad, problem.ValidationFailed)
	}
}
