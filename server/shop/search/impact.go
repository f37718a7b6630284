package search

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// fieldImpact sets how much the words of a field say about a product. The formula is
// that of BM25F: a word that occurs tf times among length words counts most · tf
// / (tf + slow · (1 − level + level · length / usual)).
type fieldImpact struct{ most, slow, level, usual float64 }

// present is what a word counts besides, in whatever field it occurs: every word of
// a query somewhere says more than one of them everywhere.
const present = 0.75

// What a product is called says the most. How long a brand or a colour is says nothing, and many attributes say little.
var fieldImpacts = [fieldCount]fieldImpact{
	inName:        {3, 1, 0.25, 10},
	inBrand:       {1, 1, 0, 1},
	inSlug:        {1, 1, 0.5, 10},
	inColor:       {1, 1, 0, 1},
	inDescription: {1, 1, 0.5, 20},
	inAttributes:  {1, 4, 0.75, 50},
	inSkus:        {0, 1, 0, 1}, // a word that only they have counts least: index.OnlySku
}

// foldedTimes is how many times more a word counts that is spelled as it was written.
const foldedTimes = 4

// impactSteps is the number of steps in an impact of 1.
const impactSteps = 32

// wordCounts holds the words of a product and the number of times that each occurs
// in each field. Its memory is used again for the next product.
type wordCounts struct {
	words  []occurrences
	at     map[string]int // the index of each word in words
	length [fieldCount]int

	spellings []string
}

// occurrences are how often a word occurs in each field.
type occurrences struct {
	word    string
	times   [fieldCount]uint16
	written bool // whether it is written so, rather than folded
}

// count counts the words of a product, instead of those before.
func (c *wordCounts) count(texts *searchable) {
	if c.at == nil {
		c.at = map[string]int{}
	}
	clear(c.at)
	c.words, c.length = c.words[:0], [fieldCount]int{}
	texts.each(c.add)
	for sku := range texts.eachSku() {
		c.note(inSkus, skuWord(sku), true)
	}
}

func (c *wordCounts) add(in int, part string) {
	for token, written := range text.Tokens(part) {
		if written {
			c.length[in]++
		}
		c.spellings = appendSpellings(c.spellings[:0], token)
		for _, spelling := range c.spellings {
			c.note(in, spelling, isWritten(spelling, token))
		}
	}
}

func (c *wordCounts) note(in int, word string, written bool) {
	at, known := c.at[word]
	if !known {
		at = len(c.words)
		c.at[word] = at
		c.words = append(c.words, occurrences{word: word})
	}
	c.words[at].times[in]++
	c.words[at].written = c.words[at].written || written
}

// impacts returns how much each word says about the product, of whose name the words
// are given.
func (c *wordCounts) impacts(name []index.NameWord) []index.Word {
	out := make([]index.Word, 0, len(c.words))
	for i := range c.words {
		w := &c.words[i]
		impact := present
		for in, tf := range w.times {
			if tf > 0 {
				f := &fieldImpacts[in]
				impact += f.most * float64(tf) / (float64(tf) + f.slow*(1-f.level+f.level*float64(c.length[in])/f.usual))
			}
		}
		if impact == present {
			out = append(out, index.Word{Text: w.word, Impact: index.OnlySku})
			continue
		}
		if !w.written {
			impact /= foldedTimes
		}
		head, key := 0.0, w.word
		if word, asWritten := strings.CutPrefix(w.word, index.AsWritten); asWritten {
			key = text.Key(word)
		}
		if slices.Contains(name, index.NameWord{Text: key, Role: index.Head}) {
			head = index.HeadImpact
		}
		out = append(out, index.Word{Text: w.word, Impact: uint8(min(math.MaxUint8, math.Ceil(impact*impactSteps)+head))})
	}
	return out
}

// purposes are the words after which a name says what the product is for, or what
// comes with it: a roller for a printer is no printer.
var purposes = []string{"for", "with", "without", "til", "med", "uden"}

// nameWords returns the words of the name of a product, in the spelling that all
// spellings of a word have in common. A phrase of it ends at a
// sign, and before a number, the name of a model, the brand or a purpose; the last
// word of it that is no colour is its head, in English as in Danish.
func nameWords(name string, brand *string, colors ...*string) (words []index.NameWord) {
	n := nameParser{brand: text.Words(wire.OrEmpty(brand))}
	for _, color := range colors {
		n.colors = append(n.colors, text.Words(wire.OrEmpty(color))...)
	}
	for _, phrase := range phrases(name) {
		all := text.Words(phrase)
		for i := range all {
			words = append(words, index.NameWord{Text: text.Key(all[i]), Role: n.role(all, i)})
		}
	}
	return words
}

// nameParser is a name that is being read.
type nameParser struct {
	brand, colors []string
	inBrand       int  // words of the brand that follow
	aside         bool // whether a purpose was read
}

// role returns the role of a word of a phrase. It takes the words in order.
func (n *nameParser) role(phrase []string, i int) index.Role {
	word, rest := phrase[i], phrase[i+1:]
	if n.startsBrand(phrase[i:]) {
		n.inBrand = len(n.brand)
	}
	isLabel := n.inBrand > 0 || slices.Contains(n.colors, word)
	n.inBrand = max(0, n.inBrand-1)
	n.aside = n.aside || slices.Contains(purposes, word)
	switch {
	case n.aside:
		return index.Modifier
	case isLabel:
		return index.OfLabel
	case !hasDigit(word) && utf8.RuneCountInString(word) > 1 && n.endsPhrase(rest):
		return index.Head
	}
	return index.Modifier
}

// endsPhrase reports whether a phrase ends before these words of it, or before the
// colours that they begin with: a "Camera Black Sport Case" is a case.
func (n *nameParser) endsPhrase(rest []string) bool {
	for len(rest) > 0 && slices.Contains(n.colors, rest[0]) {
		rest = rest[1:]
	}
	return len(rest) == 0 || hasDigit(rest[0]) || slices.Contains(purposes, rest[0]) || n.startsBrand(rest)
}

func (n *nameParser) startsBrand(words []string) bool {
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
