package demo

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// EntryID is the id of the entry in the audit about the discount that was switched off.
var EntryID = uuid.MustParse("01994f5e-0000-7000-8000-000000000a01")

// nameEntry gives the entry its id.
func nameEntry(ctx context.Context, st *store.Store) error {
	s := step{tool: "discounts.toggle", name: "FORAAR20"}
	return st.Task(ctx, "demo entry", func(tx *store.Tx) error {
		return tx.AuditRename(ctx, db.AuditRenameParams{ID: EntryID, RequestID: s.id(), Tool: s.tool})
	})
}
