package audit

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/paging"
)

// AuditList returns entries of the audit, the newest first.
func (h Audit) AuditList(ctx context.Context, req api.AuditListRequestObject) (api.AuditListResponseObject, error) {
	page, err := h.List(ctx, req.Body)
	return api.AuditList200JSONResponse{Ok: true, Result: page}, err
}

// List returns a page of the audit. The request has a limit.
func (h Audit) List(ctx context.Context, b *api.AuditListRequest) (api.AuditPage, error) {
	l, err := h.newListing(b)
	if err != nil {
		return api.AuditPage{}, err
	}
	rows, err := l.rows(ctx, *b.Limit+1)
	if err != nil {
		return api.AuditPage{}, err
	}
	page := api.AuditPage{Items: make([]api.AuditItem, 0, len(rows))}
	if int64(len(rows)) > *b.Limit {
		rows = rows[:*b.Limit]
		last := rows[len(rows)-1]
		next, err := paging.EncodeCursor("audit.list", l.query, position{last.At, last.ID})
		if err != nil {
			return page, err
		}
		page.NextCursor = &next
	}
	for i := range rows {
		page.Items = append(page.Items, h.toItem(&rows[i]))
	}
	return page, nil
}

// position is a row's place in the list. Rows of later calls come before it, so that
// the next page repeats no row.
type position struct {
	At time.Time
	ID uuid.UUID
}

// newListing returns the query that a request describes, or the refusal of its
// cursor.
func (h Audit) newListing(b *api.AuditListRequest) (*listing, error) {
	query, err := queryOf(b)
	if err != nil {
		return nil, err
	}
	l := &listing{store: h.Store, query: query, filter: newFilter(b)}
	if b.Revertible != nil { // no other filter needs the rules
		l.rules = h.rules()
	}
	if b.Cursor != nil {
		l.after = new(position)
		return l, paging.DecodeCursor(*b.Cursor, "audit.list", query, l.after)
	}
	return l, nil
}

// queryOf is everything in a request that decides which rows are listed, in one
// spelling.
func queryOf(b *api.AuditListRequest) (json.RawMessage, error) {
	q := *b
	q.Limit, q.Cursor = nil, nil
	var period [2]int64 // a moment that is rounded up may have no JSON
	if q.FromDate != nil {
		period[0], q.FromDate = q.FromDate.UnixMilli(), nil
	}
	if q.ToDate != nil {
		period[1], q.ToDate = q.ToDate.UnixMilli(), nil
	}
	return json.Marshal([]any{q, b.FromDate != nil, b.ToDate != nil, period})
}
