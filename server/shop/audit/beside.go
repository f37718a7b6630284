package audit

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/undo"
)

// join has the entry that is to be reverted say all that its call did: of a call of a program before that left an entry about
// a thing and another one about its part, both are reverted by either.
func (h Audit) join(ctx context.Context, q *db.Queries, r *reversal) error {
	beside, err := h.beside(ctx, q, &r.entry.row)
	if err != nil || beside == uuid.Nil {
		return err
	}
	found, err := q.AuditGet(ctx, beside)
	if err != nil {
		return err
	}
	if found.AuditLog.RevertedAt != nil { // alone, by a program before; or with the entry, a moment ago
		again, err := q.AuditGet(ctx, r.entry.ID)
		if err == nil && again.AuditLog.RevertedAt != nil {
			err = alreadyReverted(ctx, q, r.entry.ID, beside)
		}
		return err
	}
	thing, part := r.entry, toWhole(&found)
	if h.Kinds[*thing.EntityType].Part == nil {
		thing, part = part, thing
	}
	w, err := h.Kinds[*thing.EntityType].Part.Join(thing.write(), part.write())
	if err != nil {
		return err
	}
	thing.Before, thing.After = w.Before, w.After
	r.entry, r.beside = thing, part.ID
	return nil
}

// beside returns the id of the entry about the part of a thing, or about the thing of a part, that the same call left;
// uuid.Nil if there is none.
func (h Audit) beside(ctx context.Context, q *db.Queries, entry *row) (uuid.UUID, error) {
	for entityType, kind := range h.Kinds {
		if kind.Part == nil || !strings.HasPrefix(entry.Tool, kind.Part.Tools) {
			continue
		}
		other := kind.Part.Type
		if *entry.EntityType == other {
			other = entityType
		}
		id, err := q.AuditBeside(ctx, db.AuditBesideParams{At: entry.At, RequestID: entry.RequestID, Tool: entry.Tool, EntityType: other, ID: entry.ID})
		if store.NotFound(err) {
			return uuid.Nil, nil
		}
		return id, err
	}
	return uuid.Nil, nil
}

// write returns what the call of an entry did to its thing.
func (r *wholeRow) write() undo.Write { return undo.Write{Before: r.Before, After: r.After} }
