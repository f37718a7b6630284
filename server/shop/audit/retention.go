package audit

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Batch is the maximum number of rows that one transaction of Prune deletes: so
// few that no writer waits for it.
const Batch = 1000

// Expired counts the audit rows that are older than a given time.
type Expired struct {
	All     int64
	Changes int64 // those of All that record a change, which cannot be reverted without its row
}

// CountExpired returns the number of rows that Prune would delete.
func CountExpired(ctx context.Context, st *store.Store, before time.Time) (rows Expired, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error { // it writes nothing, but may take longer than a read may
		if err := tx.StatementTimeoutOff(ctx); err != nil {
			return err
		}
		count, err := tx.AuditCountBefore(ctx, before)
		rows = Expired{count.Rows, count.Changes}
		return err
	})
	return rows, err
}

// pruned is the audit entry of a deleted batch.
type pruned struct {
	Before wire.Time `json:"before"`
	Rows   int64     `json:"rows"`
}

// Prune deletes at most Batch rows that are older than the given time, the
// oldest first, and returns their number. The transaction adds an audit row of
// its own about it. If there are fewer than Batch rows, they were the last ones,
// or other processes are deleting the rest.
func Prune(ctx context.Context, st *store.Store, before time.Time) (rows int64, err error) {
	err = st.Write(ctx, func(tx *store.Tx) error {
		rows, err = tx.AuditPrune(ctx, db.AuditPruneParams{Before: before, MaxRows: Batch})
		if err != nil || rows == 0 {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "audit", EntityID: "audit_log", After: pruned{wire.TimeOf(before), rows}})
	})
	return rows, err
}
