package content

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every prop that the contract calls markdown is rendered and bounded.
func TestTheMarkdownOfSections(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("../../../openapi/schemas/sections.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, found := range regexp.MustCompile(`(\w+): \{\$ref: '#/SectionMarkdown'`).FindAllStringSubmatch(string(contract), -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	want := slices.Sorted(slices.Values(markdownProps))
	if got := slices.Compact(names); !slices.Equal(got, want) {
		t.Errorf("the contract has %q, the code %q", got, want)
	}
	places, err := markdownIn([]byte(`{"sections":[{"id":"a","key":"hero"},{"id":"b","key":"faq","props":{"title":"x","questions":[{"question":"q","answer":"a"},{"answer":"b"}]}}]}`))
	at := []markdownField{
		{"/layout/sections/1/props/questions/0/answer", "layout.sections[1].props.questions[0].answer", "a"},
		{"/layout/sections/1/props/questions/1/answer", "layout.sections[1].props.questions[1].answer", "b"},
	}
	if err != nil || !slices.Equal(places, at) {
		t.Errorf("%v %+v", err, places)
	}
}

func TestDeriveSlug(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Synsprøve på stedet":     "synsproeve-paa-stedet",
		"Ætsning & Årstjek":       "aetsning-aarstjek",
		"A1":                      "a1",
		"X!":                      "service",
		"修理":                      "xiu-li",
		"Синтез A":                "sintez-a",
		"👓":                       "eyeglasses",
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
			if len(slug) > maxSlugLength || strings.Contains(slug, "--") || !strings.HasPrefix(slug, stem(wanted)) {
				t.Fatalf("%q of %q", slug, wanted)
			}
			taken = append(taken, slug)
		}
	}
}
