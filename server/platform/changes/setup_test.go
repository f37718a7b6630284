package changes_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// bundle is a feed of a database of its own, and what its follower was notified
// of.
type bundle struct {
	address  string
	store    *store.Store
	feed     *changes.Feed
	follower *follower
}

// setup runs a feed. The follower has been notified once that any row may have
// changed.
func setup(t *testing.T) *bundle {
	t.Helper()
	address := storetest.New(t, storetest.Empty)
	return setupThrough(t, address, address, 0)
}

// setupWired runs a feed that reaches the database over a wire.
func setupWired(t *testing.T, tolerance time.Duration) (*wire, *bundle) {
	t.Helper()
	address := storetest.New(t, storetest.Empty)
	w, through := newWire(t, address)
	return w, setupThrough(t, address, through, tolerance)
}

// setupThrough runs a feed that reaches the database through another address, and
// tolerates that it is away for so long.
func setupThrough(t *testing.T, address, through string, tolerance time.Duration) *bundle {
	t.Helper()
	st, err := store.Open(through, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	b := &bundle{address: address, store: st, feed: changes.New(st, slog.New(slog.DiscardHandler)), follower: &follower{told: map[string][][]uuid.UUID{}}}
	b.feed.Tolerate(tolerance)
	b.feed.Follow(b.follower, "api_keys", "categories", "products")
	if b.feed.Current() || b.feed.Reason() == "" {
		t.Error("a feed that does not run is current")
	}
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { b.feed.Run(ctx) })
	t.Cleanup(func() { stop(); wg.Wait() })
	eventually(t, "the first reading", func() bool { return b.follower.count("products") > 0 && b.feed.Current() })
	b.follower.forget()
	return b
}

type statement struct {
	text      string
	arguments []any
}

// write runs statements on one connection, each in its own transaction.
func (b *bundle) write(t *testing.T, statements ...statement) {
	t.Helper()
	conn := b.conn(t)
	for _, s := range statements {
		if _, err := conn.Exec(t.Context(), s.text, s.arguments...); err != nil {
			t.Fatal(err)
		}
	}
}

func (b *bundle) conn(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), b.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (b *bundle) begin(t *testing.T) pgx.Tx {
	t.Helper()
	tx, err := b.conn(t).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// caughtUp waits until everything that is committed has been followed.
func (b *bundle) caughtUp(t *testing.T) {
	t.Helper()
	if err := b.feed.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (b *bundle) prune(ctx context.Context, snapshot string) error {
	return b.store.Task(ctx, "changes", func(tx *store.Tx) error { return tx.ChangesPrune(ctx, snapshot) })
}

func (b *bundle) rows(t *testing.T) (n int) {
	t.Helper()
	if err := b.conn(t).QueryRow(t.Context(), "SELECT count(*) FROM changes").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// follower records its notifications, by table.
type follower struct {
	mu     sync.Mutex
	told   map[string][][]uuid.UUID
	read   func() error // reads what has changed; nil: that succeeds
	failed int          // how often it did not
}

// reads sets how the follower reads what has changed.
func (f *follower) reads(read func() error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.read = read
}

func (f *follower) failures() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.failed
}

// Changed records the ids.
func (f *follower) Changed(table string, ids []uuid.UUID) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.read != nil {
		if err := f.read(); err != nil {
			f.failed++
			return err
		}
	}
	f.told[table] = append(f.told[table], ids)
	return nil
}

// Verify has nothing to compare.
func (*follower) Verify(context.Context) error { return nil }

func (f *follower) count(table string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.told[table])
}

// last returns the last notification, if any.
func (f *follower) last(table string) []uuid.UUID {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.told[table]) == 0 {
		return nil
	}
	return f.told[table][len(f.told[table])-1]
}

// all returns every id in the notifications, in order.
func (f *follower) all(table string) []uuid.UUID {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Concat(f.told[table]...)
}

func (f *follower) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.told)
}

func category(id uuid.UUID, slug string, tx *store.Tx) db.CategoryInsertParams {
	return db.CategoryInsertParams{ID: id, Slug: slug, Name: "Name", NameSort: "name", At: tx.Now}
}

// keyRevokeNobody changes no row, so it causes no notification.
func keyRevokeNobody(tx *store.Tx) db.KeyRevokeParams {
	return db.KeyRevokeParams{ID: uuid.New(), At: &tx.Now}
}

func sameIDs(a, b []uuid.UUID) bool {
	sorted := func(ids []uuid.UUID) []uuid.UUID {
		return slices.SortedFunc(slices.Values(ids), func(x, y uuid.UUID) int { return bytes.Compare(x[:], y[:]) })
	}
	return slices.Equal(sorted(a), sorted(b))
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the condition was not met: " + what)
		}
	}
}
