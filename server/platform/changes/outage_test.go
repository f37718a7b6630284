package changes_test

import (
	"context"
	"errors"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

// wire forwards bytes to a database, unless it is silent: then connections stay
// open, and nothing is forwarded.
type wire struct {
	net.Listener
	network, to string
	silent      atomic.Bool
	delay       atomic.Int64 // of each chunk, in nanoseconds
}

func newWire(t *testing.T, address string) (w *wire, through string) {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	w = &wire{}
	w.network, w.to = pgconn.NetworkAddress(config.Host, config.Port)
	if w.Listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			from, err := w.Accept()
			if err != nil {
				return
			}
			to, err := (&net.Dialer{}).DialContext(context.Background(), w.network, w.to)
			if err != nil {
				_ = from.Close()
				continue
			}
			context.AfterFunc(t.Context(), func() { _, _ = from.Close(), to.Close() })
			wg.Go(func() { w.pass(from, to) })
			wg.Go(func() { w.pass(to, from) })
		}
	})
	t.Cleanup(func() { _ = w.Close(); wg.Wait() })
	u := url.URL{Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Host: w.Addr().String(), Path: config.Database, RawQuery: "sslmode=disable"}
	return w, u.String()
}

func (w *wire) pass(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	buffer := make([]byte, 4096)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		if w.silent.Load() {
			continue
		}
		time.Sleep(time.Duration(w.delay.Load()))
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// Caches are not used while the database does not answer. When it answers again,
// the changes made meanwhile are followed, without looking everything up again.
func TestCachesAreNotUsedWhenTheDatabaseIsSilent(t *testing.T) {
	t.Parallel()
	w, b := setupWired(t, 0)
	w.silent.Store(true)
	eventually(t, "silence", func() bool { return !b.feed.Current() })
	eventually(t, "a reason", func() bool { return b.feed.Reason() != "" })
	if began := time.Now(); b.feed.Await(t.Context()) || time.Since(began) > 20*time.Second {
		t.Errorf("a caller waited for %v", time.Since(began))
	}
	missed := uuid.New()
	b.write(t, statement{insertCategory, []any{missed, "missed"}})
	w.silent.Store(false)
	eventually(t, "the feed again", func() bool { return b.feed.Current() && b.feed.Reason() == "" })
	b.caughtUp(t)
	if got := b.follower.all("categories"); !slices.Equal(got, []uuid.UUID{missed}) || b.follower.count("products") != 0 {
		t.Errorf("the follower was told of %v, and %d times of products", got, b.follower.count("products"))
	}
}

// A caller waits for a read that is late, unless its own time is over.
func TestAwaitWaitsForTheNextReading(t *testing.T) {
	t.Parallel()
	w, b := setupWired(t, 0)
	w.delay.Store(int64(300 * time.Millisecond)) // a read that takes so long is too old when it ends
	eventually(t, "a late reading", func() bool { return !b.feed.Current() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b.feed.Await(ctx) {
		t.Error("a late reading is current")
	}
	awaited := make(chan bool)
	go func() { awaited <- b.feed.Await(t.Context()) }()
	w.delay.Store(0)
	if !<-awaited {
		t.Error("the caller did not wait for the next reading")
	}
}

func TestNothingIsFollowedWhereTriggersAreDisabled(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, breach := range [][2]string{
		{"ALTER TABLE products DISABLE TRIGGER changes_update", "ALTER TABLE products ENABLE ALWAYS TRIGGER changes_update"},
		{"ALTER TABLE categories DISABLE TRIGGER ALL", "ALTER TABLE categories ENABLE TRIGGER ALL"},
		{"DROP TRIGGER changes_truncate ON api_keys", "CREATE TRIGGER changes_truncate AFTER TRUNCATE ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION changes_record_truncate()"},
	} {
		table := strings.Fields(strings.ReplaceAll(strings.ReplaceAll(breach[0], "ALTER TABLE ", ""), "DROP TRIGGER changes_truncate ON ", ""))[0]
		b.write(t, statement{breach[0], nil})
		eventually(t, breach[0], func() bool {
			return strings.Contains(b.feed.Reason(), "changes of "+table+" are not recorded") && !b.feed.Current()
		})
		b.follower.forget()
		b.write(t, statement{breach[1], nil})
		eventually(t, breach[1], b.feed.Current)
		if b.follower.count("products") == 0 || b.follower.last("products") != nil {
			t.Errorf("after %s the follower was not told that any row may have changed", breach[1])
		}
	}
}

// A change that a follower could not read is followed later; until then caches are not
// current, but used as they are while the database is away and that is tolerated.
func TestAChangeThatCouldNotBeFollowedIsFollowedLater(t *testing.T) {
	t.Parallel()
	for _, tolerance := range []time.Duration{0, time.Hour} {
		w, b := setupWired(t, tolerance)
		b.follower.reads(func() error { // as if the database had died after the feed had read the change
			w.silent.Store(true)
			return context.DeadlineExceeded
		})
		id := uuid.New()
		b.write(t, statement{insertCategory, []any{id, "changed"}})
		eventually(t, "a failure", func() bool { return b.follower.failures() > 0 && b.feed.Reason() != "" })
		if b.feed.Current() != (tolerance > 0) || b.feed.Tolerates() != (tolerance > 0) {
			t.Errorf("with a tolerance of %v: current %v, tolerated %v", tolerance, b.feed.Current(), b.feed.Tolerates())
		}
		b.follower.reads(nil)
		w.silent.Store(false)
		b.caughtUp(t)
		if got := b.follower.last("categories"); len(got) != 1 || got[0] != id {
			t.Errorf("with a tolerance of %v the follower was told of %v", tolerance, got)
		}
	}
}

// A read that waits for a database that has gone away is interrupted and run once more,
// only where memory may be used then.
func TestAReadIsRunOnceMoreWhenTheDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	for _, tolerance := range []time.Duration{0, time.Hour} {
		w, b := setupWired(t, tolerance)
		w.silent.Store(true)
		runs, fromMemory := 0, false
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		err := b.feed.Read(ctx, func(ctx context.Context) error {
			runs++
			if fromMemory = b.feed.Tolerates(); fromMemory {
				return nil
			}
			return b.store.Ping(ctx)
		})
		switch {
		case tolerance > 0 && (err != nil || runs != 2 || !fromMemory):
			t.Errorf("run %d times, from memory %v: %v", runs, fromMemory, err)
		case tolerance == 0 && (!store.IsAway(err) || runs != 1):
			t.Errorf("without tolerance run %d times: %v", runs, err)
		}
	}
}

// What another connection has reached may be gone the moment after: a read that begins in
// between is interrupted, too.
func TestAReadIsRunOnceMoreWhenTheDatabaseGoesAwayAgain(t *testing.T) {
	t.Parallel()
	w, b := setupWired(t, time.Hour)
	w.silent.Store(true)
	for range 3 {
		eventually(t, "the outage", b.feed.Tolerates)
		b.feed.Reached()
		runs := 0
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		err := b.feed.Read(ctx, func(ctx context.Context) error {
			if runs++; b.feed.Tolerates() {
				return nil
			}
			return b.store.Ping(ctx)
		})
		if cancel(); err != nil {
			t.Errorf("run %d times: %v", runs, err)
		}
	}
}

// A read that fails for another reason, or whose caller has gone, is not repeated.
func TestAReadThatFailsForAnotherReasonIsNotRepeated(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, storetest.Empty)
	b := setupThrough(t, address, address, time.Hour)
	wrong := errors.New("wrong")
	runs := 0
	if err := b.feed.Read(t.Context(), func(context.Context) error { runs++; return wrong }); !errors.Is(err, wrong) || runs != 1 {
		t.Errorf("run %d times: %v", runs, err)
	}
	gone, leave := context.WithCancel(t.Context())
	runs = 0
	if err := b.feed.Read(gone, func(ctx context.Context) error { runs++; leave(); return ctx.Err() }); !errors.Is(err, context.Canceled) || runs != 1 {
		t.Errorf("run %d times after the caller had gone: %v", runs, err)
	}
}
