// Package jobs runs the work that the replicas share: each job is done every so often
// by one of them, and the table jobs shows when it was done last and how it ended.
//
// A job must be safe to run twice at once: a replica that stopped in the middle does not
// keep another from running the job at its next time.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/storefront/storefront/gen/db"
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
}

const (
	// look is how often a replica looks for jobs that are due.
	look = 5 * time.Second
	// pause is between two parts of the work.
	pause = 20 * time.Millisecond
)

// Run runs the jobs that are due, at once and then every few seconds, until ctx ends.
func (r *Runner) Run(ctx context.Context) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		r.runDue(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// RunNow runs all jobs, due or not, and returns the first error. Tests call it.
func (r *Runner) RunNow(ctx context.Context) error {
	for i := range r.Jobs {
		if _, err := all(withName(ctx, &r.Jobs[i]), &r.Jobs[i]); err != nil {
			return fmt.Errorf("%s: %w", r.Jobs[i].Name, err)
		}
	}
	return nil
}

// runDue runs the jobs that are due. Reading first keeps the others from being locked.
func (r *Runner) runDue(ctx context.Context) {
	rows, err := r.Store.Read().JobList(ctx)
	if err != nil {
		r.warn(ctx, "the jobs were not read", "", err)
		return
	}
	next := map[string]time.Time{}
	for _, row := range rows {
		next[row.Name] = row.NextAt
	}
	for i := range r.Jobs {
		if job := &r.Jobs[i]; !next[job.Name].After(r.Store.Now()) {
			r.run(ctx, job)
		}
	}
}

// run runs a job, unless another replica has just taken it.
func (r *Runner) run(ctx context.Context, job *Job) {
	due, err := r.claim(ctx, job)
	if err != nil {
		r.warn(ctx, "a job was not started", job.Name, err)
	}
	if !due {
		return
	}
	began := time.Now()
	done, failed := all(withName(ctx, job), job)
	if ctx.Err() != nil {
		return // stopped: another replica goes on at the next time
	}
	if err := r.end(ctx, job, done, failed); err != nil {
		r.warn(ctx, "the end of a job was not recorded", job.Name, err)
	}
	switch {
	case failed != nil:
		r.Log.Warn("a job failed", "job", job.Name, "done", done, "error", failed)
	case done > 0:
		level := slog.LevelInfo
		if job.Every < time.Minute { // a line for each run would hide the others
			level = slog.LevelDebug
		}
		r.Log.Log(ctx, level, "a job was done", "job", job.Name, "done", done, "took", time.Since(began).Round(time.Millisecond))
	}
}

func (r *Runner) warn(ctx context.Context, what, job string, err error) {
	if ctx.Err() == nil {
		r.Log.Warn(what, "job", job, "error", err)
	}
}

// claim reports whether the job is due, and makes this replica the one that runs it.
func (r *Runner) claim(ctx context.Context, job *Job) (due bool, err error) {
	err = r.Store.Task(ctx, "job", func(tx *store.Tx) error {
		rows, err := tx.JobClaim(ctx, db.JobClaimParams{Name: job.Name, Now: tx.Now, NextAt: tx.Now.Add(job.Every)})
		due = rows == 1
		return err
	})
	return due, err
}

func (r *Runner) end(ctx context.Context, job *Job, done int64, failed error) error {
	end := db.JobEndParams{Name: job.Name, Done: &done}
	if failed != nil {
		text := failed.Error()
		end.Error = &text
	}
	return r.Store.Task(ctx, "job", func(tx *store.Tx) error {
		end.At = &tx.Now
		return tx.Last.JobEnd(ctx, end)
	})
}

// all does part after part of the work, and returns how much it did.
func all(ctx context.Context, job *Job) (sum int64, err error) {
	for {
		done, err := job.Some(ctx)
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
