package search

import (
	"slices"
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
