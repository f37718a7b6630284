package orders

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
)

// OrdersList returns summaries of orders, by the time when they were placed.
func (h Orders) OrdersList(ctx context.Context, req api.OrdersListRequestObject) (api.OrdersListResponseObject, error) {
	l, err := newListing(h.Store, req.Body)
	if err != nil {
		return nil, err
	}
	found, err := l.find(ctx)
	if err != nil {
		return nil, err
	}
	page, err := l.page(ctx, found, h.Counted)
	return api.OrdersList200JSONResponse{Ok: true, Result: found.orders, Page: page}, err
}

// Newest returns summaries of the n newest orders with an e-mail address.
func Newest(ctx context.Context, st *store.Store, email string, n int64) ([]api.OrderSummary, error) {
	l := &listing{store: st, filter: filter{emails: []string{text.Case(email)}}, limit: n}
	found, err := l.find(ctx)
	return found.orders, err
}

// position is an order's place in a list.
type position struct {
	At time.Time // when it was placed
	ID uuid.UUID
}

// found is a part of a list.
type found struct {
	orders []api.OrderSummary
	last   position
	more   bool // whether there are orders after the last one
}

// find returns the orders of the page.
func (l *listing) find(ctx context.Context) (found, error) {
	none := found{orders: []api.OrderSummary{}}
	if l.filter.nothing {
		return none, nil
	}
	if l.offset > 0 {
		skipped, ok, err := l.skip(ctx)
		if err != nil || !ok {
			return none, err
		}
		l.after = &skipped
	}
	rows, err := l.rows(ctx, l.limit+1)
	if err != nil {
		return none, err
	}
	f := found{orders: toSummaries(rows)}
	if f.more = int64(len(f.orders)) > l.limit; f.more {
		f.orders = f.orders[:l.limit]
		end := f.orders[l.limit-1]
		f.last = position{At: end.CreatedAt.Time, ID: uuid.MustParse(end.Id)}
	}
	return f, nil
}

// page returns how many orders the list has, and where it continues.
func (l *listing) page(ctx context.Context, f found, counted *paging.Memo) (api.ListPage, error) {
	rows := int64(len(f.orders))
	if l.filter.nothing {
		return paging.Whole(0), nil
	}
	if !f.more && l.cursor == nil && (rows > 0 || l.offset == 0) {
		return paging.Whole(int(l.offset + rows)), nil
	}
	total, err := counted.Count(ctx, string(l.query), l.store.Now(), l.count)
	if err != nil {
		return api.ListPage{}, err
	}
	page := paging.Counted(total)
	if !f.more {
		return page, nil
	}
	if next := l.offset + rows; l.cursor == nil && next <= paging.Most {
		page.NextOffset = &next
	}
	next, err := paging.EncodeCursor("orders.list", l.query, f.last)
	page.NextCursor = &next
	return page, err
}

// queryOf is everything in a request that decides which orders are listed and in
// which order, in one spelling.
func queryOf(b *api.OrdersListRequest) (json.RawMessage, error) {
	q := *b
	q.Limit, q.Offset, q.Cursor = nil, nil, nil
	var period [2]int64 // a moment that is rounded up may have no JSON
	if q.FromDate != nil {
		period[0], q.FromDate = q.FromDate.UnixMilli(), nil
	}
	if q.ToDate != nil {
		period[1], q.ToDate = q.ToDate.UnixMilli(), nil
	}
	return json.Marshal([]any{q, b.FromDate != nil, b.ToDate != nil, period})
}

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
