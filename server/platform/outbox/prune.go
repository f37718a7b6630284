package outbox

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// Kept is how long events and their deliveries are kept.
const Kept = 30 * 24 * time.Hour

// Prune gives up some of the deliveries that wait for endpoints that are disabled or
// deleted, and deletes some of the events that are older than Kept. It returns how many rows
// that were.
func Prune(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 1000
	err = st.Task(ctx, "events", func(tx *store.Tx) error {
		abandoned, err := tx.DeliveriesAbandon(ctx, few)
		if err != nil {
			return err
		}
		events, err := tx.OutboxPrune(ctx, db.OutboxPruneParams{Before: tx.Now.Add(-Kept), MaxRows: few})
		if err != nil {
			return err
		}
		endpoints, err := tx.EndpointsPrune(ctx)
		rows = abandoned + events + endpoints
		return err
	})
	return rows, err
}
