package catalog_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

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
