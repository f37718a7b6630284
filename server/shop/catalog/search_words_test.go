package catalog_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// wordShop has a product for each name, in a category whose name they do not
// share.
func wordShop(t *testing.T, names ...string) *servertest.Server {
	t.Helper()
	s := servertest.NewEmpty(t)
	key := s.Key(t, "products:write,categories:write")
	s.OK(t, key, "categories.upsert", object{"slug": "ting", "name": "Ting"}, nil)
	for i, name := range names {
		slug := "p" + string(rune('a'+i)) // one word that no name contains
		s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("ting", slug), object{"name": name}), nil)
	}
	return s
}

func named(t *testing.T, s *servertest.Server, body object) []string {
	t.Helper()
	var hits []object
	s.OK(t, "", "products.search", body, &hits)
	names := []string{}
	for _, hit := range hits {
		names = append(names, hit["name"].(string))
	}
	return names
}

func TestNumbersAndSingleLettersAreWholeWords(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Skærm 27", "Skærm 270", "Kabel USB-C", "Kabel USB cable", "Toner TN2320", "Toner TN2330", "Ø-krog", "Økse")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][]string{
			"27": {"Skærm 27"}, "270": {"Skærm 270"}, "skærm 2": {}, "usb-c": {"Kabel USB-C"}, "usb c": {"Kabel USB-C"}, "usb ca": {"Kabel USB cable"},
			"tn2320": {"Toner TN2320"}, "tn23": {"Toner TN2320", "Toner TN2330"}, "tn2340": {}, "toner tn2340": {}, "2320": {}, "ø": {"Ø-krog"}, "øk": {"Økse"},
		} {
			if got := named(t, s, object{"q": q, "sort": "name"}); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", q, got, want)
			}
		}
	})
}

// A single letter is not misspelt, though ø is spelled with two.
func TestSingleLettersAreNotRespelled(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Øl", "Oeb", "Ål", "Aab", "Æg", "Ost", "Ære", "Å-krog", "Straße", "ßa")
	found := map[string]map[string][]string{}
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		found[t.Name()] = map[string][]string{}
		for _, q := range []string{"ø", "Ø", "o", "å", "a", "æ", "ß", "ä", "ö", "ø å", "øl æ", "oe", "ae", "aa", "øb", "Ø.", "ø1"} {
			page := pageOf(t, s, object{"q": q})
			found[t.Name()][q] = append(named(t, s, object{"q": q, "sort": "name"}), string(page.Matched))
		}
		for q, want := range map[string][]string{"ø": {"exact"}, "å": {"Å-krog", "exact"}, "æ": {"exact"}, "ß": {"exact"}, "oe": {"Oeb", "Øl", "exact"}} {
			if got := found[t.Name()][q]; !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", q, got, want)
			}
		}
	})
	ways := slices.Collect(maps.Values(found))
	if len(ways) != 2 || !maps.EqualFunc(ways[0], ways[1], slices.Equal) {
		t.Errorf("%v", ways)
	}
}

func TestTheEndOfACompoundMatches(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Brilleren", "Læsebriller", "Solbriller", "Etui til briller", "Brillerne", "Mineralglas", "Glasset", "Glas", "Mos", "Kosmos", "Kar 2320x", "a2320x",
		"Blåbærgrød")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, want := range map[string][]string{
			"briller": {"Brillerne", "Brilleren", "Etui til briller", "Læsebriller", "Solbriller"}, "glas": {"Glas", "Glasset", "Mineralglas"},
			"solbriller": {"Solbriller"}, "til briller": {"Etui til briller"}, "mos": {"Mos"}, "kosmos": {"Kosmos"}, "2320x": {"Kar 2320x"},
			"grød": {"Blåbærgrød"}, "groed": {"Blåbærgrød"}, "grod": {"Blåbærgrød"}, "bærgrød": {"Blåbærgrød"}, "osmo": {},
		} {
			got := named(t, s, object{"q": q})
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", q, got, want)
			}
		}
		for q, longer := range map[string][]string{"briller": {"Læsebriller", "Solbriller"}, "glas": {"Mineralglas"}} {
			got := named(t, s, object{"q": q})
			if last := got[len(got)-len(longer):]; !slices.Equal(last, longer) {
				t.Errorf("%q finds %v; %v should be the last", q, got, longer)
			}
		}
	})
	s.OK(t, s.Key(t, "categories:write"), "categories.upsert", object{"slug": "ting", "name": "Køkkenting og Vægure"}, nil)
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		if got := named(t, s, object{"q": "mos ting"}); !slices.Equal(got, []string{"Mos"}) {
			t.Errorf("the end of a word of the category: %v", got)
		}
	})
}

// A word that only ends others is not misspelt.
func TestOnlyWhatNothingContainsIsRespelled(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Flydende solbriller", "Flydende sandaler")
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		page := pageOf(t, s, object{"q": "briller flydnede"})
		if page.Matched != "similar" || page.Respelled == nil || *page.Respelled != "briller flydende" || page.Total != 1 {
			t.Errorf("%+v", page)
		}
	})
}
