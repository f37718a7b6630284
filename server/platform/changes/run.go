package changes

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

const (
	reconnects = 500 * time.Millisecond // from one failed connection to the next
	connecting = 5 * time.Second        // the maximum duration of connecting
	inspection = time.Second            // how often the triggers are checked
	longestGap = kept / 2               // how long a reader may be disconnected before changes may have been deleted
)

// Run reads changes until ctx ends, and reconnects whenever a connection fails.
// It remembers what it has read: a reader that reconnects in time continues
// where it was.
func (f *Feed) Run(ctx context.Context) {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { f.prune(ctx) })
	r := &reader{feed: f}
	for ctx.Err() == nil {
		err := r.read(ctx)
		if ctx.Err() != nil {
			return
		}
		f.noteStopped(err)
		if f.Tolerates() {
			pause(ctx, retryPause)
		} else {
			pause(ctx, reconnects)
		}
	}
}

// reader reads the table of changes.
type reader struct {
	feed      *Feed
	conn      *pgx.Conn
	seen      store.Seen
	at        time.Time // when seen was read, by the wall clock
	inspected time.Time // when the triggers were checked
}

// read reads changes on one connection until an error occurs.
func (r *reader) read(ctx context.Context) (err error) {
	if r.conn, err = r.feed.dial(ctx); err != nil {
		return err
	}
	defer r.conn.Close(context.WithoutCancel(ctx))
	r.inspected = time.Time{}
	for {
		began := time.Now()
		if err := r.readNew(ctx, began); err != nil {
			return err
		}
		if !pause(ctx, interval-time.Since(began)) {
			return ctx.Err()
		}
	}
}

// readNew reads the new changes and has them followed.
func (r *reader) readNew(ctx context.Context, began time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if began.Sub(r.inspected) >= inspection {
		if err := r.inspect(ctx); err != nil {
			return err
		}
		r.inspected = began
	}
	if began.Round(0).Sub(r.at) > longestGap { // by the wall clock: the machine may have slept
		r.seen = store.Seen{}
	}
	before := r.feed.takeOwn()
	seen, changes, known, err := store.ChangesSince(ctx, r.conn, r.seen)
	if err != nil {
		return err
	}
	if known {
		err = r.feed.notify(r.feed.withoutOwn(changes, before))
	} else {
		err = r.feed.invalidate()
	}
	if err != nil { // the next read finds these changes again
		return err
	}
	r.seen, r.at = seen, began.Round(0)
	r.feed.noteFollowed(began, seen)
	return nil
}

// unrecordedError is the error about tables of which not every change is recorded.
type unrecordedError []string

func (tables unrecordedError) Error() string {
	return fmt.Sprintf("changes of %s are not recorded: its triggers changes_insert, changes_update, changes_delete and changes_truncate are missing or disabled, or it is the target of a subscription",
		strings.Join(tables, ", "))
}

// inspect returns an error when changes of a table are not recorded.
func (r *reader) inspect(ctx context.Context) error {
	missing, err := store.Unrecorded(ctx, r.conn, r.feed.Tables())
	if err == nil && len(missing) > 0 {
		r.seen = store.Seen{} // changes made meanwhile are not recorded
		err = unrecordedError(missing)
	}
	return err
}

// takeOwn returns the transactions of this process that have been committed and
// followed. Their changes are in the next read or were in an earlier one: after
// the next read they can be forgotten.
func (f *Feed) takeOwn() map[uint64]bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	own := f.own
	f.own = map[uint64]bool{}
	return own
}

// withoutOwn removes the changes of this process, which have been followed already:
// those in before, and those written since that the read may contain.
func (f *Feed) withoutOwn(changes []store.Change, before map[uint64]bool) (rest []store.Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range changes {
		if !before[c.XID] && !f.own[c.XID] {
			rest = append(rest, c)
		}
	}
	return rest
}

// noteFollowed records that all changes up to a time have been followed. A change that
// could not be followed since is in the next read.
func (f *Feed) noteFollowed(began time.Time, seen store.Seen) {
	f.mu.Lock()
	if began.Before(f.failed) {
		f.mu.Unlock()
		return
	}
	f.begun.Store(&began)
	f.last.Store(&began)
	f.noteReached()
	reason := f.reason
	f.reason, f.seen = "", seen
	close(f.next)
	f.next = make(chan struct{})
	f.mu.Unlock()
	if reason != "" {
		f.log.Info("changes of the database are followed")
	}
}

// noteStopped records why changes are no longer followed, and logs it once. Caches are
// not used any more from now on, unless the database is away and that is tolerated.
func (f *Feed) noteStopped(err error) {
	reason := reasonOf(err)
	f.mu.Lock()
	f.failed = time.Now()
	f.begun.Store(&time.Time{})
	if store.IsAway(err) {
		f.away.Store(true)
	} else {
		f.noteReached()
	}
	before := f.reason
	f.reason = reason
	if f.Tolerates() { // who waits for a read, or for the database, need not any longer
		close(f.next)
		f.next = make(chan struct{})
		f.outage.begin()
	}
	f.mu.Unlock()
	if before != reason {
		message := "changes of the database are not followed; every call asks the database"
		if f.Current() {
			message = fmt.Sprintf("changes of the database are not followed; for %v memory is used as it is", f.tolerance)
		}
		f.log.Warn(message, "reason", reason, "error", err)
	}
}

// reasonOf returns the public description of an error.
func reasonOf(err error) string {
	if tables, ok := errors.AsType[unrecordedError](err); ok {
		return tables.Error()
	}
	if fault := store.FaultOf(err); fault != store.NoFault {
		return string(fault)
	}
	return "the changes of the database cannot be read"
}

// pause waits for d, and reports whether ctx is still alive.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

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
