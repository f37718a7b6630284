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

// queryWords returns the words of a query, each once: to repeat one asks for no more.
func queryWords(q string) []text.Word {
	words := []text.Word{}
	for _, word := range text.JoinedWords(q) {
		if len(words) < maxQueryTerms && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// queryOf returns the query for the words, of which some are replaced.
func (r *request) queryOf(near map[string][]string) *index.Query {
	q := r.query
	q.Terms = r.terms(near)
	return &q
}

// terms returns the query terms of the words. Each matches any spelling of its
// word, its own the best, the inflected forms of it, its synonyms, and the words that
// it makes with its neighbours. A spelling that is a key of near is replaced by the whole words
// listed there.
func (r *request) terms(near map[string][]string) []index.Term {
	all, neighbours := make([]index.Term, 0, len(r.words)), joined(r.words)
	for i, word := range r.words {
		if parts := partsOf(word.Text, near); parts != nil {
			all = appendTerms(all, parts...)
			continue
		}
		by := index.Written
		if word.Of != word.Text {
			by = index.Joined
		}
		var spellings index.Term
		for _, spelling := range appendSpellings(nil, word.Text) {
			if replacements, misspelt := near[spelling]; misspelt {
				spellings = append(spellings, whole(by, replacements...)...)
				continue
			}
			plain, asWritten := strings.CutPrefix(spelling, index.AsWritten)
			one, folded := spellingOf(word.Text, plain), plain != word.Text
			one.Text, one.Whole, one.Ends, one.Folded, one.By = spelling, one.Whole && !r.completes(i), one.Ends && !asWritten, folded, by
			spellings = append(spellings, one)
			for _, form := range text.Forms(plain) {
				spellings = append(spellings, index.Spelling{Text: strings.TrimSuffix(spelling, plain) + form, Whole: true, Folded: folded, By: by})
			}
		}
		if len(spellings) == 0 {
			continue
		}
		for _, synonym := range r.synonyms[i] {
			spellings = append(spellings, whole(index.Synonym, inflected(synonym)...)...)
		}
		all = appendTerms(all, append(spellings, neighbours[i]...))
	}
	return all
}

// appendSpellings appends the spellings under which a word is kept and looked for: the folded ones, and the word as it was
// written where folding changes it.
func appendSpellings(all []string, word string) []string {
	first := len(all)
	all = slices.DeleteFunc(text.AppendVariants(all, word), func(spelling string) bool { return spelling == "" })
	if !slices.Contains(all[first:], word) {
		all = append(all, index.AsWritten+word)
	}
	return all
}

// isWritten reports whether a spelling is the word as it was written, rather than a folded one.
func isWritten(spelling, word string) bool {
	return strings.TrimPrefix(spelling, index.AsWritten) == word
}

// appendTerms appends the terms that are new, as far as there may be more: a word that is repeated asks for no more.
func appendTerms(all []index.Term, more ...index.Term) []index.Term {
	for _, term := range more {
		isTerm := func(other index.Term) bool { return slices.Equal(term, other) }
		if len(all) < maxQueryTerms && !slices.ContainsFunc(all, isTerm) {
			all = append(all, term)
		}
	}
	return all
}

// completes reports whether a word may be incomplete even if it is a number: the
// last one of a suggestion, but for a single character alone.
func (r *request) completes(i int) bool {
	return r.query.Brief && i == len(r.words)-1 && (i > 0 || utf8.RuneCountInString(r.words[i].Text) > 1)
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

// joined returns, for each word, the spellings of the words that it makes with its neighbours: "think pad" is
// thinkpad. A number behind letters may be incomplete: "tn 23" begins TN-2320.
func joined(words []text.Word) [][]index.Spelling {
	all := make([][]index.Spelling, len(words))
	add := func(from, to int, spelling string, by index.By) {
		for _, one := range appendSpellings(nil, spelling) {
			one := index.Spelling{Text: one, Folded: !isWritten(one, spelling), By: by}
			one.Whole = !hasDigit(words[to].Text) || hasDigit(words[to-1].Text)
			for i := from; i <= to; i++ {
				all[i] = append(all[i], one)
			}
		}
	}
	for from := range words {
		one, of := words[from].Text, words[from].Of
		last := from // of the words that were written as one
		for last+1 < len(words) && words[last+1].Of == of {
			last++
		}
		if last > from && (from == 0 || words[from-1].Of != of) {
			add(from, last, of, index.Written)
		}
		for to := from + 1; to < min(from+text.MostJoined, len(words)) && (!hasDigit(words[to-1].Text) || !hasDigit(words[to].Text)); to++ {
			if one += words[to].Text; one != of {
				add(from, to, one, index.Joined)
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
	letters := utf8.RuneCountInString(word)
	return index.Spelling{Text: variant, Whole: letters == 1 || hasDigit(word), Ends: !hasDigit(word) && utf8.RuneCountInString(variant) >= shortestEnding}
}

func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// respell returns the words with the most similar spelling instead of those that
// nothing matches.
func (r *request) respell(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, respellable(r.words))
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	near, err := in.similar(ctx, missing)
	if err != nil {
		return nil, err
	}
	return near, r.reorder(ctx, in, missing, near)
}

// reorder adds, for a word without similar ones, those that it is with two neighbouring letters swapped: in a short word
// that leaves too few trigrams as they are.
func (r *request) reorder(ctx context.Context, in finder, missing []string, near map[string][]string) error {
	var all []string
	swapped := map[string][]string{}
	for _, word := range missing {
		if near[word] != nil {
			continue
		}
		letters := []rune(word)
		for i := 1; i < len(letters); i++ {
			letters[i-1], letters[i] = letters[i], letters[i-1]
			swapped[word] = append(swapped[word], string(letters))
			letters[i-1], letters[i] = letters[i], letters[i-1]
		}
		all = append(all, swapped[word]...)
	}
	if all == nil {
		return nil
	}
	known, err := in.known(ctx, all)
	for word, others := range swapped {
		if others = slices.DeleteFunc(others, func(other string) bool { return !known[other] }); len(others) > 0 {
			near[word] = others
		}
	}
	return err
}

// respellable returns the spellings of the words that may be misspelt. One with
// a digit is a number or the name of a model, and a similar one is another thing;
// so is a word for a single letter, as ø, which is spelled oe, is no øl.
func respellable(words []text.Word) (spellings []index.Spelling) {
	for _, word := range words {
		if hasDigit(word.Text) {
			continue
		}
		for _, variant := range text.Variants(word.Text) {
			if one := spellingOf(word.Text, variant); variant != "" && !one.Whole {
				spellings = append(spellings, one)
			}
		}
	}
	return spellings
}

// respelled returns the words as they were read: each that has similar words is
// replaced by the most similar one.
func respelled(words []text.Word, near map[string][]string) string {
	read := make([]string, len(words))
	for i, word := range words {
		read[i] = word.Text
		for _, variant := range text.Variants(word.Text) {
			if similar := near[variant]; len(similar) > 0 {
				read[i] = similar[0]
				break
			}
		}
	}
	return strings.Join(read, " ")
}

// Two words may be written as one: thinkpad is a Think Pad.

// shortestPart is the shortest part of a word that is split, in letters.
const shortestPart = 2

// split returns, for each spelling of a word that nothing matches, the words of
// the shop that it is made of, with blanks between them.
func (r *request) split(ctx context.Context, in finder) (map[string][]string, error) {
	missing, err := in.missing(ctx, respellable(r.words))
	if err != nil || len(missing) == 0 {
		return nil, err
	}
	ways := map[string][][]string{}
	var parts []string
	for _, word := range missing {
		ways[word] = r.waysToSplit(word)
		parts = append(parts, slices.Concat(ways[word]...)...)
	}
	known, err := in.known(ctx, parts)
	if err != nil {
		return nil, err
	}
	found := map[string][]string{}
	for word, all := range ways {
		for _, parts := range all {
			if !slices.ContainsFunc(parts, func(part string) bool { return !known[part] }) {
				found[word] = []string{strings.Join(parts, " ")}
				break
			}
		}
	}
	return found, nil
}

// waysToSplit returns the ways to split a spelling of a word: first at the hyphens that it was written with,
// then in two, nearest to the middle.
func (r *request) waysToSplit(spelling string) (all [][]string) {
	letters := []rune(spelling)
	for i := shortestPart; i <= len(letters)-shortestPart; i++ {
		all = append(all, []string{string(letters[:i]), string(letters[i:])})
	}
	apart := func(way []string) int { return utf8.RuneCountInString(way[0]) - utf8.RuneCountInString(way[1]) }
	slices.SortStableFunc(all, func(a, b []string) int {
		return cmp.Compare(max(apart(a), -apart(a)), max(apart(b), -apart(b)))
	})
	for _, word := range r.words {
		if word.Apart != word.Text && slices.Contains(text.Variants(word.Text), spelling) {
			return slices.Insert(all, 0, strings.Fields(text.Variants(word.Apart)[0]))
		}
	}
	return all
}

// partsOf returns the terms of a word that is replaced by several, or nil.
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
