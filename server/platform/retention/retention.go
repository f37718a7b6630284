// Package retention deletes the rows of the audit that are kept no longer.
package retention

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/timestamp"
)

// Batch is how many rows one transaction of Prune deletes at most: few enough
// that no writer waits for it.
const Batch = 1000

// Rows are those of the audit that are older than a moment.
type Rows struct {
	All     int64
	Changes int64 // those of All that tell of a change, which can be reverted only as long as they are there
}

// Count returns what Prune would delete.
func Count(ctx context.Context, st *store.Store, before time.Time) (rows Rows, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error { // it writes nothing, but may take its time
		if err := tx.StatementTimeoutOff(ctx); err != nil {
			return err
		}
		counted, err := tx.AuditCountBefore(ctx, before)
		rows = Rows{counted.Rows, counted.Changes}
		return err
	})
	return rows, err
}

// pruned is what the audit says of a batch that was deleted.
type pruned struct {
	Before timestamp.Time `json:"before"`
	Rows   int64          `json:"rows"`
}

// Prune deletes at most Batch rows of before a moment, the oldest first, and
// returns how many there were. The transaction leaves a row of its own, which
// says so. Fewer than Batch rows are the last ones, or others are deleting the
// rest.
func Prune(ctx context.Context, st *store.Store, before time.Time) (rows int64, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		rows, err = tx.AuditPrune(ctx, db.AuditPruneParams{Before: before, MaxRows: Batch})
		if err != nil || rows == 0 {
			return err
		}
		return tx.Audit(audit.Entry{EntityType: "audit", EntityID: "audit_log", After: pruned{timestamp.Of(before), rows}})
	})
	return rows, err
}
