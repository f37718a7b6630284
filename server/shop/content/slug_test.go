package content

import (
	"strings"
	"testing"
)

func TestDeriveSlug(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Synsprøve på stedet":     "synsproeve-paa-stedet",
		"Ætsning & Årstjek":       "aetsning-aarstjek",
		"A1":                      "a1",
		"X!":                      "service",
		"修理":                      "service",
		"!!":                      "service",
		strings.Repeat("ab", 100): strings.Repeat("ab", 100),
		strings.Repeat("æ", 200):  strings.Repeat("ae", 100),
	} {
		if got := deriveSlug(title); got != want {
			t.Errorf("deriveSlug(%q) = %q, want %q", title, got, want)
		}
	}
}

func TestFreeSlug(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wanted string
		taken  []string
		want   string
	}{
		{"repair", nil, "repair"},
		{"repair", []string{"repair-2", "repairs"}, "repair"},
		{"repair", []string{"repair"}, "repair-2"},
		{"repair", []string{"repair-4", "repair", "repair-2"}, "repair-3"},
		{"repair-2", []string{"repair-2"}, "repair-2-2"},
	} {
		if got := freeSlug(c.wanted, c.taken); got != c.want {
			t.Errorf("freeSlug(%q, %q) = %q, want %q", c.wanted, c.taken, got, c.want)
		}
	}
}

// However often one title is used, the slugs differ, conform to the contract and
// begin with the stem, by which the taken ones are looked up.
func TestNumberedSlugsOfALongTitle(t *testing.T) {
	t.Parallel()
	for _, wanted := range []string{
		strings.Repeat("a", 200),
		strings.Repeat("a", 197) + "-bb",
		strings.Repeat("a", 188) + "-" + strings.Repeat("b", 11),
	} {
		var taken []string
		for range 120 {
			slug := freeSlug(wanted, taken)
			if len(slug) > longestSlug || strings.Contains(slug, "--") || !strings.HasPrefix(slug, stem(wanted)) {
				t.Fatalf("%q of %q", slug, wanted)
			}
			taken = append(taken, slug)
		}
	}
}
