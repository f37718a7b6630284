// Package jobs runs the work that the replicas share: each job is done every so often
// by one of them, and the table jobs shows when it was done last and how it ended.
//
// A job must be safe to run twice at once: a replica that was taken for dead may go on
// with its transaction.
package jobs

import (
	"context"
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
	// look is how often a replica examines whether a job is due.
	look = 5 * time.Second
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
