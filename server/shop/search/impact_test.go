package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/shop/search/internal/index"
)

func TestTheHeadsOfAName(t *testing.T) {
	t.Parallel()
	brand, frame, lens := "Ray-Ban", "Sort", "Grøn"
	for name, want := range map[string][]string{
		"Ray-Ban Aviator solbriller":             {"solbriller"},
		"Solbriller Ray-Ban RB3025 sort":         {"solbriller"},
		"Kamera sort taske":                      {"taske"},
		"Solbriller sort, grøn":                  {"solbriller"},
		"Etui til solbriller":                    {"etui"},
		"Taske med rem – til bærbar computer":    {"taske"},
		"Bærbar computer 15.6\" 16 GB":           {"computer", "gb"},
		"Keyed Laptop Lock - Master":             {"lock", "master"},
		"Notebook Battery (6 cell)":              {"battery", "cell"},
		"LaserJet 1160 Printer 600 x 600":        {"laserjet", "printer"},
		"All-in-One Printer":                     {"printer"},
		"Black toner for printer, 2 pc(s)":       {"toner"},
		"Kabel 2 m":                              {"kabel"},
		"USB-C Kabel. Stærkt":                    {"kabel", "staerkt"},
		"27":                                     nil,
		"– ":                                     nil,
		"Keyboard without Mouse":                 {"keyboard"},
		"Sort":                                   nil,
		"Compact camera [refurbished] with lens": {"camera", "refurbished"},
	} {
		var got []string
		for _, word := range nameWords(name, &brand, &frame, &lens, nil) {
			if word.Role == index.Head {
				got = append(got, word.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

func TestTheWordsOfANameAreThoseOfATextInOrder(t *testing.T) {
	t.Parallel()
	var got []string
	for _, word := range nameWords("Ærø (løbe-sko), 42 \"ny\" Noerre", nil) {
		got = append(got, word.Text)
	}
	if want := []string{"aero", "lobe", "sko", "42", "ny", "norre"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A query of many parts asks for few terms, each in few spellings: PostgreSQL reads what each of them matches.
func TestAQueryOfManyParts(t *testing.T) {
	t.Parallel()
	for _, q := range []string{strings.Repeat("a1", 250), strings.Repeat("a-b", 160), strings.Repeat("a-1-", 125), strings.Repeat("æ1", 160), strings.Repeat("ø-1 aa2,5", 50), "a1b2c3d4e5f6g7h8i9j0" + strings.Repeat("k1l2", 120)} {
		r := request{words: queryWords(q), synonyms: make([][]string, maxQueryTerms)}
		terms := r.terms(map[string][]string{strings.Repeat("ab", 32): {strings.Repeat("x y z ", 100)}})
		if len(terms) == 0 || len(terms) > maxQueryTerms {
			t.Errorf("%.20s: %d terms", q, len(terms))
		}
		for _, term := range terms {
			if len(term) > 100 {
				t.Errorf("%.20s: %d spellings", q, len(term))
			}
		}
	}
}
