//go:build upgrade

package upgrade

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/storefront/storefront/server/test/crowd"
)

// TestWordsOfTheProgramBefore searches by PostgreSQL, after the upgrade, for what the program before has stored: before it,
// and beside the program after.
func TestWordsOfTheProgramBefore(t *testing.T) {
	s := newShop(t)
	program, after := os.Getenv("BEFORE_PROGRAM"), os.Getenv("AFTER_PROGRAM")
	s.run(t, program, "migrate")
	key := s.newKey(t, "owner", "products:write,categories:write")
	before := s.launch(t, program).serving(t)
	before.call(t, key, "categories.upsert", crowd.Object{"slug": "ting", "name": "Ting"}, nil)
	create := func(slug, name string) { before.call(t, key, "products.create", product(slug, name), nil) }
	create("a", "Aabenraa")
	create("b", "Zebra Wi-Fi")
	create("c", "Kort 16GB")

	second := s.launch(t, after, "--no-search-index").serving(t)
	create("d", "Sen Wi-Fi")
	s.execute(t, "UPDATE jobs SET next_at = now() WHERE name = 'search.renew'") // as a day later
	const patience = 30 * time.Second
	for _, c := range []struct {
		search crowd.Object
		names  []string
	}{
		{crowd.Object{"q": "wifi", "sort": "name"}, []string{"Sen Wi-Fi", "Zebra Wi-Fi"}},
		{crowd.Object{"q": "16 gb"}, []string{"Kort 16GB"}},
		{crowd.Object{"sort": "name"}, []string{"Kort 16GB", "Sen Wi-Fi", "Zebra Wi-Fi", "Aabenraa"}},
	} {
		var found []string
		for begun := time.Now(); !slices.Equal(found, c.names); time.Sleep(100 * time.Millisecond) {
			if time.Since(begun) > patience {
				t.Fatalf("%v finds %q, want %q\n%s", c.search, found, c.names, second.log)
			}
			found = nil
			var hits []struct{ Name string }
			second.call(t, "", "products.search", c.search, &hits)
			for _, hit := range hits {
				found = append(found, hit.Name)
			}
		}
	}
}
