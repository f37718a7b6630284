package orders

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/store"
)

// OrdersList returns summaries of orders, the newest first.
func (h Orders) OrdersList(ctx context.Context, req api.OrdersListRequestObject) (api.OrdersListResponseObject, error) {
	l := newListing(h.Store.Read(), req.Body)
	if *req.Body.Offset > 0 {
		err := l.skip(ctx, int32(*req.Body.Offset)) // the contract limits it
		if store.NotFound(err) {
			return api.OrdersList200JSONResponse{Ok: true, Result: []api.OrderSummary{}}, nil
		}
		if err != nil {
			return nil, err
		}
	}
	rows, err := l.read(ctx)
	return api.OrdersList200JSONResponse{Ok: true, Result: toSummaries(rows)}, err
}

// listing is a query for orders. Each combination of filters has its own SQL
// query: PostgreSQL would find no good plan for one query with all of them.
type listing struct {
	queries  *db.Queries
	status   string // "" for any
	byEmail  bool
	email    string
	from, to time.Time
	toID     uuid.UUID // of the orders placed at the end of the period, those with ids up to this one
	limit    int32
}

// The range of possible times of orders. A timestamp in a request may be
// outside; then it is replaced by the limit.
var (
	earliest = time.Time{}
	latest   = time.Date(9999, time.December, 31, 23, 59, 59, 999_000_000, time.UTC)
)

func newListing(queries *db.Queries, b *api.OrdersListRequest) *listing {
	l := &listing{queries: queries, from: earliest, to: latest, toID: uuid.Max, limit: int32(*b.Limit)}
	if b.FromDate != nil {
		l.from = b.FromDate.Time
	}
	if b.ToDate != nil {
		l.to = b.ToDate.Time
	}
	if b.Status != nil {
		l.status = string(*b.Status)
	}
	if b.Email != nil {
		l.byEmail, l.email = true, fold.Case(*b.Email)
	}
	return l
}

// skip moves the beginning of the list past the first n orders; there may be
// fewer.
func (l *listing) skip(ctx context.Context, n int32) error {
	var first db.OrderSkipRow
	var err error
	switch {
	case l.byEmail:
		var row db.OrderSkipByEmailRow
		row, err = l.queries.OrderSkipByEmail(ctx, db.OrderSkipByEmailParams{EmailKey: l.email, Status: l.status, FromDate: l.from, ToDate: l.to, Skip: n})
		first = db.OrderSkipRow(row)
	case l.status != "":
		var row db.OrderSkipByStatusRow
		row, err = l.queries.OrderSkipByStatus(ctx, db.OrderSkipByStatusParams{Status: l.status, FromDate: l.from, ToDate: l.to, Skip: n})
		first = db.OrderSkipRow(row)
	default:
		first, err = l.queries.OrderSkip(ctx, db.OrderSkipParams{FromDate: l.from, ToDate: l.to, Skip: n})
	}
	l.to, l.toID = first.CreatedAt, first.ID
	return err
}

func (l *listing) read(ctx context.Context) ([]db.OrderListRow, error) {
	switch {
	case l.byEmail:
		rows, err := l.queries.OrderListByEmail(ctx, db.OrderListByEmailParams{
			EmailKey: l.email, Status: l.status, FromDate: l.from, ToDate: l.to, ToID: l.toID, MaxRows: l.limit,
		})
		return sameRows(rows, func(r db.OrderListByEmailRow) db.OrderListRow { return db.OrderListRow(r) }), err
	case l.status != "":
		rows, err := l.queries.OrderListByStatus(ctx, db.OrderListByStatusParams{
			Status: l.status, FromDate: l.from, ToDate: l.to, ToID: l.toID, MaxRows: l.limit,
		})
		return sameRows(rows, func(r db.OrderListByStatusRow) db.OrderListRow { return db.OrderListRow(r) }), err
	}
	return l.queries.OrderList(ctx, db.OrderListParams{FromDate: l.from, ToDate: l.to, ToID: l.toID, MaxRows: l.limit})
}

// sameRows converts the rows of queries with the same columns to one type.
func sameRows[T any](rows []T, as func(T) db.OrderListRow) []db.OrderListRow {
	out := make([]db.OrderListRow, len(rows))
	for i, row := range rows {
		out[i] = as(row)
	}
	return out
}
