package catalog

import (
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// maxQueryTerms is the maximum number of words of a query that are used.
const maxQueryTerms = 32

func queryWords(q string) []string {
	words := fold.Words(q)
	return words[:min(len(words), maxQueryTerms)]
}

// queryTerms returns the query terms of words. Each matches any spelling of its
// word, as a prefix, and the inflected forms of it. A spelling that is a key of
// near is replaced by the whole words listed there.
func queryTerms(words []string, near map[string][]string) []index.Term {
	all := make([]index.Term, 0, len(words))
	for _, word := range words {
		var spellings index.Term
		for _, variant := range fold.Variants(word) {
			if replacements, ok := near[variant]; ok {
				for _, r := range replacements {
					spellings = append(spellings, index.Spelling{Text: r, Whole: true})
				}
				continue
			}
			if variant == "" {
				continue
			}
			spellings = append(spellings, index.Spelling{Text: variant})
			for _, form := range fold.Forms(variant) {
				spellings = append(spellings, index.Spelling{Text: form, Whole: true})
			}
		}
		if len(spellings) > 0 {
			all = append(all, spellings)
		}
	}
	return all
}

// tsqueries returns the terms as PostgreSQL tsquery texts.
func tsqueries(terms []index.Term) []string {
	all := make([]string, len(terms))
	for i, spellings := range terms {
		parts := make([]string, len(spellings))
		for j, s := range spellings {
			parts[j] = lexeme(s.Text)
			if !s.Whole {
				parts[j] += ":*"
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

func (q *condition) where() string { return strings.Join(q.clauses, " AND ") }

// equal compares a folded column; a blank filter is ignored.
func (q *condition) equal(column string, v *string) {
	if v != nil && fold.Case(*v) != "" {
		q.and(column + " = " + q.arg(fold.Case(*v)))
	}
}

// conditions requires every query term in the product or in the name of its
// category.
func conditions(b *api.ProductsSearchRequest, terms []string) *condition {
	q := &condition{clauses: []string{"p.deleted_at IS NULL"}}
	for _, term := range terms {
		arg := q.arg(term) + "::tsquery"
		q.and("(p.search @@ " + arg + " OR p.category_id = ANY (ARRAY(SELECT k.id FROM categories k WHERE k.search @@ " + arg + ")))")
	}
	q.equal("c.slug", b.CategorySlug)
	q.equal("p.brand_key", b.Brand)
	q.equal("p.frame_color_key", b.FrameColor)
	q.equal("p.lens_color_key", b.LensColor)
	if b.Featured != nil {
		q.and("p.featured = " + q.arg(*b.Featured))
	}
	if b.InStock != nil && *b.InStock {
		q.and("p.stock > 0")
	}
	if b.MinPriceOere != nil {
		q.and("p.price_oere >= " + q.arg(*b.MinPriceOere))
	}
	if b.MaxPriceOere != nil {
		q.and("p.price_oere <= " + q.arg(*b.MaxPriceOere))
	}
	return q
}
