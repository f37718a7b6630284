// Package audit shows what is in the audit: who did what, what it changed, and whether it can
// be reverted; reverts it; and deletes rows whose retention period is over.
package audit

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/calendar"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/platform/wire"
)

// Audit answers the operations audit.*.
type Audit struct {
	Store    *store.Store
	Contract *contract.Contract
	Kinds    map[string]undo.Kind // of things whose changes can be reverted, by their type in the audit
}

// AuditList returns entries of the audit, the newest first.
func (h Audit) AuditList(ctx context.Context, req api.AuditListRequestObject) (api.AuditListResponseObject, error) {
	l, err := h.newListing(ctx, req.Body)
	if err != nil {
		return nil, err
	}
	page, err := h.page(ctx, l, *req.Body.Limit)
	if err == nil && len(page.Items) == 0 && req.Body.Cursor == nil {
		page.Messages, err = h.why(ctx, req.Body, l.span)
	}
	return api.AuditList200JSONResponse{Ok: true, Result: page, Period: l.span.Bounds()}, err
}

// List returns a page of the audit. The request has a limit.
func (h Audit) List(ctx context.Context, b *api.AuditListRequest) (api.AuditPage, error) {
	l, err := h.newListing(ctx, b)
	if err != nil {
		return api.AuditPage{}, err
	}
	return h.page(ctx, l, *b.Limit)
}

func (h Audit) page(ctx context.Context, l *listing, limit int64) (api.AuditPage, error) {
	rows, err := l.rows(ctx, limit+1)
	if err != nil {
		return api.AuditPage{}, err
	}
	rows, next, err := paging.Cut(rows, int(limit), "audit.list", l.query, func(r *row) any {
		return paging.Place{SortKey: paging.SortKey{At: r.At, ID: r.ID}, Asked: l.span.Asked}
	})
	page := api.AuditPage{Items: make([]api.AuditItem, 0, len(rows)), NextCursor: next}
	if err != nil {
		return page, err
	}
	for i := range rows {
		item := h.toItem(&rows[i])
		if err := tellChanges(&item, &rows[i]); err != nil {
			return page, err
		}
		page.Items = append(page.Items, item)
	}
	return page, h.tellMore(ctx, page.Items)
}

// row is a row of the audit as the list shows it. The order of its fields is that
// of columns.
type row struct {
	ID         uuid.UUID
	At         time.Time
	Actor      string
	Tool       string
	EntityType *string
	EntityID   *string
	Outcome    string
	Code       *string
	Channel    string
	RequestID  uuid.UUID
	RevertOf   *uuid.UUID
	Moved      *string
	RevertedAt *time.Time

	ActorName   *string
	Holder      *string
	EntityLabel *string
	Unread      bool   // whether the states are too large to be read here
	Before      []byte // the thing before
	After       []byte
}

func (h Audit) toItem(r *row) api.AuditItem {
	item := api.AuditItem{
		Id: r.ID.String(), At: wire.TimeOf(r.At), Actor: r.Actor, Tool: r.Tool, EntityType: r.EntityType, EntityId: r.EntityID,
		Outcome: api.AuditOutcome(r.Outcome), Code: r.Code, Channel: r.Channel, RequestId: r.RequestID.String(),
		Revertible: h.notRevertibleReason(r) == "", RevertedAt: wire.TimeOrNil(r.RevertedAt),
		ActorName: actorName(r.ActorName, r.Actor), Holder: (*api.Holder)(r.Holder), EntityLabel: r.EntityLabel,
	}
	if r.RevertOf != nil {
		item.RevertOf = new(r.RevertOf.String())
	}
	return item
}

// newListing returns the query that a request describes, or the refusal of its
// period or its cursor.
func (h Audit) newListing(ctx context.Context, b *api.AuditListRequest) (*listing, error) {
	span, err := calendar.SpanOf(b.Period, b.FromDate, b.ToDate, paging.Asked(b.Cursor, h.Store.Now()))
	if err != nil {
		return nil, err
	}
	filters := *b
	filters.Limit, filters.Cursor, filters.Period, filters.FromDate, filters.ToDate = nil, nil, nil, nil, nil
	query, err := paging.Query(filters, span.From, span.To)
	if err != nil {
		return nil, err
	}
	l := &listing{store: h.Store, query: query, filter: newFilter(b, span), span: span}
	if b.AfterId != nil {
		if l.filter.since, err = h.place(ctx, *b.AfterId); err != nil {
			return nil, err
		}
	}
	if b.Revertible != nil { // no other filter needs the rules
		l.rules = h.revertRules()
	}
	if b.Cursor != nil {
		l.after = new(paging.SortKey)
		return l, paging.DecodeCursor(*b.Cursor, "audit.list", query, l.after)
	}
	return l, nil
}

// place returns where in the list an entry stands.
func (h Audit) place(ctx context.Context, text string) (*paging.SortKey, error) {
	if id, ok := store.ParseID(text); ok {
		at, err := h.Store.Read().AuditAt(ctx, id)
		if err == nil {
			return &paging.SortKey{At: at, ID: id}, nil
		}
		if !store.NotFound(err) {
			return nil, err
		}
	}
	return nil, problem.Invalid("/afterId", schema.CodeEnum, "must be the id of an entry; this one is unknown, or was old and deleted",
		`Remove "afterId" from the body.`, schema.Correction{Do: schema.Remove})
}

// listing is a query for a page of the audit.
type listing struct {
	store  *store.Store
	query  json.RawMessage // to which the cursors belong
	filter filter
	span   calendar.Span
	rules  revertRules
	after  *paging.SortKey // the page begins after this row; nil for the beginning
}

// Rows of a frequent kind are found among the newest rows, which costs the least:
// among fewRows always, and among manyRows when there are more kinds than manyKinds.
const (
	fewRows   = 1_000
	rareRows  = 2_000 // of those with a label: so few are sorted
	labelRows = 5_000 // of those with a more frequent label
	manyRows  = 10_000
	manyKinds = 128
)

// rows returns the first n rows that match.
func (l *listing) rows(ctx context.Context, n int64) ([]row, error) {
	switch {
	case !l.filter.concernsKind() && l.filter.label == nil:
		return l.page(ctx, n, (*queryBuilder).all)
	case l.filter.requestID != nil: // of which there are few rows
		return l.page(ctx, n, (*queryBuilder).matching)
	}
	newest := fewRows
	if l.filter.label != nil {
		rare, err := l.isRareLabel(ctx)
		if err != nil {
			return nil, err
		}
		if rare {
			return l.page(ctx, n, (*queryBuilder).labelledFirst)
		}
		newest = labelRows
	}
	if found, err := l.recent(ctx, n, newest); err != nil || int64(len(found)) == n {
		return found, err
	}
	if l.filter.label != nil {
		return l.page(ctx, n, (*queryBuilder).matching)
	}
	kinds, err := l.kinds(ctx, manyKinds+1)
	if err != nil {
		return nil, err
	}
	if len(kinds) > manyKinds {
		if found, err := l.recent(ctx, n, manyRows); err != nil || int64(len(found)) == n {
			return found, err
		}
		if kinds, err = l.kinds(ctx, math.MaxInt32); err != nil {
			return nil, err
		}
	}
	return l.merged(ctx, n, kinds)
}

// isRareLabel reports whether few rows have the label, whatever else they are.
func (l *listing) isRareLabel(ctx context.Context) (rare bool, err error) {
	b := &queryBuilder{listing: l}
	most := b.args.Add(rareRows) + "::bigint"
	rows, err := l.store.Query(ctx, "SELECT count(*) < "+most+" FROM (SELECT FROM audit_log a WHERE "+b.labelled()+" LIMIT "+most+") AS a", b.args...)
	if err != nil {
		return false, err
	}
	return pgx.CollectExactlyOneRow(rows, pgx.RowTo[bool])
}

// recent returns those of the first n rows that are among the newest rows of the
// thing and the period.
func (l *listing) recent(ctx context.Context, n int64, newest int) ([]row, error) {
	return l.page(ctx, n, func(b *queryBuilder) string { return b.recent(newest) })
}

// merged returns the first n rows of these kinds.
func (l *listing) merged(ctx context.Context, n int64, kinds []int64) ([]row, error) {
	if len(kinds) == 0 {
		return nil, nil
	}
	return l.page(ctx, n, func(b *queryBuilder) string { return b.merged(kinds, n) })
}

// page runs the statement of a page.
func (l *listing) page(ctx context.Context, n int64, keys func(*queryBuilder) string) ([]row, error) {
	b := &queryBuilder{listing: l}
	text := b.page(keys(b), n)
	rows, err := l.run(ctx, text, b.args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[row])
}

// kinds returns the kinds that match, n at most.
func (l *listing) kinds(ctx context.Context, n int) ([]int64, error) {
	b := &queryBuilder{listing: l}
	text := b.kinds(b.args.Add(n))
	rows, err := l.run(ctx, text, b.args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// run runs a statement. One about a period is planned for each call, because some
// periods are a minute and some are years; one plan does for the others.
func (l *listing) run(ctx context.Context, text string, args []any) (pgx.Rows, error) {
	if l.filter.from != nil || l.filter.to != nil {
		args = append([]any{pgx.QueryExecModeExec}, args...)
	}
	return l.store.Query(ctx, text, args...)
}
