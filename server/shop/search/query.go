package search

import (
	"slices"
	"strconv"
	"strings"
	"time"
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

// tsqueries returns the terms as PostgreSQL tsquery texts. longer lists the words
// that end with a spelling.
func tsqueries(terms []index.Term, longer map[string][]string) []string {
	all := make([]string, len(terms))
	for i, spellings := range terms {
		var parts []string
		for _, s := range spellings {
			if s.Whole {
				parts = append(parts, lexeme(s.Text))
				continue
			}
			parts = append(parts, lexeme(s.Text)+":*")
			for _, word := range longer[s.Text] {
				parts = append(parts, lexeme(word))
			}
		}
		all[i] = "(" + strings.Join(parts, " | ") + ")"
	}
	return all
}

// condition builds the WHERE clause of a search from fixed pieces; everything
// from the caller becomes an argument.
type condition struct {
	clauses []string
	args    []any
}

func (q *condition) arg(v any) string {
	q.args = append(q.args, v)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *condition) and(clause string) { q.clauses = append(q.clauses, clause) }

func (q *condition) text() string { return strings.Join(q.clauses, " AND ") }

func (q *condition) clone() *condition {
	return &condition{slices.Clone(q.clauses), slices.Clone(q.args)}
}

// equal compares a folded column, unless the value is blank.
func (q *condition) equal(column, value string) {
	if value != "" {
		q.and(column + " = " + q.arg(value))
	}
}

// in requires one of the values, unless the list is nil.
func in[T any](q *condition, column string, values []T) {
	if values != nil {
		q.and(column + " = ANY (" + q.arg(values) + ")")
	}
}

// conditions requires every query term in the product or in the name of its
// category, and the filter without its attributes.
func conditions(f *index.Filter, terms []string) *condition {
	q := &condition{clauses: []string{"p.deleted_at IS NULL"}}
	for _, term := range terms {
		arg := q.arg(term) + "::tsquery"
		q.and("(p.search @@ " + arg + " OR p.category_id = ANY (ARRAY(SELECT k.id FROM categories k WHERE k.search @@ " + arg + ")))")
	}
	q.narrow(f)
	return q
}

// narrow requires the filter without its attributes.
func (q *condition) narrow(f *index.Filter) {
	in(q, "p.id", f.IDs)
	in(q, "p.slug", f.Slugs)
	in(q, "p.brand_key", f.Brands)
	q.equal("c.slug", f.Category)
	q.equal("p.frame_color_key", f.Frame)
	q.equal("p.lens_color_key", f.Lens)
	if f.Featured != nil {
		q.and("p.featured = " + q.arg(*f.Featured))
	}
	if f.InStock {
		q.and("p.stock > 0")
	}
	if f.Min > index.Any.Min {
		q.and("p.price_oere >= " + q.arg(f.Min))
	}
	if f.Max < index.Any.Max {
		q.and("p.price_oere <= " + q.arg(f.Max))
	}
	if f.Since > index.Any.Since {
		q.and("p.updated_at >= " + q.arg(time.UnixMilli(f.Since)))
	}
}
