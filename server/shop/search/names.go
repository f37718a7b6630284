package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// purposes are the words after which a name says what the product is for, or what
// comes with it: a roller for a printer is no printer.
var purposes = []string{"for", "with", "without", "til", "med", "uden"}

// nameWords returns the words of the name of a product, in the spelling that all
// spellings of a word have in common. A phrase of it ends at a
// sign, and before a number, the name of a model, the brand or a purpose; the last
// word of it that is no colour is its head, in English as in Danish.
func nameWords(name string, brand *string, colors ...*string) (words []index.NameWord) {
	n := naming{brand: text.Words(orEmpty(brand))}
	for _, color := range colors {
		n.colors = append(n.colors, text.Words(orEmpty(color))...)
	}
	for _, phrase := range phrases(name) {
		all := text.Words(phrase)
		for i := range all {
			words = append(words, index.NameWord{Text: text.Key(all[i]), Role: n.role(all, i)})
		}
	}
	return words
}

// naming is a name that is being read.
type naming struct {
	brand, colors []string
	inBrand       int  // words of the brand that follow
	aside         bool // whether a purpose was read
}

// role returns the role of a word of a phrase. It takes the words in order.
func (n *naming) role(phrase []string, i int) index.Role {
	word, rest := phrase[i], phrase[i+1:]
	if n.startsBrand(phrase[i:]) {
		n.inBrand = len(n.brand)
	}
	isLabel := n.inBrand > 0 || slices.Contains(n.colors, word)
	n.inBrand = max(0, n.inBrand-1)
	n.aside = n.aside || slices.Contains(purposes, word)
	switch {
	case n.aside:
		return index.Aside
	case isLabel:
		return index.OfLabel
	case !hasDigit(word) && utf8.RuneCountInString(word) > 1 && n.endsPhrase(rest):
		return index.Head
	}
	return index.Modifier
}

// endsPhrase reports whether a phrase ends before these words of it, or before the
// colours that they begin with: a "Camera Black Sport Case" is a case.
func (n *naming) endsPhrase(rest []string) bool {
	for len(rest) > 0 && slices.Contains(n.colors, rest[0]) {
		rest = rest[1:]
	}
	return len(rest) == 0 || hasDigit(rest[0]) || slices.Contains(purposes, rest[0]) || n.startsBrand(rest)
}

func (n *naming) startsBrand(words []string) bool {
	return len(n.brand) > 0 && len(words) >= len(n.brand) && slices.Equal(words[:len(n.brand)], n.brand)
}

// apart replaces signs that end a phrase only beside a blank: a hyphen, a full stop,
// and a bracket, which is part of the word in "pc(s)".
var apart = strings.NewReplacer("- ", "\n", " -", "\n", ". ", "\n", " (", "\n", " [", "\n")

// phrases splits a name at signs other than those within words.
func phrases(name string) []string {
	return strings.FieldsFunc(apart.Replace(name), func(r rune) bool {
		return unicode.IsControl(r) || unicode.In(r, unicode.Pe, unicode.Pi, unicode.Pf) || strings.ContainsRune(`,;:!?"|–—`, r)
	})
}
