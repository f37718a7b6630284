package customers

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
)

// position is a customer's place in the list.
type position struct {
	At time.Time // of the first order
	ID uuid.UUID
}

// CustomerList returns customers, the newest first.
func (h Customers) CustomerList(ctx context.Context, req api.CustomerListRequestObject) (api.CustomerListResponseObject, error) {
	query, err := queryOf(req.Body)
	if err != nil {
		return nil, err
	}
	var after *position
	if req.Body.Cursor != nil {
		after = new(position)
		if err := paging.DecodeCursor(*req.Body.Cursor, "customer.list", query, after); err != nil {
			return nil, err
		}
	}
	limit := int(*req.Body.Limit)
	rows, err := h.rows(ctx, newStatement(req.Body, after, limit+1))
	if err != nil {
		return nil, err
	}
	page := api.CustomerPage{Items: toSummaries(rows[:min(len(rows), limit)])}
	if len(rows) > limit {
		end := &rows[limit-1]
		next, err := paging.EncodeCursor("customer.list", query, position{end.CreatedAt, end.ID})
		if err != nil {
			return nil, err
		}
		page.NextCursor = &next
	}
	return api.CustomerList200JSONResponse{Ok: true, Result: page}, nil
}

// rows runs a statement, which is nil when no customer can match. It is planned for each call,
// because a word may begin as most do or as one does.
func (h Customers) rows(ctx context.Context, s *statement) ([]db.CustomerRecord, error) {
	if s == nil {
		return nil, nil
	}
	rows, err := h.Store.Query(ctx, s.text(), append([]any{pgx.QueryExecModeExec}, s.args...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[db.CustomerRecord])
}

// queryOf is everything in a request that decides which customers are listed, in
// one spelling.
func queryOf(b *api.CustomerListRequest) (json.RawMessage, error) {
	var period [2]*int64 // a moment that is rounded up may have no JSON
	if b.FromDate != nil {
		period[0] = new(b.FromDate.UnixMilli())
	}
	if b.ToDate != nil {
		period[1] = new(b.ToDate.UnixMilli())
	}
	return json.Marshal([]any{b.Q, period})
}
