package retention

import (
	"context"
	"log/slog"
	"time"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// How often the job looks for rows to delete, and how long it pauses after each
// batch.
const (
	every = 10 * time.Minute
	pause = 100 * time.Millisecond
)

// Run deletes audit rows that are older than keep, at once and then every ten
// minutes, until ctx ends. Several processes can run it at once: they share the
// work.
func Run(ctx context.Context, st *store.Store, keep time.Duration, log *slog.Logger) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		rows, err := pruneAll(ctx, st, keep)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Warn("expired rows of the audit were not deleted", "error", err)
		}
		if rows > 0 {
			log.Info("expired rows of the audit were deleted", "rows", rows)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// pruneAll deletes batch after batch and returns the number of rows.
func pruneAll(ctx context.Context, st *store.Store, keep time.Duration) (sum int64, err error) {
	before := st.Now().Add(-keep)
	for {
		rows, err := Prune(call.With(ctx, call.Task("audit.prune")), st, before)
		sum += rows
		if err != nil || rows < Batch {
			return sum, err
		}
		select {
		case <-ctx.Done():
			return sum, ctx.Err()
		case <-time.After(pause):
		}
	}
}
