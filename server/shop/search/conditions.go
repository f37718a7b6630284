package search

import (
	"slices"
	"strings"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// condition builds the WHERE clause of a search from fixed pieces; everything
// from the caller becomes an argument.
type condition struct {
	clauses []string
	args    store.Args
}

// conditions requires every query term in the product or in the name of its
// category, and the filter without its attributes.
func conditions(f *index.Filter, terms []string) *condition {
	q := &condition{clauses: []string{"p.deleted_at IS NULL"}}
	for _, term := range terms {
		arg := q.args.Add(term) + "::tsquery"
		q.and("(p.search @@ " + arg + " OR p.category_id = ANY (ARRAY(SELECT k.id FROM categories k WHERE k.search @@ " + arg + ")))")
	}
	q.narrow(f)
	return q
}

// narrow requires the filter without its attributes.
func (q *condition) narrow(f *index.Filter) {
	anyOf(q, "p.id", f.IDs)
	anyOf(q, "p.slug", f.Slugs)
	anyOf(q, "p.brand_key", f.Brands)
	q.equal("c.slug", f.Category)
	q.equal("p.frame_color_key", f.Frame)
	q.equal("p.lens_color_key", f.Lens)
	if f.Featured != nil {
		q.and("p.featured = " + q.args.Add(*f.Featured))
	}
	if f.InStock {
		q.and("p.stock > 0")
	}
	if f.Min > index.Any.Min {
		q.and("p.price_oere >= " + q.args.Add(f.Min))
	}
	if f.Max < index.Any.Max {
		q.and("p.price_oere <= " + q.args.Add(f.Max))
	}
	if f.Since > index.Any.Since {
		q.and("p.updated_at >= " + q.args.Add(time.UnixMilli(f.Since)))
	}
}

// equal compares a folded column, unless the value is blank.
func (q *condition) equal(column, value string) {
	if value != "" {
		q.and(column + " = " + q.args.Add(value))
	}
}

// anyOf requires one of the values, unless the list is nil.
func anyOf[T any](q *condition, column string, values []T) {
	if values != nil {
		q.and(column + " = ANY (" + q.args.Add(values) + ")")
	}
}

// startAfter requires products after a key.
func (q *condition) startAfter(order index.Order, at *index.SortKey) {
	o, sign := orderings[order], ">"
	if order.IsDescending() {
		sign = "<"
	}
	q.and("(" + o.column + ", p.id) " + sign + " (" + q.args.Add(o.value(at)) + ", " + q.args.Add(at.ID) + ")")
}

func (q *condition) and(clause string) { q.clauses = append(q.clauses, clause) }

func (q *condition) text() string { return strings.Join(q.clauses, " AND ") }

func (q *condition) clone() *condition {
	return &condition{slices.Clone(q.clauses), slices.Clone(q.args)}
}

// ordering is an order of products in SQL.
type ordering struct {
	column string                              // p.id comes after it
	number func(p *db.MemoryProductsRow) int64 // the number of a key; nil for its name
	value  func(p *index.SortKey) any          // its value in SQL
}

var orderings = map[index.Order]ordering{
	index.ByRelevance: byName,
	index.ByName:      byName,
	index.ByPrice:     byPrice,
	index.ByPriceDown: byPrice,
	index.ByCreation:  {"p.created_at", func(p *db.MemoryProductsRow) int64 { return p.CreatedAt.UnixMilli() }, timestamp},
	index.ByUpdate:    {"p.updated_at", func(p *db.MemoryProductsRow) int64 { return p.UpdatedAt.UnixMilli() }, timestamp},
}

var (
	byName  = ordering{"p.name_sort", nil, func(at *index.SortKey) any { return at.Name }}
	byPrice = ordering{"p.price_oere", func(p *db.MemoryProductsRow) int64 { return p.PriceOere }, func(at *index.SortKey) any { return at.Number }}
)

// timestamp returns a time within the years that PostgreSQL knows: a cursor can be
// made up.
func timestamp(at *index.SortKey) any {
	first, last := time.Time{}, time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)
	return time.UnixMilli(max(first.UnixMilli(), min(at.Number, last.UnixMilli())))
}

// orderBy returns the ORDER BY clause of an order.
func orderBy(order index.Order) string {
	column := orderings[order].column
	if order.IsDescending() {
		return column + " DESC, p.id DESC"
	}
	return column + ", p.id"
}

// sortKeyOf returns where a product is in an order.
func sortKeyOf(p *db.MemoryProductsRow, order index.Order) index.SortKey {
	if number := orderings[order].number; number != nil {
		return index.SortKey{Number: number(p), ID: p.ID}
	}
	return index.SortKey{Name: p.NameSort, ID: p.ID}
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
