package orders

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/fold"
	"github.com/storefront/storefront/server/store"
	"github.com/storefront/storefront/server/timestamp"
)

// OrdersGet returns everything about one order.
func (h Orders) OrdersGet(ctx context.Context, req api.OrdersGetRequestObject) (api.OrdersGetResponseObject, error) {
	id, err := parseID(req.Body.OrderId)
	if err != nil {
		return nil, err
	}
	order, err := h.Store.Read().OrderGet(ctx, id)
	if store.NotFound(err) {
		return nil, orderNotFound(req.Body.OrderId)
	}
	if err != nil {
		return nil, err
	}
	items, err := h.Store.Read().OrderItems(ctx, id)
	return api.OrdersGet200JSONResponse{Ok: true, Result: toOrder(&order, items)}, err
}

// OrdersList returns orders in short, the newest first.
func (h Orders) OrdersList(ctx context.Context, req api.OrdersListRequestObject) (api.OrdersListResponseObject, error) {
	rows, err := h.list(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	summaries, err := toSummaries(rows)
	return api.OrdersList200JSONResponse{Ok: true, Result: summaries}, err
}

// The moments between which every order was placed. A timestamp of the
// contract may lie outside; then it stands for itself.
var (
	earliest = time.Time{}
	latest   = time.Date(9999, time.December, 31, 23, 59, 59, 999_000_000, time.UTC)
)

// list asks the query of the shape: one query for all of them would be planned
// for none.
func (h Orders) list(ctx context.Context, b *api.OrdersListRequest) ([]db.OrderListRow, error) {
	read, from, to := h.Store.Read(), bound(b.FromDate, earliest), bound(b.ToDate, latest)
	limit, skip := int32(*b.Limit), int32(*b.Offset) // the contract bounds both
	switch {
	case b.Email != nil:
		params := db.OrderListByEmailParams{EmailKey: fold.Case(*b.Email), FromDate: from, ToDate: to, MaxRows: limit, Skip: skip}
		if b.Status != nil {
			params.Status = string(*b.Status)
		}
		rows, err := read.OrderListByEmail(ctx, params)
		return sameRows(rows, func(r db.OrderListByEmailRow) db.OrderListRow { return db.OrderListRow(r) }), err
	case b.Status != nil:
		params := db.OrderListByStatusParams{Status: string(*b.Status), FromDate: from, ToDate: to, MaxRows: limit, Skip: skip}
		rows, err := read.OrderListByStatus(ctx, params)
		return sameRows(rows, func(r db.OrderListByStatusRow) db.OrderListRow { return db.OrderListRow(r) }), err
	}
	return read.OrderList(ctx, db.OrderListParams{FromDate: from, ToDate: to, MaxRows: limit, Skip: skip})
}

func bound(t *timestamp.Time, otherwise time.Time) time.Time {
	if t == nil {
		return otherwise
	}
	return t.Time
}

// sameRows gives the rows of queries with the same columns one type.
func sameRows[T any](rows []T, as func(T) db.OrderListRow) []db.OrderListRow {
	out := make([]db.OrderListRow, len(rows))
	for i, row := range rows {
		out[i] = as(row)
	}
	return out
}
