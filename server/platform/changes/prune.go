package changes

import (
	"context"
	"time"

	"github.com/storefront/storefront/server/platform/store"
)

const (
	pruning = 15 * time.Second // from one pruning of the table to the next
	kept    = 2 * time.Minute  // the minimum time that changes are kept after they are committed
)

// prune deletes, until ctx ends, changes that every reader has read or will not
// ask for. The time of a change does not tell, because its transaction may
// commit much later. So prune deletes what was visible to a snapshot that is old
// enough.
func (f *Feed) prune(ctx context.Context) {
	var snapshots []store.Seen
	for pause(ctx, pruning) {
		f.mu.Lock()
		seen := f.seen
		f.mu.Unlock()
		if len(snapshots) > 0 && !snapshots[0].Server.Equal(seen.Server) {
			snapshots = nil // transaction ids of another server mean nothing here
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
		err := f.store.Task(limited, "changes", func(tx *store.Tx) error { return tx.ChangesPrune(limited, oldest) })
		cancel()
		if err != nil && ctx.Err() == nil {
			f.log.Warn("the table of changes was not pruned", "error", err)
		}
	}
}
