package catalogue

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

var toner = Product{
	Name: "Xerox 006R90321 toner cartridge 6 pc(s)", Slug: "xerox-006r90321-toner-3920564", PriceDkk: 4995,
	Description: "Xerox 006R90321 toner cartridge 6 pc(s). For the C65.", CategorySlug: "toner-and-ink",
	Attributes: json.RawMessage(`{"yield":23000.0}`), Images: json.RawMessage(`[]`),
}

func TestVary(t *testing.T) {
	a, b := vary(toner, 20_000), vary(toner, 40_000)
	if !reflect.DeepEqual(a, vary(toner, 20_000)) {
		t.Error("the same number gives another product")
	}
	if a.Slug == b.Slug || a.Name == b.Name || a.Slug != "xerox-006r90321-toner-10020000" {
		t.Errorf("%q and %q, %q and %q", a.Slug, b.Slug, a.Name, b.Name)
	}
	if strings.Contains(a.Name, "006R90321") || !strings.HasSuffix(a.Name, "toner cartridge 6 pc(s)") || !strings.HasPrefix(a.Description, a.Name+". ") {
		t.Errorf("name %q, description %q", a.Name, a.Description)
	}
}

func TestVaryStaysWithinTheLimits(t *testing.T) {
	p := toner
	p.Name, p.Slug, p.PriceDkk = strings.Repeat("ø", longestName), strings.Repeat("a-", 100), 1
	p = vary(p, 999_999)
	if n := len([]rune(p.Name)); n > longestName || len(p.Slug) > longestSlug || p.PriceDkk < 1 {
		t.Errorf("%d characters, %d bytes, price %d", n, len(p.Slug), p.PriceDkk)
	}
}

func TestWordsDiffer(t *testing.T) {
	seen := map[string]int{}
	for i := range 300_000 {
		word := Word(i)
		if other, ok := seen[word]; ok {
			t.Fatalf("%d and %d are both %s", other, i, word)
		}
		seen[word] = i
	}
}

func TestWriteWritesTheRealProductsFirst(t *testing.T) {
	var out bytes.Buffer
	if err := Write(&out, []Product{toner}, 3); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.Contains(lines[0], toner.Slug) || strings.Contains(lines[1], toner.Slug) || lines[1] == lines[2] {
		t.Errorf("%q", lines)
	}
}
