// Package changes notifies the caches of database rows which rows have changed,
// no matter what changed them. Triggers record every change in a table, in the
// transaction that makes it (sql/migrations/00006_changes.sql); a Feed reads
// that table twenty times a second.
//
// It does not use LISTEN: a process cannot know whether a notification would
// arrive, and a connection pooler may drop it. A query that was answered has
// read all changes so far.
package changes

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/store"
)

const (
	interval = 50 * time.Millisecond  // from one read to the next
	current  = 100 * time.Millisecond // the maximum age of a read for caches to be used
	silence  = time.Second            // the age of a read above which a warning is logged
	patience = time.Second            // the maximum duration of a read
)

// Follower caches rows of tables.
type Follower interface {
	// Changed is called with the ids of rows that may differ from the cached ones,
	// or with nil when any row of the table may. After it returns nil, the follower
	// uses nothing older than the state of the database at the time of the call.
	// An error says that the database cannot be read: caches are not current until
	// a later call with the same rows has succeeded.
	Changed(table string, ids []uuid.UUID) error

	// Verify compares everything in the cache with the database and returns an
	// error that names the differences. Tests call it after every change has been
	// followed.
	Verify(ctx context.Context) error
}

// Feed follows the changes of one database. New makes one.
type Feed struct {
	store *store.Store
	log   *slog.Logger

	followers map[string][]Follower // by table; does not change after Run has begun
	tolerance time.Duration         // how long caches may be used while the database is away; does not change after Run has begun

	mu     sync.Mutex
	own    map[uint64]bool // transactions of this process, followed before their calls were answered
	reason string          // why changes are not followed; "" while they are
	next   chan struct{}   // closed after the next read
	seen   store.Seen      // by the last read
	failed time.Time       // when a change could last not be followed
	outage outage          // the next one, or that which goes on

	begun atomic.Pointer[time.Time] // when the last read that was followed began; zero while none is
	last  atomic.Pointer[time.Time] // the same, also afterwards; at first when the feed was made
	away  atomic.Bool               // whether the database could not be reached since
}

// New returns a feed of the changes that other processes make and those that st
// writes itself. Run reads them.
func New(st *store.Store, log *slog.Logger) *Feed {
	f := &Feed{
		store: st, log: log, followers: map[string][]Follower{}, own: map[uint64]bool{}, next: make(chan struct{}),
		reason: "nothing has been read yet", outage: newOutage(),
	}
	f.begun.Store(&time.Time{})
	made := time.Now()
	f.last.Store(&made)
	st.Observe(f.followOwn)
	return f
}

// Follow notifies the follower of the changes of these tables. It must be called
// before Run.
func (f *Feed) Follow(follower Follower, tables ...string) {
	for _, table := range tables {
		f.followers[table] = append(f.followers[table], follower)
	}
}

// Tolerate lets caches be used while the database cannot be reached, for d after the
// last read. It must be called before Run.
func (f *Feed) Tolerate(d time.Duration) { f.tolerance = d }

// Tables returns the tables that are followed, sorted.
func (f *Feed) Tables() []string { return slices.Sorted(maps.Keys(f.followers)) }

// Current reports whether caches may be used: they are at most 100 ms older than
// the database, and include all changes of this process; or the database cannot be
// reached, and that is tolerated for so long.
func (f *Feed) Current() bool { return since(*f.begun.Load()) < current || f.Tolerates() }

// Tolerates reports whether caches may be used because the database cannot be reached.
func (f *Feed) Tolerates() bool { return f.away.Load() && since(*f.last.Load()) < f.tolerance }

// Reached says that the database can be reached on another connection: it has what is
// new, so caches are not used until the feed has read it too.
func (f *Feed) Reached() {
	if f.away.Load() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.noteReached()
	}
}

// noteReached says that the database is not away: reads wait for it until the next outage
// begins. mu is held.
func (f *Feed) noteReached() {
	f.away.Store(false)
	f.outage = f.outage.over()
}

// Settle waits, where it matters, until it is known whether the database cannot be
// reached: for up to a second when a read is late and an outage is tolerated. Otherwise
// callers would ask a database that does not answer.
func (f *Feed) Settle(ctx context.Context) {
	if f.tolerance > 0 {
		f.Await(ctx)
	}
}

// Await is Current for a caller that prefers to wait up to a second for a late
// read rather than query the database.
func (f *Feed) Await(ctx context.Context) bool {
	for deadline := time.Now().Add(patience); ; {
		f.mu.Lock()
		next := f.next
		f.mu.Unlock()
		if f.Current() {
			return true
		}
		if since(*f.begun.Load()) > silence { // it is not just late
			return false
		}
		select {
		case <-next:
		case <-ctx.Done():
			return false
		case <-time.After(time.Until(deadline)):
			return f.Current()
		}
	}
}

// Reason returns why changes are not followed, or "" when they are.
func (f *Feed) Reason() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reason
}

// since returns the time since then by the monotonic or the wall clock, whichever
// gives more: the first stops while the machine sleeps, the second can be set back.
func since(then time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(then), now.Round(0).Sub(then.Round(0)))
}

// Behind returns how old what is remembered is at most: the time since the last read that
// was followed, or since the start.
func (f *Feed) Behind() time.Duration { return since(*f.last.Load()) }

// followOwn follows the changes of a transaction of this process before its call is
// answered. Those that cannot be followed are read once more.
func (f *Feed) followOwn(changes []store.Change) {
	f.Reached()
	if err := f.notify(changes); err != nil {
		f.noteStopped(err)
		return
	}
	f.mu.Lock()
	f.own[changes[0].XID] = true
	f.mu.Unlock()
}

// Verify waits until everything that is committed has been followed, and lets
// every follower compare its cache with the database.
func (f *Feed) Verify(ctx context.Context) error {
	for now := time.Now(); f.begun.Load().Before(now); {
		f.mu.Lock()
		next := f.next
		f.mu.Unlock()
		select {
		case <-next:
		case <-ctx.Done():
			return fmt.Errorf("changes are not followed: %s", f.Reason())
		}
	}
	var errs []error
	verified := map[Follower]bool{}
	for _, table := range f.Tables() {
		for _, follower := range f.followers[table] {
			if !verified[follower] {
				verified[follower] = true
				errs = append(errs, follower.Verify(ctx))
			}
		}
	}
	return errors.Join(errs...)
}

// notify notifies the followers of each table once, and returns when all have
// followed. It fails when one could not.
func (f *Feed) notify(changes []store.Change) error {
	var errs []error
	ids, all := map[string][]uuid.UUID{}, map[string]bool{}
	for _, c := range changes {
		if c.IDs == nil {
			all[c.Table] = true
		}
		ids[c.Table] = append(ids[c.Table], c.IDs...)
	}
	for _, table := range slices.Sorted(maps.Keys(ids)) {
		changed := ids[table]
		if all[table] {
			changed = nil
		}
		for _, follower := range f.followers[table] {
			errs = append(errs, follower.Changed(table, changed))
		}
	}
	return errors.Join(errs...)
}

// invalidate notifies all followers that any row may have changed.
func (f *Feed) invalidate() error {
	var errs []error
	for table, followers := range f.followers {
		for _, follower := range followers {
			errs = append(errs, follower.Changed(table, nil))
		}
	}
	return errors.Join(errs...)
}
