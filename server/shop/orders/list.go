package orders

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// OrdersList returns summaries of orders, by the time when they were placed.
func (h Orders) OrdersList(ctx context.Context, req api.OrdersListRequestObject) (api.OrdersListResponseObject, error) {
	l, err := newListing(h.Store, req.Body)
	if err != nil {
		return nil, err
	}
	found, err := l.read(ctx)
	if err != nil {
		return nil, err
	}
	call.From(ctx).ShowsNobody = len(found.orders) == 0
	info, err := l.pageInfo(ctx, found, h.Counts)
	page := api.OrdersPage{Total: info.Total, TotalIsExact: info.TotalIsExact, NextOffset: info.NextOffset, NextCursor: info.NextCursor}
	if err == nil && page.Total == 0 {
		page.Messages, err = h.why(ctx, req.Body, l.span)
	}
	return api.OrdersList200JSONResponse{Ok: true, Result: found.orders, Page: page, Period: l.span.Bounds()}, err
}

// Newest returns summaries of the n newest orders with an e-mail address.
func Newest(ctx context.Context, st *store.Store, email string, n int64) ([]api.OrderSummary, error) {
	l := &listing{store: st, filter: filter{emails: []string{text.Case(email)}}, limit: n}
	found, err := l.read(ctx)
	return found.orders, err
}

// listing is a request for a page of orders.
type listing struct {
	store   *store.Store
	request json.RawMessage // what paging.Query returns; the list's total and its cursors belong to it
	filter  filter
	span    calendar.Span
	sort    api.OrderSort // "" for the newest first
	limit   int64
	offset  int64
	cursor  *string
	after   *place // the page begins after this order; nil for the beginning
}

// place is where a page ends. In a list by the total, that counts, and not the time.
type place struct {
	paging.Place

	Total int64 `json:",omitzero"` // in ore
}

func (l *listing) byTotal() bool { return l.sort == api.OrderSortTotal }

// newListing returns the listing that a request describes, or the refusal of its period or its cursor.
func newListing(st *store.Store, b *api.OrdersListRequest) (*listing, error) {
	if err := paging.CursorWithoutOffset(b.Cursor, *b.Offset); err != nil {
		return nil, err
	}
	span, err := calendar.SpanOf(b.Period, b.FromDate, b.ToDate, paging.Asked(b.Cursor, st.Now()))
	if err != nil {
		return nil, err
	}
	filters := *b
	filters.Period, filters.FromDate, filters.ToDate, filters.Limit, filters.Offset, filters.Cursor, filters.Fields = nil, nil, nil, nil, nil, nil, nil
	request, err := paging.Query(filters, span.From, span.To)
	if err != nil {
		return nil, err
	}
	l := &listing{
		store: st, request: request, filter: newFilter(b, span), span: span, sort: *b.Sort,
		limit: *b.Limit, offset: *b.Offset, cursor: b.Cursor,
	}
	if b.Cursor != nil {
		l.after = new(place)
		return l, paging.DecodeCursor(*b.Cursor, "orders.list", request, l.after)
	}
	return l, nil
}

// ordersPage is a part of a list.
type ordersPage struct {
	orders []api.OrderSummary
	last   place
	more   bool // whether there are orders after the last one
}

// read returns the orders of the page.
func (l *listing) read(ctx context.Context) (ordersPage, error) {
	none := ordersPage{orders: []api.OrderSummary{}}
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
	f := ordersPage{orders: toSummaries(rows)}
	if f.more = int64(len(f.orders)) > l.limit; f.more {
		f.orders = f.orders[:l.limit]
		end := f.orders[l.limit-1]
		if f.last.ID = uuid.MustParse(end.Id); l.byTotal() {
			f.last.Total = end.TotalDkk
		} else {
			f.last.At = end.CreatedAt.Time
		}
		f.last.Asked = l.span.Asked
	}
	return f, nil
}

// pageInfo returns how many orders the list has, and where it continues.
func (l *listing) pageInfo(ctx context.Context, f ordersPage, totals *paging.Memo) (api.ListPage, error) {
	if l.filter.nothing {
		return paging.Whole(0), nil
	}
	var next *string
	if f.more {
		cursor, err := paging.EncodeCursor("orders.list", l.request, f.last)
		if err != nil {
			return api.ListPage{}, err
		}
		next = &cursor
	}
	return paging.Between(ctx, next, l.cursor != nil, l.offset, int64(len(f.orders)), func(ctx context.Context) (int64, error) {
		return totals.Count(ctx, string(l.request), l.store.Now(), l.count)
	})
}

// rows returns the first n orders, with a row for each item.
func (l *listing) rows(ctx context.Context, n int64) ([]summaryRow, error) {
	q := l.newQuery()
	rows, err := l.run(ctx, q, q.orders(n))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[summaryRow])
}

// skip returns the last order before the page; false if there are fewer orders.
func (l *listing) skip(ctx context.Context) (place, bool, error) {
	q := l.newQuery()
	rows, err := l.run(ctx, q, q.nth(l.offset))
	if err != nil {
		return place{}, false, err
	}
	at, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (at place, err error) {
		if l.byTotal() {
			err = row.Scan(&at.Total, &at.ID)
		} else {
			err = row.Scan(&at.At, &at.ID)
		}
		return at, err
	})
	if store.NotFound(err) {
		return at, false, nil
	}
	return at, err == nil, err
}

// count returns how many orders match, counted up to one more than paging.Most.
func (l *listing) count(ctx context.Context) (int64, error) {
	whole := *l
	whole.after = nil
	q := whole.newQuery()
	rows, err := l.run(ctx, q, q.count(paging.Most+1))
	if err != nil {
		return 0, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[int64])
}

// run sends a query. One whose filter is uneven is planned for each call: some
// words are in one order and some in most. One plan does for the others.
func (l *listing) run(ctx context.Context, q *listQuery, sql string) (pgx.Rows, error) {
	if l.filter.isUneven() {
		return l.store.Query(ctx, sql, append([]any{pgx.QueryExecModeExec}, q.args...)...)
	}
	return l.store.Query(ctx, sql, q.args...)
}

// summaryRow is an order with one of its items; an order without items has one
// row of quantity 0.
type summaryRow struct {
	summaryColumns
	ProductID     *uuid.UUID
	ProductName   string
	Quantity      int64
	UnitPriceOere int64
	Slug          *string
	Stock         *int64
}

// toSummaries groups the rows by order; the rows of an order are adjacent.
func toSummaries(rows []summaryRow) []api.OrderSummary {
	out := []api.OrderSummary{}
	for i := range rows {
		r := &rows[i]
		if i == 0 || r.ID != rows[i-1].ID {
			out = append(out, toSummary(r))
		}
		if r.Quantity == 0 {
			continue
		}
		order := &out[len(out)-1]
		order.Items = append(order.Items, api.OrderSummaryItem{
			ProductId: r.ProductID.String(), Slug: r.Slug, ProductName: r.ProductName, Quantity: r.Quantity, UnitPriceDkk: r.UnitPriceOere, Stock: r.Stock,
		})
		order.ItemCount += r.Quantity
	}
	return out
}

func toSummary(r *summaryRow) api.OrderSummary {
	why := []string{}
	if r.NeedsAttention {
		why = append(why, attention[api.OrderStatus(r.Status)])
	}
	return api.OrderSummary{
		Id: r.ID.String(), Email: r.Email, ShippingName: r.ShippingName, Status: api.OrderStatus(r.Status),
		SubtotalDkk: r.SubtotalOere, DiscountDkk: r.DiscountOere, ShippingDkk: r.ShippingOere, TotalDkk: r.TotalOere,
		DiscountCode: r.DiscountCode, Items: []api.OrderSummaryItem{}, CreatedAt: wire.TimeOf(r.CreatedAt),
		PaidAt: wire.TimeOrNil(r.PaidAt), UpdatedAt: wire.TimeOf(r.UpdatedAt), Attention: why,
		Channel: r.Channel, IsAiGenerated: r.IsAIGenerated, AiAgentSource: r.AIAgentSource, PaymentMethod: r.PaymentMethod,
	}
}
