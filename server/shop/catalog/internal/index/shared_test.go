package index

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Whatever hits have in common, and however names differ from their sort keys, a hit
// is given back as it was put in, also after a second merge.
func TestSharedPartsOfHits(t *testing.T) {
	t.Parallel()
	x := New()
	x.SetCategories([]Category{{ID: uuid.UUID{1}}})
	names := []string{"Plain", "ALL CAPITALS", `17\" and \\ more`, "Sølv", "{brace}", "", `\u0001`, "mixed Case 12 LONG name of a Thing", "other"}
	var products []Product
	for i := range 2*leastToShare + 100 {
		name := names[i%len(names)]
		key := strings.NewReplacer(`\"`, `"`, `\\`, `\`, "ø", "|").Replace(strings.ToLower(name))
		if name == "other" {
			key = "another key"
		}
		products = append(products, Product{
			ID: uuid.UUID{byte(i >> 8), byte(i), 1}, Slug: fmt.Sprint("p", i), Name: key, Category: uuid.UUID{1}, Content: int64(i),
			Hit: fmt.Appendf(nil, "\"%s\"\nnull\n\"Xerox\"\n\"https://images.example/a/b/%d.jpg\"\n%d\ntrue\n\"%s\"\n\n", name, i, i, strings.Repeat("long/", 30)),
		})
	}
	x.Apply(products[:leastToShare], nil)
	x.Apply(products[leastToShare:], nil)
	x.Compact()
	for range 2 {
		c := x.Checker()
		for i := range products {
			if !c.Holds(&products[i]) {
				t.Fatalf("%q is not given back", products[i].Hit)
			}
		}
		if s := x.segments[0]; s.shared.len() == 0 || len(s.hits.bytes) > len(products)*70 {
			t.Errorf("%d beginnings are shared, %d bytes are left", s.shared.len(), len(s.hits.bytes))
		}
		x.Apply(nil, []uuid.UUID{products[0].ID})
		products = products[1:]
		x.merge(x.segments)
	}
}
