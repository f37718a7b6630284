package search

import (
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/shop/search/internal/index"
)

// ordering is an order of products in SQL.
type ordering struct {
	column string                              // p.id comes after it
	number func(p *db.MemoryProductsRow) int64 // the number of a position; nil for its name
	value  func(p *index.Position) any         // its value in SQL
}

var orderings = map[index.Order]ordering{
	index.ByRelevance: byName,
	index.ByName:      byName,
	index.ByPrice:     byPrice,
	index.ByPriceDown: byPrice,
	index.ByCreation:  {"p.created_at", func(p *db.MemoryProductsRow) int64 { return p.CreatedAt.UnixMilli() }, moment},
	index.ByUpdate:    {"p.updated_at", func(p *db.MemoryProductsRow) int64 { return p.UpdatedAt.UnixMilli() }, moment},
}

var (
	byName  = ordering{"p.name_sort", nil, func(at *index.Position) any { return at.Name }}
	byPrice = ordering{"p.price_oere", func(p *db.MemoryProductsRow) int64 { return p.PriceOere }, func(at *index.Position) any { return at.Number }}
)

// moment returns a time within the years that PostgreSQL knows: a cursor can be
// made up.
func moment(at *index.Position) any {
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

// startAfter requires products after a position.
func (q *condition) startAfter(order index.Order, at *index.Position) {
	o, sign := orderings[order], ">"
	if order.IsDescending() {
		sign = "<"
	}
	q.and("(" + o.column + ", p.id) " + sign + " (" + q.arg(o.value(at)) + ", " + q.arg(at.ID) + ")")
}

// positionOf returns where a product is in an order.
func positionOf(p *db.MemoryProductsRow, order index.Order) index.Position {
	if number := orderings[order].number; number != nil {
		return index.Position{Number: number(p), ID: p.ID}
	}
	return index.Position{Name: p.NameSort, ID: p.ID}
}
