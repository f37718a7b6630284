package catalog

import (
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/shop/catalog/internal/index"
)

// maxQuestionWords is how many words of a question count.
const maxQuestionWords = 32

func questionWords(q string) []string {
	words := fold.Words(q)
	return words[:min(len(words), maxQuestionWords)]
}

// asked asks for each word in any of its spellings, as the start of a word, and
// in its other forms. A spelling that near names is replaced by what stands
// there, as whole words.
func asked(words []string, near map[string][]string) []index.Asked {
	all := make([]index.Asked, 0, len(words))
	for _, word := range words {
		var spellings index.Asked
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

// tsqueries says the same to PostgreSQL.
func tsqueries(words []index.Asked) []string {
	all := make([]string, len(words))
	for i, spellings := range words {
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

// condition builds the WHERE of a search from fixed pieces; whatever comes
// from the caller becomes an argument.
type condition struct {
	terms []string
	args  []any
}

func (q *condition) arg(v any) string {
	q.args = append(q.args, v)
	return "$" + strconv.Itoa(len(q.args))
}

func (q *condition) and(term string) { q.terms = append(q.terms, term) }

func (q *condition) where() string { return strings.Join(q.terms, " AND ") }

// equal compares a folded column; a blank filter filters nothing.
func (q *condition) equal(column string, v *string) {
	if v != nil && fold.Case(*v) != "" {
		q.and(column + " = " + q.arg(fold.Case(*v)))
	}
}

// conditions wants every word of the question in the product or in the name of
// its category.
func conditions(b *api.ProductsSearchRequest, question []string) *condition {
	q := &condition{terms: []string{"p.deleted_at IS NULL"}}
	for _, word := range question {
		arg := q.arg(word) + "::tsquery"
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
