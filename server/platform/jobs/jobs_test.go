package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/jobs"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// run runs a job in a number of replicas at once, until the condition holds.
func run(t *testing.T, st *store.Store, replicas int, job jobs.Job, until func() bool) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range replicas {
		runner := jobs.Runner{Store: st, Log: slog.New(slog.DiscardHandler), Jobs: []jobs.Job{job}}
		wg.Go(func() { runner.Run(ctx) })
	}
	servertest.Eventually(t, time.Minute, until)
	stop()
	wg.Wait()
}

func open(t *testing.T, clock func() time.Time) *store.Store {
	t.Helper()
	return openAt(t, storetest.New(t, storetest.Empty), clock)
}

func openAt(t *testing.T, address string, clock func() time.Time) *store.Store {
	t.Helper()
	st, err := store.Open(address, store.Options{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	return st
}

func only(t *testing.T, st *store.Store) db.Job {
	t.Helper()
	rows, err := st.Read().JobList(t.Context())
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %+v", err, rows)
	}
	return rows[0]
}

// Of several replicas one runs the job, part after part, and again only when it is due.
func TestOneReplicaRunsAJob(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	st := open(t, clock.Now)
	var parts, begun atomic.Int64
	job := jobs.Job{Name: "test", Every: time.Hour, Some: func(ctx context.Context) (int64, error) {
		if actor := call.From(ctx).Actor; actor != "system:test" {
			t.Errorf("the actor is %s", actor)
		}
		if parts.Add(1)%3 == 1 {
			begun.Add(1)
		}
		if parts.Load()%3 == 0 {
			return 0, nil
		}
		return 5, nil
	}}
	ended := func() bool {
		rows, err := st.Read().JobList(t.Context())
		return err == nil && len(rows) == 1 && rows[0].EndedAt != nil && !rows[0].EndedAt.Before(st.Now())
	}
	run(t, st, 4, job, ended)
	row := only(t, st)
	if begun.Load() != 1 || parts.Load() != 3 || *row.Done != 10 || row.Error != nil || !row.NextAt.Equal(st.Now().Add(time.Hour)) {
		t.Errorf("%d runs in %d parts: %+v", begun.Load(), parts.Load(), row)
	}
	clock.Advance(time.Hour)
	run(t, st, 4, job, ended)
	if begun.Load() != 2 {
		t.Errorf("%d runs", begun.Load())
	}
}

// Why a job failed is there to be read until its next run succeeds.
func TestAJobThatFails(t *testing.T) {
	t.Parallel()
	clock := servertest.NewClock()
	st := open(t, clock.Now)
	fails := true
	job := jobs.Job{Name: "test", Every: time.Minute, Some: func(context.Context) (int64, error) {
		if fails {
			return 0, errors.New("no paper")
		}
		return 0, nil
	}}
	ended := func() bool {
		rows, err := st.Read().JobList(t.Context())
		return err == nil && len(rows) == 1 && rows[0].EndedAt != nil && !rows[0].EndedAt.Before(st.Now())
	}
	run(t, st, 1, job, ended)
	if row := only(t, st); row.Error == nil || *row.Error != "no paper" {
		t.Errorf("%+v", row)
	}
	fails = false
	clock.Advance(time.Minute)
	run(t, st, 1, job, ended)
	if row := only(t, st); row.Error != nil {
		t.Errorf("%+v", row)
	}
}
