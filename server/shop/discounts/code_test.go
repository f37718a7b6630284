package discounts_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/server/shop/discounts"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"sommer25": "SOMMER25",
		"sommer-æ": "SOMMER-Æ",
		"straße":   "STRAßE",
		"STRAẞE":   "STRAßE",
		"ŉ-kode":   "ŉ-KODE",
		"夏セール":     "夏セール",
	} {
		if got := discounts.Canonical(code); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", code, got, want)
		}
	}
}

// For every letter: the canonical form does not depend on the case of the code,
// has as many characters, contains no lower-case ASCII letter and is in NFC.
func TestCanonicalOfEveryLetter(t *testing.T) {
	t.Parallel()
	for r := rune(1); r <= unicode.MaxRune; r++ {
		s := string(r)
		if unicode.SimpleFold(r) == r || !norm.NFC.IsNormalString(s) {
			continue // it has no case, or the validator refuses it
		}
		c := discounts.Canonical(s)
		if utf8.RuneCountInString(c) != 1 || !norm.NFC.IsNormalString(c) || c >= "a" && c <= "z" {
			t.Errorf("Canonical(%q) = %q", s, c)
		}
		for _, other := range []rune{unicode.ToLower(r), unicode.ToTitle(r), unicode.ToUpper(r)} {
			if got := discounts.Canonical(string(other)); got != c {
				t.Errorf("Canonical(%q) = %q, but %q of %q", s, c, got, string(other))
			}
		}
	}
}
