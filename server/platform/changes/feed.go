// Package changes tells those who remember rows of the database which of them have
// changed, whatever changed them. Triggers record every change in a table, in the
// transaction that makes it (sql/migrations/00006_changes.sql); a Feed reads that
// table twenty times a second.
//
// There is no LISTEN: whether a notification would arrive cannot be known, and a
// pooler may drop it. A query that was answered has read all there was.
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
	interval = 50 * time.Millisecond  // from one reading to the next
	current  = 100 * time.Millisecond // how old a reading may be for what is remembered to be used
	silence  = time.Second            // how old one may be before that is said
	patience = time.Second            // how long one may take
)

// Follower remembers rows of tables.
type Follower interface {
	// Changed is called with the ids of rows that may differ from what is remembered,
	// or nil when any row of the table may. When it returns, nothing older than the
	// database was when it was called is used any more.
	Changed(table string, ids []uuid.UUID)

	// Verify compares all that is remembered with the database and returns an error
	// that names what differs. Tests call it after every change has been followed.
	Verify(ctx context.Context) error
}

// Feed follows the changes of one database. Use New.
type Feed struct {
	store *store.Store
	log   *slog.Logger

	followers map[string][]Follower // by table; fixed once Run has begun

	mu     sync.Mutex
	own    map[uint64]bool // transactions of this process, followed before they were answered
	reason string          // why nothing is followed; "" while it is
	next   chan struct{}   // closed after the next reading
	seen   store.Seen      // by the last reading

	begun atomic.Pointer[time.Time] // when the last reading began that was followed
}

// New returns a feed of the changes that other processes make and those that st
// writes itself; Run reads them.
func New(st *store.Store, log *slog.Logger) *Feed {
	f := &Feed{
		store: st, log: log, followers: map[string][]Follower{}, own: map[uint64]bool{}, next: make(chan struct{}),
		reason: "nothing has been read yet",
	}
	f.begun.Store(&time.Time{})
	st.Observe(f.wrote)
	return f
}

// Follow has the follower told of the changes of these tables. Call it before Run.
func (f *Feed) Follow(follower Follower, tables ...string) {
	for _, table := range tables {
		f.followers[table] = append(f.followers[table], follower)
	}
}

// Tables returns the tables that are followed, sorted.
func (f *Feed) Tables() []string { return slices.Sorted(maps.Keys(f.followers)) }

// Current reports whether what is remembered may be used: it is as the database was
// at most 100 ms ago, and it has all changes of this process.
func (f *Feed) Current() bool { return f.age() < current }

// Await is Current for a caller who would rather wait for a reading that is late, for
// up to a second, than ask the database.
func (f *Feed) Await(ctx context.Context) bool {
	for deadline := time.Now().Add(patience); ; {
		f.mu.Lock()
		next := f.next
		f.mu.Unlock()
		if f.Current() {
			return true
		}
		if f.age() > silence { // it is not merely late
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

// age returns how old the last reading is, by the clock of the process or that of the
// machine, whichever says more: one stands still while the machine sleeps, the other
// can be set back.
func (f *Feed) age() time.Duration {
	now, begun := time.Now(), *f.begun.Load()
	return max(now.Sub(begun), now.Round(0).Sub(begun.Round(0)))
}

// wrote follows the changes of a transaction of this process, before it is answered.
func (f *Feed) wrote(changes []store.Change) {
	f.tell(changes)
	f.mu.Lock()
	f.own[changes[0].XID] = true
	f.mu.Unlock()
}

// Verify waits until all that is committed has been followed, and has every follower
// compare what it remembers with the database.
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

// tell tells the followers of each table once, and returns when all have followed.
func (f *Feed) tell(changes []store.Change) {
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
			follower.Changed(table, changed)
		}
	}
}

// lost tells everyone that anything may have changed.
func (f *Feed) lost() {
	for table, followers := range f.followers {
		for _, follower := range followers {
			follower.Changed(table, nil)
		}
	}
}
