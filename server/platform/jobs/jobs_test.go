package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

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

// start runs jobs in the background, and returns what stops them and waits for their end.
func start(t *testing.T, runner *jobs.Runner) (stop func()) {
	t.Helper()
	runner.Log = slog.New(slog.DiscardHandler)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { runner.Run(ctx) })
	stop = func() { cancel(); wg.Wait() }
	t.Cleanup(stop)
	return stop
}

// hanging is a job that begins and goes on until it is stopped.
func hanging(begun *atomic.Int64) jobs.Job {
	return jobs.Job{Name: "hangs", Every: time.Minute, Some: func(ctx context.Context) (int64, error) {
		begun.Add(1)
		<-ctx.Done()
		return 0, ctx.Err()
	}}
}

// A job that does not end, and one that has work without end, delay no other one.
func TestASlowJobDelaysNoOther(t *testing.T) {
	t.Parallel()
	var begun, done atomic.Int64
	stop := start(t, &jobs.Runner{Store: open(t, nil), Jobs: []jobs.Job{
		hanging(&begun),
		{Name: "endless", Every: time.Minute, Some: func(context.Context) (int64, error) { return 1, nil }},
		{Name: "quick", Every: time.Millisecond, Some: func(context.Context) (int64, error) { done.Add(1); return 0, nil }},
	}})
	servertest.Eventually(t, 30*time.Second, func() bool { return begun.Load() == 1 && done.Load() >= 2 })
	began := time.Now()
	stop()
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

// While a replica runs a job, no other one does, though its clock is ahead; one that was
// taken for dead stops, and records nothing.
func TestAJobHasOneReplica(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, storetest.Empty)
	ahead := func() time.Time { return time.Now().Add(time.Hour) }
	st, other := openAt(t, address, nil), openAt(t, address, ahead)
	var begun, stopped, taken atomic.Int64
	first := hanging(&begun)
	some := first.Some
	first.Some = func(ctx context.Context) (int64, error) {
		done, err := some(ctx)
		stopped.Add(1)
		return done, err
	}
	start(t, &jobs.Runner{Store: st, Jobs: []jobs.Job{first}})
	servertest.Eventually(t, 30*time.Second, func() bool { return begun.Load() == 1 })
	stop := start(t, &jobs.Runner{Store: other, Jobs: []jobs.Job{hanging(&taken)}})
	time.Sleep(7 * time.Second) // two looks
	if n := taken.Load(); n != 0 {
		t.Fatal("another replica runs the job too")
	}
	execute(t, address, "UPDATE jobs SET leased_until = now() - interval '1 second'")
	servertest.Eventually(t, 30*time.Second, func() bool { return taken.Load() == 1 && stopped.Load() == 1 })
	if row := only(t, st); row.LeasedUntil == nil || row.EndedAt != nil {
		t.Errorf("the replica that lost the job recorded %+v", row)
	}
	stop()
	if row := only(t, st); row.LeasedUntil != nil {
		t.Errorf("the replica that stopped has the job until %v", row.LeasedUntil)
	}
}

// A database that stops answering, in a look at the table or within a job, stops no job for good.
func TestADatabaseThatHangs(t *testing.T) {
	t.Parallel()
	address := storetest.New(t, storetest.Empty)
	proxy := storetest.NewProxy(t, address)
	st := openAt(t, proxy.URL, nil)
	if err := st.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	var runs atomic.Int64
	job := jobs.Job{Name: "test", Every: time.Millisecond, Some: func(ctx context.Context) (int64, error) {
		if runs.Add(1) > 1 {
			return 0, nil
		}
		proxy.Freeze()
		_, err := st.Read().JobList(ctx)
		return 0, err
	}}
	proxy.Freeze()
	start(t, &jobs.Runner{Store: st, Jobs: []jobs.Job{job}, Limit: time.Second})
	direct := openAt(t, address, nil)
	failed := func() bool {
		rows, err := direct.Read().JobList(t.Context())
		return err == nil && len(rows) == 1 && rows[0].Error != nil && strings.Contains(*rows[0].Error, context.DeadlineExceeded.Error())
	}
	servertest.Eventually(t, 30*time.Second, failed)
	servertest.Eventually(t, 30*time.Second, func() bool { return runs.Load() > 1 })
}

func execute(t *testing.T, address, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}
