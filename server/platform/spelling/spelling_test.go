package spelling_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/spelling"
)

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"ab", "ba", 2}} {
		if got := spelling.Distance(tc.a, tc.b); got != tc.want {
			t.Errorf("%s, %s: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"pag": "page", "orders": "order", "order": "order", "": "page"} {
		if got := spelling.Nearest(name, []string{"page", "order"}); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := spelling.Nearest("page", nil); got != "" {
		t.Errorf("%q among none", got)
	}
}
