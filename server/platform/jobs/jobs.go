// Package jobs runs the work that the replicas share: each job is done every so often
// by one of them, and the table jobs shows when it was done last and how it ended.
//
// A job must be safe to run twice at once: a replica that was taken for dead may go on
// with its transaction.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
)

// Job is work that is done every so often.
type Job struct {
	Name  string
	Every time.Duration
	// Some does a part of the work, in few enough rows that no call waits for it, and
	// returns how much it did; 0 means that nothing is left.
	Some func(ctx context.Context) (done int64, err error)
}

// Runner runs jobs.
type Runner struct {
	Store *store.Store
	Log   *slog.Logger
	Jobs  []Job
	Limit time.Duration // of each part of a job, after which it has failed; 0 means a minute
	Ended func(Ended)   // is called after each run of this process, if not nil
}

// Ended is a run of a job that has come to its end. One that was stopped with the service,
// or taken by another replica, has not.
type Ended struct {
	Job    string
	Failed error // or nil
	Took   time.Duration
}

const (
	// lookEvery is how often a replica examines whether a job is due.
	lookEvery = 5 * time.Second
	// pause is between two parts of the work.
	pause = 20 * time.Millisecond
	// atOnce is the maximum number of parts of jobs that are done at once, in a process: each
	// occupies a connection to the database. A job with many parts delays no other one.
	atOnce = 2
)

// Run runs each job when it is due, beside the others, until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	limit := r.Limit
	if limit == 0 {
		limit = time.Minute
	}
	parts, table := make(places, atOnce), make(places, 1)
	var wg sync.WaitGroup
	for i := range r.Jobs {
		l := loop{Job: &r.Jobs[i], store: r.Store, log: r.Log.With("job", r.Jobs[i].Name), limit: limit, parts: parts, table: table, ended: r.Ended}
		wg.Go(func() { l.run(withName(ctx, l.Job)) })
	}
	wg.Wait()
}

// RunNow runs all jobs, due or not, and returns the first error. Tests call it.
func (r *Runner) RunNow(ctx context.Context) error {
	for i := range r.Jobs {
		if _, err := all(withName(ctx, &r.Jobs[i]), r.Jobs[i].Some); err != nil {
			return fmt.Errorf("%s: %w", r.Jobs[i].Name, err)
		}
	}
	return nil
}

// all does part after part of the work, and returns how much it did.
func all(ctx context.Context, some func(context.Context) (int64, error)) (sum int64, err error) {
	for {
		done, err := some(ctx)
		sum += done
		if err != nil || done == 0 {
			return sum, err
		}
		select {
		case <-ctx.Done():
			return sum, ctx.Err()
		case <-time.After(pause):
		}
	}
}

// withName makes the job the actor of what it writes.
func withName(ctx context.Context, job *Job) context.Context {
	return call.With(ctx, call.Task(job.Name))
}

// places bounds how many do something at once.
type places chan struct{}

// take waits for a place. The caller frees it.
func (p places) take(ctx context.Context) (free func(), err error) {
	select {
	case p <- struct{}{}:
		return func() { <-p }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// loop runs one job in one process.
type loop struct {
	*Job
	store *store.Store
	log   *slog.Logger
	limit time.Duration // of a part
	parts places        // shared by the jobs, as is table
	table places        // for the statements about the table jobs
	ended func(Ended)
}

// run runs the job at once if it is due, and then whenever it is, until ctx ends.
func (l *loop) run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		l.runIfDue(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// runIfDue runs the job if it is due and no other replica runs it.
func (l *loop) runIfDue(ctx context.Context) {
	held, due, err := l.claim(ctx)
	if err != nil && ctx.Err() == nil {
		l.log.Warn("a job was not started", "error", err)
	}
	if !due {
		return
	}
	began := time.Now()
	done, failed := l.runLeased(ctx, &held)
	switch {
	case ctx.Err() != nil: // stopped: another replica goes on at the next time
		l.release(context.WithoutCancel(ctx), held)
		return
	case errors.Is(failed, errTaken):
		l.log.Warn("a job was not finished", "done", done, "error", failed)
		return
	}
	if err := l.recordEnd(context.WithoutCancel(ctx), held, done, failed); err != nil { // what is done is recorded, stopped or not
		l.log.Warn("the end of a job was not recorded", "error", err)
	}
	took := time.Since(began)
	if l.ended != nil {
		l.ended(Ended{Job: l.Name, Failed: failed, Took: took})
	}
	l.report(done, failed, took)
}

// runLeased does the work, while the lease is renewed in the background.
func (l *loop) runLeased(ctx context.Context, held *time.Time) (done int64, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { l.renew(ctx, held, stop) })
	done, err = all(ctx, l.part)
	if taken := context.Cause(ctx); errors.Is(taken, errTaken) {
		err = taken
	}
	stop(nil)
	wg.Wait()
	return done, err
}

// part does a part of the work when there is a place for it.
func (l *loop) part(ctx context.Context) (done int64, err error) {
	free, err := l.parts.take(ctx)
	if err != nil {
		return 0, err
	}
	defer free()
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	return l.Some(ctx)
}

func (l *loop) report(done int64, failed error, took time.Duration) {
	switch {
	case failed != nil:
		l.log.Warn("a job failed", "done", done, "error", failed)
	case done > 0:
		level := slog.LevelInfo
		if l.Every < time.Minute { // a line for each run would hide the others
			level = slog.LevelDebug
		}
		l.log.Log(context.Background(), level, "a job was done", "done", done, "took", took.Round(time.Millisecond))
	}
}
