package audit

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// AuditGet returns one entry of the audit.
func (h Audit) AuditGet(ctx context.Context, req api.AuditGetRequestObject) (api.AuditGetResponseObject, error) {
	entry, err := h.Get(ctx, req.Body.AuditLogId)
	return api.AuditGet200JSONResponse{Ok: true, Result: entry}, err
}

// Get returns an entry as the caller may see it. The error is an
// audit_entry_not_found if there is none with the id.
func (h Audit) Get(ctx context.Context, id string) (api.AuditEntry, error) {
	parsed, ok := store.ParseID(id)
	if !ok {
		return api.AuditEntry{}, notFound(id)
	}
	row, err := h.find(ctx, parsed)
	if err != nil {
		return api.AuditEntry{}, err
	}
	entry := toEntry(h.toItem(&row.row), h.reasonOf(&row.row))
	if why := withheld(call.From(ctx), row.Tool, row.EntityType); why != "" {
		entry.NotShownReason = &why
		return entry, nil
	}
	entry.Args, entry.Before, entry.After = row.args, row.before, row.after
	entry.Changes, err = changes(row.before, row.after)
	return entry, err
}

// wholeRow is a row with what lists leave out.
type wholeRow struct {
	row
	args, before, after []byte
}

// find returns a row. The error is an audit_entry_not_found if there is none.
func (h Audit) find(ctx context.Context, id uuid.UUID) (wholeRow, error) {
	found, err := h.Store.Read().AuditGet(ctx, id)
	if store.NotFound(err) {
		return wholeRow{}, notFound(id.String())
	}
	if err != nil {
		return wholeRow{}, err
	}
	return toWhole(&found), nil
}

func toWhole(found *db.AuditGetRow) wholeRow {
	l := &found.AuditLog
	return wholeRow{
		row: row{
			ID: l.ID, At: l.At, Actor: l.Actor, Tool: l.Tool, EntityType: l.EntityType, EntityID: l.EntityID, Outcome: l.Outcome, Code: l.Code,
			Channel: l.Channel, RequestID: l.RequestID, RevertOf: l.RevertOf, Moved: found.Moved, RevertedAt: l.RevertedAt,
		},
		args: l.Args, before: l.Before, after: l.After,
	}
}
