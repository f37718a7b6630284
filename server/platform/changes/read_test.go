package changes_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

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
