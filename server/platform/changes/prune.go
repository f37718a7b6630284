package changes

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

const (
	pruning = 15 * time.Second // from one pruning of the table to the next
	kept    = 2 * time.Minute  // how long changes are kept at least after they are committed
)

// prune removes, until ctx ends, changes that every reader has read or will not ask
// for. When they were made would not tell: a transaction may take long to commit. So
// what goes is what a snapshot showed that is old enough.
func (f *Feed) prune(ctx context.Context) {
	var snapshots []store.Seen
	for pause(ctx, pruning) {
		f.mu.Lock()
		seen := f.seen
		f.mu.Unlock()
		if len(snapshots) > 0 && !snapshots[0].Server.Equal(seen.Server) {
			snapshots = nil // the numbers of transactions on another server mean nothing here
		}
		if seen.Snapshot == "" {
			continue
		}
		if snapshots = append(snapshots, seen); len(snapshots) <= int(kept/pruning) {
			continue
		}
		oldest := snapshots[0].Snapshot
		snapshots = snapshots[1:]
		limited, cancel := context.WithTimeout(ctx, pruning)
		err := f.store.Task(limited, "changes", func(q *db.Queries) error { return q.ChangesPrune(limited, oldest) })
		cancel()
		if err != nil && ctx.Err() == nil {
			f.log.Warn("the table of changes was not pruned", "error", err)
		}
	}
}
