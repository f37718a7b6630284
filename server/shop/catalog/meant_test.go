package catalog_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// wantFound expects the names that each search finds, in any order.
func wantFound(t *testing.T, s *servertest.Server, want map[string][]string) {
	t.Helper()
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		for q, names := range want {
			if got := named(t, s, object{"q": q, "sort": "name"}); !slices.Equal(got, names) {
				t.Errorf("%q finds %v, want %v", q, got, names)
			}
		}
	})
}

func TestWordsThatAreSplitOrJoined(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Brother MFC-9840CDW", "Lenovo ThinkPad", "Red Wing Støvle", "Sølv Blåbær", "Desk Top 900")
	wantFound(t, s, map[string][]string{
		"think pad": {"Lenovo ThinkPad"}, "lenovo think pad": {"Lenovo ThinkPad"}, "mfc 9840 cdw": {"Brother MFC-9840CDW"}, "mfc9840cdw": {"Brother MFC-9840CDW"},
		"blå bær": {"Sølv Blåbær"}, "redwing": {"Red Wing Støvle"}, "redwing støvle": {"Red Wing Støvle"}, "desktop900": {}, "top900": {"Desk Top 900"},
	})
	eachWay(t, s, func(t *testing.T, s *servertest.Server) {
		page := pageOf(t, s, object{"q": "redwing"})
		if page.Matched != "similar" || page.Respelled == nil || *page.Respelled != "red wing" {
			t.Errorf("%+v", page)
		}
	})
	s.OK(t, s.Key(t, "features:write"), "features.set", object{"key": "typo_search", "enabled": false, "confirm": true}, nil)
	wantFound(t, s, map[string][]string{"redwing": {}, "think pad": {"Lenovo ThinkPad"}})
}

// The words of a pair that was found instead are in the cursor.
func TestThePagesOfWhatWasSplit(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Red Wing A", "Red Wing B", "Red Wing C")
	first := object{"q": "redwing", "sort": "name", "limit": 2}
	if got := named(t, s, servertest.With(first, object{"cursor": *pageOf(t, s, first).NextCursor})); !slices.Equal(got, []string{"Red Wing C"}) {
		t.Errorf("the second page has %v", got)
	}
}

func TestAttributesThatAreTrueAreFoundByTheirNames(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Ja", "Nej", "Måske", "Liste")
	key := s.Key(t, "products:write")
	for slug, attributes := range map[string]object{
		"pa": {"polarised": true, "uv_filter": true}, "pb": {"polarised": false}, "pc": {"polarised": "true"}, "pd": {"polarised": []bool{true}},
	} {
		s.OK(t, key, "products.update", object{"slug": slug, "patch": object{"attributes": attributes}}, nil)
	}
	wantFound(t, s, map[string][]string{"polarised": {"Ja"}, "polarized": {"Ja"}, "uv": {"Ja"}, "uv-filter": {"Ja"}, "polariseret": {"Ja"}})
	s.OK(t, key, "products.update", object{"slug": "pa", "patch": object{"attributes": object{"polarised": false}}}, nil)
	wantFound(t, s, map[string][]string{"polarised": {}})
}

// A synonym finds what the word itself finds, below it, and a replica obeys too.
func TestSynonyms(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Grib fjern", "Grib nær", "Falken", "Spurv")
	key := s.Key(t, "settings:write,settings:read")
	wantFound(t, s, map[string][]string{"falk grib": {}, "spurv": {"Spurv"}})
	s.OK(t, key, "settings.update_search", object{"synonyms": [][]string{{"Grib", "falk", "ørn"}}}, nil)
	wantFound(t, s, map[string][]string{
		"grib": {"Falken", "Grib fjern", "Grib nær"}, "ørn": {"Falken", "Grib fjern", "Grib nær"}, "oern nær": {"Grib nær"}, "spurv": {"Spurv"},
	})
	if got := named(t, s, object{"q": "falken"}); !slices.Equal(got, []string{"Falken"}) {
		t.Errorf("%v", got)
	}
	if got := named(t, s, object{"q": "grib"}); got[2] != "Falken" {
		t.Errorf("the synonym is not the last of %v", got)
	}
	s.OK(t, key, "settings.update_search", object{"synonyms": [][]string{}}, nil)
	wantFound(t, s, map[string][]string{"grib": {"Grib fjern", "Grib nær"}, "ørn": {}})
}
