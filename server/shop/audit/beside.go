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
func (h Audit) join(ctx context.Context, r *reversal) error {
	beside, err := h.beside(ctx, &r.entry.row)
	if err != nil || beside == uuid.Nil {
		return err
	}
	other, err := h.find(ctx, beside)
	if err != nil || other.RevertedAt != nil { // by a program before
		return err
	}
	thing, part := r.entry, other
	if h.Kinds[*thing.EntityType].Part == nil {
		thing, part = other, r.entry
	}
	w, err := h.Kinds[*thing.EntityType].Part.Join(thing.write(), part.write())
	if err != nil {
		return err
	}
	thing.Before, thing.After = w.Before, w.After
	r.entry, r.beside = thing, &part.ID
	return nil
}

// beside returns the id of the entry about the part of a thing, or about the thing of a part, that the same call left;
// uuid.Nil if there is none.
func (h Audit) beside(ctx context.Context, entry *row) (uuid.UUID, error) {
	for entityType, kind := range h.Kinds {
		if kind.Part == nil || !strings.HasPrefix(entry.Tool, kind.Part.Tools) {
			continue
		}
		other := kind.Part.Type
		if *entry.EntityType == other {
			other = entityType
		}
		id, err := h.Store.Read().AuditBeside(ctx, db.AuditBesideParams{At: entry.At, RequestID: entry.RequestID, Tool: entry.Tool, EntityType: other, ID: entry.ID})
		if store.NotFound(err) {
			return uuid.Nil, nil
		}
		return id, err
	}
	return uuid.Nil, nil
}

// write returns what the call of an entry did to its thing.
func (r *wholeRow) write() undo.Write { return undo.Write{Before: r.Before, After: r.After} }
