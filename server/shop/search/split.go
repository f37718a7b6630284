package search

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// Two words may be written as one: thinkpad is a Think Pad.

// The shortest word that is split, and the shortest part of one, in letters.
const (
	shortestSplit = 4
	shortestPart  = 2
)

// split returns, for each spelling of a word that nothing matches, the two words of
// the shop that it is made of, with a blank between them.
func (r *request) split(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, splittable(r.words))
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	var parts []string
	for _, word := range missing {
		for _, pair := range pairs(word) {
			parts = append(parts, pair[:]...)
		}
	}
	known, err := in.known(ctx, parts)
	if err != nil {
		return nil, err
	}
	found := map[string][]string{}
	for _, word := range missing {
		for _, pair := range pairs(word) {
			if known[pair[0]] && known[pair[1]] {
				found[word] = []string{pair[0] + " " + pair[1]}
				break
			}
		}
	}
	return found, nil
}

func splittable(words []string) (spellings []index.Spelling) {
	for _, word := range words {
		for _, variant := range text.Variants(word) {
			if one := spellingOf(word, variant); !one.Whole && utf8.RuneCountInString(variant) >= shortestSplit {
				spellings = append(spellings, one)
			}
		}
	}
	return spellings
}

// pairs returns the ways to split a word in two: first between a letter and a digit,
// then nearest to the middle.
func pairs(word string) (all [][2]string) {
	letters := []rune(word)
	for i := shortestPart; i <= len(letters)-shortestPart; i++ {
		all = append(all, [2]string{string(letters[:i]), string(letters[i:])})
	}
	rank := func(pair [2]string) int {
		last, _ := utf8.DecodeLastRuneInString(pair[0])
		next, _ := utf8.DecodeRuneInString(pair[1])
		if unicode.IsDigit(last) != unicode.IsDigit(next) {
			return 0
		}
		apart := utf8.RuneCountInString(pair[0]) - utf8.RuneCountInString(pair[1])
		return 1 + max(apart, -apart)
	}
	slices.SortStableFunc(all, func(a, b [2]string) int { return cmp.Compare(rank(a), rank(b)) })
	return all
}

// partsOf returns the terms of a word that is replaced by two, or nil.
func partsOf(word string, near map[string][]string) (terms []index.Term) {
	if len(near) == 0 {
		return nil
	}
	for _, variant := range text.Variants(word) {
		if instead := near[variant]; len(instead) == 1 && strings.Contains(instead[0], " ") {
			for _, part := range strings.Fields(instead[0]) {
				terms = append(terms, whole(index.Written, part))
			}
			return terms
		}
	}
	return nil
}
