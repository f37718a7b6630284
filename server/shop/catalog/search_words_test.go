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
			"tn2320": {"Toner TN2320"}, "tn23": {"Toner TN2320", "Toner TN2330"}, "tn2340": {}, "toner tn2340": {}, "2320": {"Toner TN2320"}, "ø": {"Ø-krog"}, "øk": {"Ø-krog", "Økse"},
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
			"solbriller": {"Solbriller"}, "til briller": {"Etui til briller"}, "mos": {"Mos"}, "kosmos": {"Kosmos"}, "2320x": {"Kar 2320x", "a2320x"},
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
			if last := slices.Sorted(slices.Values(got[len(got)-len(longer):])); !slices.Equal(last, longer) {
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
		"blå bær": {"Sølv Blåbær"}, "redwing": {"Red Wing Støvle"}, "redwing støvle": {"Red Wing Støvle"}, "desktop900": {"Desk Top 900"}, "top900": {"Desk Top 900"},
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

// nounShop has six laptops that are called notebooks, six printers, and accessories
// for them, with short names and the right words.
func nounShop(t *testing.T) *servertest.Server {
	t.Helper()
	s := wordShop(t, "Laptop Lock", "Laptop taske", "Laptop Sleeve", "Roller for printer", "Printer roller", "Printer kabel", "Etui til bærbar")
	key := s.Key(t, "products:write")
	const laptop, printer = "Skærm, tastatur, styresystem, processor, hukommelse og batteri.", "Udskriver i farver på A4-papir, på begge sider."
	for _, p := range []object{
		{"slug": "n1", "name": "Acme Alfa 14 Notebook 35 cm 8 GB", "brand": "Acme", "description": laptop},
		{"slug": "n2", "name": "Acme Beta 15 Notebook sort 39 cm 8 GB", "brand": "Acme", "frameColor": "Sort", "description": laptop},
		{"slug": "n3", "name": "Notebook Acme Gamma 16", "brand": "Acme", "description": laptop},
		{"slug": "n4", "name": "Delta 17 Notebook, refurbished 16 GB", "brand": "Bolt", "description": laptop},
		{"slug": "n5", "name": "Bolt Notebook (2026) 16 GB", "brand": "Bolt", "description": laptop},
		{"slug": "n6", "name": "Bolt Epsilon Notebook 17 med etui", "brand": "Bolt", "description": laptop},
		{"slug": "r1", "name": "Acme Fin 100 Printer", "brand": "Acme", "description": printer},
		{"slug": "r2", "name": "Acme Farve Printer A4", "brand": "Acme", "description": printer},
		{"slug": "r3", "name": "Bolt Printer 300", "brand": "Bolt", "description": printer},
		{"slug": "r4", "name": "Bolt Laser Printer 600 dpi", "brand": "Bolt", "description": printer},
		{"slug": "r5", "name": "Bolt 20 Printer – hvid", "brand": "Bolt", "description": printer},
		{"slug": "r6", "name": "Acme 500 Printer Laser 600 dpi", "brand": "Acme", "description": printer},
	} {
		s.OK(t, key, "products.create", servertest.With(servertest.ProductIn("ting", p["slug"].(string)), p), nil)
	}
	return s
}

func TestAThingComesBeforeItsAccessories(t *testing.T) {
	t.Parallel()
	s := nounShop(t)
	laptops, printers := []string{"n1", "n2", "n3", "n4", "n5", "n6"}, []string{"r1", "r2", "r3", "r4", "r5", "r6"}
	first := func(q string, want ...string) {
		t.Helper()
		got := search(t, s, object{"q": q})
		got = got[:min(len(got), len(want))]
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q begins with %v, want %v in any order", q, got, want)
		}
	}
	first("laptop", laptops...)
	first("bærbar", laptops...)
	first("baerbar", laptops...)
	first("notebooks", laptops...)
	first("printer", printers...)
	first("acme laptop", "n1", "n2", "n3")
	first("laptop sort", "n2")
	first("bolt printer", "r3", "r4", "r5")
	first("laptop lock", "pa")
	first("laptop taske", "pb")
	first("printer kabel", "pf")
	first("roller", "pd", "pe")
	first("etui", "n6", "pg")

	// It follows each change at once.
	key := s.Key(t, "products:write")
	for _, slug := range []string{"n1", "n2"} {
		s.OK(t, key, "products.delete", object{"slug": slug, "confirm": true}, nil)
	}
	if got := search(t, s, object{"q": "laptop"}); slices.Contains(got[:3], "n3") {
		t.Errorf("four notebooks make no kind of thing, and the words that were searched come first: %v", got)
	}
	s.OK(t, key, "products.restore", object{"slug": "n1"}, nil)
	first("laptop", "n1", "n3", "n4", "n5", "n6")
	s.OK(t, key, "products.update", object{"slug": "n1", "patch": object{"name": "Acme Alfa 14 Notebook Stand"}}, nil)
	if got := search(t, s, object{"q": "laptop"}); slices.Contains(got[:3], "n3") {
		t.Errorf("a stand is no notebook: %v", got)
	}
}

// Two letters that changed places leave too few of a short word as they are.
func TestNeighbouringLettersThatChangedPlaces(t *testing.T) {
	t.Parallel()
	s := wordShop(t, "Round Metal", "Brun taske", "Ærø kop")
	wantFound(t, s, map[string][]string{
		"ronud metal": {"Round Metal"}, "orund": {"Round Metal"}, "burn": {"Brun taske"}, "brnu tsake": {"Brun taske"}, "kpo": {"Ærø kop"},
		"dnuor": {}, "r0und": {},
	})
}
