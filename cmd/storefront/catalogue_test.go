//go:build catalogue

package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestCatalogue runs the program with the real catalogue in the folder that
// CATALOGUE names: icecat-products.jsonl.gz, icecat-categories.jsonl,
// shopify/*.csv.
func TestCatalogue(t *testing.T) {
	folder := os.Getenv("CATALOGUE")
	p := newProgram(t)
	s := p.serve(t)

	p.ok(t, "", "import", "categories", filepath.Join(folder, "icecat-categories.jsonl"))
	began := time.Now()
	out := p.ok(t, "", "import", "products", filepath.Join(folder, "icecat-products.jsonl.gz"))
	if !strings.HasPrefix(out, "19406 created, 0 updated, 0 unchanged, 0 skipped, 0 refused") {
		t.Fatalf("import: %s", out)
	}
	t.Logf("imported 19,406 products in %.1f s", time.Since(began).Seconds())
	rows := auditRows(t, p)
	if out := p.ok(t, "", "import", "products", filepath.Join(folder, "icecat-products.jsonl.gz")); !strings.HasPrefix(out, "0 created, 0 updated, 19406 unchanged") {
		t.Errorf("importing again: %s", out)
	}
	if again := auditRows(t, p); again != rows {
		t.Errorf("importing again left %d rows in the audit", again-rows)
	}
	shopify, err := filepath.Glob(filepath.Join(folder, "shopify", "*.csv"))
	if err != nil || len(shopify) != 3 {
		t.Fatalf("%v, %v", shopify, err)
	}
	for _, file := range shopify {
		out := p.ok(t, "", "import", "products", "--category", "Andet", "--currency-factor", "690", file)
		if strings.HasPrefix(out, "0 created") || !strings.HasSuffix(out, " 0 refused\n") {
			t.Errorf("%s: %s", file, out)
		}
	}

	shopper(t, s)
	nouns(t, s)
	keeper(t, p, s)
	identity(t, p)
	s.stop(t)
}

// shopper searches and reads without a key.
func shopper(t *testing.T, s *serving) {
	t.Helper()
	type hit struct {
		Slug, Name, CategorySlug string
		PriceDkk                 int
	}
	for _, search := range []object{{"q": "laptop"}, {"q": "toner cartridge", "maxPriceOere": 20000}, {"q": "notebok"}, {"categorySlug": "toner-and-ink", "limit": 100}, {"brand": "hp"}} {
		var hits []hit
		s.want(t, "", "products.search", search, &hits)
		if len(hits) == 0 {
			t.Errorf("%v finds nothing", search)
		}
		for _, h := range hits {
			if price, ok := search["maxPriceOere"].(int); ok && h.PriceDkk > price {
				t.Errorf("%v finds %v", search, h)
			}
		}
	}
	var first, second []hit
	s.want(t, "", "products.search", object{"q": "cable", "limit": 20}, &first)
	s.want(t, "", "products.search", object{"q": "cable", "limit": 20, "offset": 20}, &second)
	if len(first) != 20 || len(second) != 20 || first[19] == second[0] {
		t.Errorf("pages: %d and %d", len(first), len(second))
	}
	var product struct {
		Slug       string
		Attributes object
	}
	s.want(t, "", "products.get", object{"slug": "xerox-006r90321-toner-cartridge-original-black-6-pc-s-3920564"}, &product)
	if product.Attributes["black_toner_page_yield"] != 23000.0 {
		t.Errorf("%+v", product)
	}
}

// keeper creates, changes, deletes and restores, and reads the audit.
func keeper(t *testing.T, p *program, s *serving) {
	t.Helper()
	key := strings.TrimSpace(p.ok(t, "", "keys", "create", "--name", "keeper", "--scopes", "all"))
	before := auditRows(t, p)
	s.want(t, key, "products.create", object{"name": "Catalogue test", "slug": "catalogue-test", "description": "Made by the test of the catalogue.", "priceDkk": 100, "stock": 5, "categorySlug": "audio"}, nil)
	s.want(t, key, "products.update", object{"slug": "catalogue-test", "patch": object{"priceDkk": 200}}, nil)
	s.want(t, key, "products.delete", object{"slug": "catalogue-test", "confirm": true}, nil)
	if status, _ := s.call(t, "", "products.get", object{"slug": "catalogue-test"}, nil); status != 404 {
		t.Errorf("a deleted product: %d", status)
	}
	s.want(t, key, "products.restore", object{"slug": "catalogue-test"}, nil)
	var product struct{ PriceDkk int }
	s.want(t, "", "products.get", object{"slug": "catalogue-test"}, &product)
	if product.PriceDkk != 200 {
		t.Errorf("price %d after the restore", product.PriceDkk)
	}
	if rows := auditRows(t, p) - before; rows != 4 {
		t.Errorf("%d rows in the audit, want 4", rows)
	}
	tools, err := database(t, p).Query(t.Context(), "SELECT tool FROM audit_log ORDER BY at DESC, id DESC LIMIT 4")
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(tools, pgx.RowTo[string])
	if want := "[products.restore products.delete products.update products.create]"; err != nil || fmt.Sprint(names) != want {
		t.Errorf("the audit holds %v, want %s", names, want)
	}
}

// identity exports, imports into an empty shop and exports again.
func identity(t *testing.T, p *program) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "exported.jsonl")
	exported := p.ok(t, "", "export", "products")
	if err := os.WriteFile(file, []byte(exported), 0o600); err != nil {
		t.Fatal(err)
	}
	other := newProgram(t)
	conn := database(t, p)
	rows, err := conn.Query(t.Context(), "SELECT json_build_object('slug', slug, 'name', name)::text FROM categories WHERE deleted_at IS NULL")
	if err != nil {
		t.Fatal(err)
	}
	categories, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	other.ok(t, strings.Join(categories, "\n"), "import", "categories", "-")
	other.ok(t, "", "import", "products", file)
	if again := other.ok(t, "", "export", "products"); again != exported {
		t.Error("import and export do not give back what was exported")
	}
}

func auditRows(t *testing.T, p *program) (n int) {
	t.Helper()
	if err := database(t, p).QueryRow(t.Context(), "SELECT count(*) FROM audit_log").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// accessories are words of the names of what is for a thing, or part of one.
var accessories = regexp.MustCompile(`(?i)\b(adapter|arm|bag|battery|belt|cable|cap|cart|cartridge|case|charger|cord|cover|cradle|dock|drawer|drum|filter|fuser|holder|hood|kit|label|lamp|` +
	`lens|lock|mount|pad|part|protector|rest|ribbon|roller|service|sleeve|stand|svc|toner|tray|tripod)\b`)

// nouns searches for things, of which the shop has hundreds of accessories, and for
// the accessories.
func nouns(t *testing.T, s *serving) {
	t.Helper()
	const notebook = `(?i)\bnotebook\b.*\b(pixels|GB)\b`
	for _, c := range []struct {
		q, names string
		first    int
	}{
		{"laptop", notebook, 10}, {"notebook", notebook, 10}, {"bærbar", notebook, 10}, {"HP laptop", `^HP .*Notebook\b.*\b(pixels|GB)\b`, 10}, {"black notebook", notebook, 10},
		{"printer", `(?i)\bprinter\b`, 10}, {"HP printer", `^HP .*Printer\b`, 10}, {"camera", `(?i)\bcamera\b`, 10}, {"kamera", `(?i)\bcamera\b`, 10},
		{"monitor", `(?i)\bmonitor\b`, 10}, {"skærm", `(?i)\bmonitor\b`, 10}, {"keyboard", `(?i)\bkeyboard\b`, 10}, {"black keyboard", `(?i)\bkeyboard\b`, 10},
		{"mouse", `(?i)\bmouse\b`, 10}, {"phone", `(?i)\bphone\b`, 6}, {"projector", `(?i)\bprojector\b`, 10}, {"scanner", `(?i)\bscanner\b`, 10},
		{"headset", `(?i)\bheadset\b`, 10}, {"headphones", `(?i)\bheadphones\b`, 10}, {"webcam", `(?i)\bwebcam\b`, 10}, {"router", `(?i)\brouter\b`, 10},
		{"calculator", `(?i)\bcalculator\b`, 10}, {"tv", `\bTV\b`, 10}, {"chromebook", `\bChromebook\b.*\bpixels\b`, 10},
	} {
		for _, name := range firstNames(t, s, c.q, c.first) {
			if !regexp.MustCompile(c.names).MatchString(name) || accessories.MatchString(name) {
				t.Errorf("%q finds %q among the first %d", c.q, name, c.first)
			}
		}
	}
	for q, names := range map[string]string{
		"laptop bag": `(?i)\b(bag|case)\b`, "laptop lock": `(?i)\block\b`, "laptop battery": `(?i)\bbattery\b`, "printer roller": `(?i)\broller\b`, "printer drum": `(?i)\bdrum\b`,
		"camera case": `(?i)\b(bag|case)\b`, "mouse pad": `(?i)\bpad\b`, "phone case": `(?i)\bcase\b`, "projector lamp": `(?i)\blamp\b`, "lock": `(?i)\block\b`, "battery": `(?i)\bbattery\b`,
	} {
		for _, name := range firstNames(t, s, q, 10) {
			if !regexp.MustCompile(names).MatchString(name) {
				t.Errorf("%q finds %q among the first ten", q, name)
			}
		}
	}
}

// firstNames returns the names of the first n hits.
func firstNames(t *testing.T, s *serving, q string, n int) []string {
	t.Helper()
	var hits []struct{ Name string }
	s.want(t, "", "products.search", object{"q": q, "limit": n}, &hits)
	if len(hits) != n {
		t.Errorf("%q finds %d, want %d or more", q, len(hits), n)
	}
	names := make([]string, len(hits))
	for i, hit := range hits {
		names[i] = hit.Name
	}
	return names
}
