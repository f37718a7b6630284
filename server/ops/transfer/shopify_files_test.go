//go:build catalogue

package transfer_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/ops/transfer"
)

// CATALOGUE is the folder with the files. They sell each variant at its price, and no more of it than there are.
func TestImportShopifyVariants(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(os.Getenv("CATALOGUE"), "shopify", "*.csv"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	s := newShop(t)
	products, variants := 0, 0
	for _, file := range files {
		sum, told := s.importFile(transfer.Options{Path: file, DefaultCategory: "Various"})
		if sum.Refused > 0 || strings.Contains(told, "line ") || !strings.Contains(told, "not imported, the shop has no place for it: ") {
			t.Errorf("%s: %+v %s", file, sum, told)
		}
		products += sum.Created
	}
	for name, want := range map[string]string{
		"clay-plant-pot": "999 1599 4 [Large:1599:3 Regular:999:1]",
		"leather-anchor": "5500 6999 1 [Gold:6999:1 Silver:5500:0]",
	} {
		equal(t, name, s.shown(name), want)
	}
	exported := s.export()
	variants = strings.Count(exported, `"active":true`)
	if products != 60 || variants != 11 {
		t.Errorf("%d products with %d variants", products, variants)
	}
	lines := strings.Count(exported, "\n")
	sum, _ := s.importProducts(exported)
	is(t, sum, 0, 0, lines, 0)
	for _, file := range files {
		sum, _ := s.importFile(transfer.Options{Path: file, DefaultCategory: "Various"})
		is(t, sum, 0, 0, sum.Lines()-sum.Skipped, 0)
	}
}
