package orders

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
)

// listing is a query for a page of orders.
type listing struct {
	store  *store.Store
	query  json.RawMessage // what queryOf returns
	filter filter
	oldest bool // whether the oldest come first
	limit  int64
	offset int64
	cursor *string
	after  *position // the page begins after this order; nil for the beginning
}

// newListing returns the query that a request describes, or the refusal of its
// cursor.
func newListing(st *store.Store, b *api.OrdersListRequest) (*listing, error) {
	if err := paging.CursorWithoutOffset(b.Cursor, *b.Offset); err != nil {
		return nil, err
	}
	query, err := queryOf(b)
	if err != nil {
		return nil, err
	}
	l := &listing{
		store: st, query: query, filter: newFilter(b), oldest: *b.Sort == api.OrderSortOldest,
		limit: *b.Limit, offset: *b.Offset, cursor: b.Cursor,
	}
	if b.Cursor != nil {
		l.after = new(position)
		return l, paging.DecodeCursor(*b.Cursor, "orders.list", query, l.after)
	}
	return l, nil
}

// summaryRow is an order with one of its items; an order without items has one
// row of quantity 0.
type summaryRow struct {
	header
	ProductName   string
	Quantity      int64
	UnitPriceOere int64
}

// rows returns the first n orders, with a row for each item.
func (l *listing) rows(ctx context.Context, n int64) ([]summaryRow, error) {
	s := l.statement()
	rows, err := l.run(ctx, s, s.orders(n))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[summaryRow])
}

// skip returns the last order before the page; false if there are fewer orders.
func (l *listing) skip(ctx context.Context) (position, bool, error) {
	s := l.statement()
	rows, err := l.run(ctx, s, s.position(l.offset))
	if err != nil {
		return position{}, false, err
	}
	at, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[position])
	if store.NotFound(err) {
		return at, false, nil
	}
	return at, err == nil, err
}

// count returns how many orders match, counted up to one more than paging.Most.
func (l *listing) count(ctx context.Context) (int64, error) {
	whole := *l
	whole.after = nil
	s := whole.statement()
	rows, err := l.run(ctx, s, s.count(paging.Most+1))
	if err != nil {
		return 0, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[int64])
}

// run runs a statement. One about words is planned for each call, because some
// words are in one order and some in most; one plan does for the others.
func (l *listing) run(ctx context.Context, s *statement, text string) (pgx.Rows, error) {
	if len(l.filter.words) > 0 {
		return l.store.Query(ctx, text, append([]any{pgx.QueryExecModeExec}, s.args...)...)
	}
	return l.store.Query(ctx, text, s.args...)
}
