package webhooks

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// EventsKept is how long events and their deliveries are kept.
const EventsKept = 30 * 24 * time.Hour

// PruneEvents gives up some of the deliveries that wait for endpoints that are disabled or
// deleted, or have waited longer than Kept, and deletes some of the events that are older
// than that. It returns how many rows that were.
func PruneEvents(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 1000
	for _, some := range []func(*store.Tx) (int64, error){
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesAbandon(ctx, few)
		},
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesExpire(ctx, db.DeliveriesExpireParams{Before: tx.Now.Add(-EventsKept), MaxRows: few})
		},
		func(tx *store.Tx) (int64, error) {
			return tx.OutboxPrune(ctx, db.OutboxPruneParams{Before: tx.Now.Add(-EventsKept), MaxRows: few})
		},
		func(tx *store.Tx) (int64, error) {
			return tx.EndpointsPrune(ctx, new(tx.Now.Add(-24*time.Hour)))
		},
	} {
		// One transaction each, so that none waits for the slowest.
		err := st.Task(ctx, "events", func(tx *store.Tx) error {
			n, err := some(tx)
			rows += n
			return err
		})
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}
