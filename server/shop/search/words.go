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

// maxQueryTerms is the maximum number of words of a query that are used.
const maxQueryTerms = 32

func queryWords(q string) []string {
	words := text.Words(q)
	return words[:min(len(words), maxQueryTerms)]
}

// queryOf returns the query for the words, of which some are replaced.
func (r *request) queryOf(near map[string][]string) *index.Query {
	q := r.query
	q.Terms = r.terms(near)
	return &q
}

// terms returns the query terms of the words. Each matches any spelling of its
// word, the inflected forms of it, its synonyms, and the words that it makes with
// its neighbours. A spelling that is a key of near is replaced by the whole words
// listed there.
func (r *request) terms(near map[string][]string) []index.Term {
	all, neighbours := make([]index.Term, 0, len(r.words)), joined(r.words)
	for i, word := range r.words {
		if parts := partsOf(word, near); parts != nil {
			all = append(all, parts...)
			continue
		}
		var spellings index.Term
		for _, variant := range text.Variants(word) {
			if replacements, ok := near[variant]; ok {
				spellings = append(spellings, whole(index.Written, replacements...)...)
				continue
			}
			if variant == "" {
				continue
			}
			one := spellingOf(word, variant)
			one.Whole = one.Whole && !r.completes(i)
			spellings = append(append(spellings, one), whole(index.Written, text.Forms(variant)...)...)
		}
		if len(spellings) == 0 {
			continue
		}
		for _, synonym := range r.synonyms[i] {
			spellings = append(spellings, whole(index.Synonym, inflected(synonym)...)...)
		}
		all = append(all, append(spellings, neighbours[i]...))
	}
	return all
}

// completes reports whether a word may be incomplete even if it is a number: the
// last one of a suggestion, but for a single character alone.
func (r *request) completes(i int) bool {
	return r.query.Brief && i == len(r.words)-1 && (i > 0 || utf8.RuneCountInString(r.words[i]) > 1)
}

// whole returns spellings that match whole words only.
func whole(by index.By, texts ...string) []index.Spelling {
	spellings := make([]index.Spelling, len(texts))
	for i, text := range texts {
		spellings[i] = index.Spelling{Text: text, Whole: true, By: by}
	}
	return spellings
}

// inflected returns the spellings of a word and of its forms.
func inflected(word string) (all []string) {
	for _, variant := range text.Variants(word) {
		all = append(all, variant)
		all = append(all, text.Forms(variant)...)
		all = append(all, text.Plurals(variant)...)
	}
	return all
}

// mostJoined is how many neighbouring words are joined at most.
const mostJoined = 3

// joined returns, for each word, the spellings of the words that it makes with its
// neighbours: "think pad" is thinkpad.
func joined(words []string) [][]index.Spelling {
	all := make([][]index.Spelling, len(words))
	for n := 2; n <= mostJoined; n++ {
		for from := 0; from+n <= len(words); from++ {
			spellings := whole(index.Joined, text.Variants(strings.Join(words[from:from+n], ""))...)
			for i := from; i < from+n; i++ {
				all[i] = append(all[i], spellings...)
			}
		}
	}
	return all
}

// spellingOf returns what a variant of a word matches: a number or a single
// letter only itself, anything else longer words that begin with it, and four
// letters and more also words that end with them.
func spellingOf(word, variant string) index.Spelling {
	const shortestEnding = 4
	letters, digits := 0, 0
	for _, r := range word {
		if unicode.IsDigit(r) {
			digits++
		} else {
			letters++
		}
	}
	return index.Spelling{
		Text: variant, Whole: letters == 0 || letters == 1 && digits == 0, Ends: digits == 0 && utf8.RuneCountInString(variant) >= shortestEnding,
	}
}

func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// respell returns the words with the most similar spelling instead of those that
// nothing matches.
func (r *request) respell(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, respellable(r.words))
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	return in.similar(ctx, missing)
}

// respellable returns the spellings of the words that may be misspelt. One with
// a digit is a number or the name of a model, and a similar one is another thing;
// so is a word for a single letter, as ø, which is spelled oe, is no øl.
func respellable(words []string) (spellings []index.Spelling) {
	for _, word := range words {
		if hasDigit(word) {
			continue
		}
		for _, variant := range text.Variants(word) {
			if one := spellingOf(word, variant); variant != "" && !one.Whole {
				spellings = append(spellings, one)
			}
		}
	}
	return spellings
}

// respelled returns the words as they were read: each that has similar words is
// replaced by the most similar one.
func respelled(words []string, near map[string][]string) string {
	read := make([]string, len(words))
	for i, word := range words {
		read[i] = word
		for _, variant := range text.Variants(word) {
			if similar := near[variant]; len(similar) > 0 {
				read[i] = similar[0]
				break
			}
		}
	}
	return strings.Join(read, " ")
}

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
