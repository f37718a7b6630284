package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// AuditGet returns one entry of the audit.
func (h Audit) AuditGet(ctx context.Context, req api.AuditGetRequestObject) (api.AuditGetResponseObject, error) {
	entry, err := h.Get(ctx, req.Body.AuditLogId)
	if err != nil {
		return nil, err
	}
	c := call.From(ctx)
	c.ShowsNobody = showsNobody(c, entry.Tool, entry.EntityType)
	return api.AuditGet200JSONResponse{Ok: true, Result: entry}, nil
}

// Get returns an entry as the caller may see it. The error is an
// audit_entry_not_found if there is none with the id.
func (h Audit) Get(ctx context.Context, id string) (api.AuditEntry, error) {
	parsed, err := store.ID(id, notFound)
	if err != nil {
		return api.AuditEntry{}, err
	}
	row, err := h.find(ctx, parsed)
	if err != nil {
		return api.AuditEntry{}, err
	}
	items := []api.AuditItem{h.toItem(&row.row)}
	if err := h.tellMore(ctx, items); err != nil {
		return api.AuditEntry{}, err
	}
	if err := tellChanges(&items[0], &row.row); err != nil {
		return api.AuditEntry{}, err
	}
	entry := toEntry(items[0], h.notRevertibleReason(&row.row))
	if row.ip != nil {
		entry.Ip = new(row.ip.String())
	}
	entry.UserAgent = row.userAgent
	if row.session != nil {
		entry.SessionId = new(row.session.String())
	}
	if why := notShownReason(call.From(ctx), row.Tool, row.EntityType); why != "" {
		entry.NotShownReason = &why
		return entry, nil
	}
	entry.Args, entry.Before, entry.After = row.args, row.Before, row.After
	entry.Changes, err = changes(row.Before, row.After)
	return entry, err
}

// wholeRow is a row with what lists leave out.
type wholeRow struct {
	row
	args      []byte
	ip        *netip.Addr
	userAgent *string
	session   *uuid.UUID
}

// find returns a row. The error is an audit_entry_not_found if there is none.
func (h Audit) find(ctx context.Context, id uuid.UUID) (wholeRow, error) {
	found, err := h.Store.Read().AuditGet(ctx, id)
	if err != nil {
		return wholeRow{}, store.OrNotFound(err, id, notFound)
	}
	return toWhole(&found), nil
}

func toWhole(found *db.AuditGetRow) wholeRow {
	l := &found.AuditLog
	return wholeRow{
		row: row{
			ID: l.ID, At: l.At, Actor: l.Actor, Tool: l.Tool, EntityType: l.EntityType, EntityID: l.EntityID, Outcome: l.Outcome, Code: l.Code,
			Channel: l.Channel, RequestID: l.RequestID, RevertOf: l.RevertOf, Moved: found.Moved, RevertedAt: l.RevertedAt,
			ActorName: l.ActorName, Holder: l.Holder, EntityLabel: l.EntityLabel, Before: l.Before, After: l.After,
		},
		args: l.Args, ip: l.Ip, userAgent: l.UserAgent, session: l.SessionID,
	}
}

func notFound(id string) error {
	return problem.Newf(problem.AuditEntryNotFound, "No entry of the audit has the id %q.", id)
}

// toEntry returns an entry without what it holds. notRevertible is why it cannot
// be reverted, "" when it can.
func toEntry(i api.AuditItem, notRevertible string) api.AuditEntry {
	entry := api.AuditEntry{
		Id: i.Id, At: i.At, Actor: i.Actor, Tool: i.Tool, EntityType: i.EntityType, EntityId: i.EntityId, Outcome: i.Outcome, Code: i.Code,
		Channel: i.Channel, RequestId: i.RequestId, Revertible: i.Revertible, RevertedAt: i.RevertedAt, RevertOf: i.RevertOf,
		ActorName: i.ActorName, Holder: i.Holder, EntityLabel: i.EntityLabel, ChangedFields: i.ChangedFields, SameRequest: i.SameRequest,
		Changes: []api.AuditChange{},
	}
	if notRevertible != "" {
		entry.NotRevertibleReason = &notRevertible
	}
	return entry
}

// notShownReason returns why a caller may not see the arguments and states of a row
// about an entity (nil when it is about none), and "" when it may. The operator,
// who has the database, may see everything.
func notShownReason(c *call.Call, tool string, entityType *string) string {
	if c.Channel == call.CLI {
		return ""
	}
	for _, scope := range personalScopes(tool, entityType) {
		if !c.May(scope) {
			return fmt.Sprintf("The entry may hold personal data, which is shown to keys with the scope %s only.", scope)
		}
	}
	return ""
}

// Hides returns why a caller may not see the arguments of a call; "" when it may. shown reports whether these have personal data that it sees.
func Hides(c *call.Call, tool string) (why string, shown bool) {
	return notShownReason(c, tool, nil), !showsNobody(c, tool, nil)
}

// showsNobody reports whether the caller sees no personal data in the arguments and states of a row.
func showsNobody(c *call.Call, tool string, entityType *string) bool {
	return len(personalScopes(tool, entityType)) == 0 || notShownReason(c, tool, entityType) != ""
}

// personalDataScopes are the scopes that show the personal data of a type of thing, and in
// the arguments of a group of operations (the part of a name before the dot).
var personalDataScopes = map[string]string{
	"order": "orders:read", "orders": "orders:read", "cart": "orders:read", "customer": "customer:read",
	"payments": "payments:read", "payment": "payments:read", "payment_refund": "payments:read",
}

// personalScopes returns the scopes that show the personal data of a row; none when it
// holds none.
func personalScopes(tool string, entityType *string) (scopes []string) {
	group, _, _ := strings.Cut(strings.TrimPrefix(tool, commandPrefix), ".")
	if scope := personalDataScopes[group]; scope != "" {
		scopes = append(scopes, scope)
	}
	if entityType != nil && personalDataScopes[*entityType] != "" {
		scopes = append(scopes, personalDataScopes[*entityType])
	}
	return scopes
}

// changes returns what differs between two states of a thing. It returns the errors of
// json.Unmarshal.
func changes(before, after json.RawMessage) ([]api.AuditChange, error) {
	all, err := diff(before, after)
	if err != nil {
		return nil, err
	}
	return undo.Shown(all)
}

// diff returns the fields in which two states of a thing differ.
func diff(before, after json.RawMessage) ([]undo.Change, error) {
	from, err := undo.Read(before)
	if err != nil {
		return nil, err
	}
	to, err := undo.Read(after)
	if err != nil {
		return nil, err
	}
	return undo.Diff(from, to), nil
}
