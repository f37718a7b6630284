package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// A job is run by the replica that has its lease. Its time is that of the clock of the
// database, so that replicas whose clocks differ do not take it from each other, and is
// the name of the lease: a replica that finds another time in the table has lost it.

const (
	// lease is how long a replica that does not renew it has a job. Then it is taken for
	// dead, and another one may run the job.
	lease = 30 * time.Second
	// renewal is the time between two renewals of a lease.
	renewal = lease / 3
	// brief limits each statement about the table jobs.
	brief = 5 * time.Second
)

// errTaken is why a run ends whose lease is over.
var errTaken = errors.New("another replica has taken the job")

// claim reports whether the job is due and no replica runs it, and makes this one the
// one that does. Reading first keeps the others from being locked.
func (l *loop) claim(ctx context.Context) (held time.Time, due bool, err error) {
	if due, err = l.isDue(ctx); !due || err != nil {
		return held, false, err
	}
	var until *time.Time
	err = l.task(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		until, err = tx.JobClaim(ctx, db.JobClaimParams{Name: l.Name, Now: l.store.Due(), NextAt: l.store.Due().Add(l.Every), LeaseSeconds: lease.Seconds()})
		return err
	})
	if store.NotFound(err) {
		return held, false, nil
	}
	if err != nil {
		return held, false, err
	}
	return *until, true, nil
}

func (l *loop) isDue(ctx context.Context) (due bool, err error) {
	err = l.briefly(ctx, func(ctx context.Context) error {
		next, err := l.store.Read().JobNext(ctx, l.Name)
		due = store.NotFound(err) || err == nil && !next.After(l.store.Due())
		if store.NotFound(err) {
			return nil
		}
		return err
	})
	return due, err
}

// renew renews the lease until ctx ends. It stops the work when another replica has the job.
func (l *loop) renew(ctx context.Context, held *time.Time, stop context.CancelCauseFunc) {
	tick := time.NewTicker(renewal)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var until *time.Time
		err := l.task(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
			until, err = tx.JobRenew(ctx, db.JobRenewParams{Name: l.Name, LeasedUntil: held, LeaseSeconds: lease.Seconds()})
			return err
		})
		switch {
		case err == nil:
			*held = *until
		case store.NotFound(err):
			stop(errTaken)
			return
		case ctx.Err() == nil: // the next renewal may come in time
			l.log.Warn("the lease of a job was not renewed", "error", err)
		}
	}
}

// recordEnd records how the job ended.
func (l *loop) recordEnd(ctx context.Context, held time.Time, done int64, failed error) error {
	end := db.JobEndParams{Name: l.Name, Done: &done, LeasedUntil: &held}
	if failed != nil {
		text := failed.Error()
		end.Error = &text
	}
	return l.task(ctx, func(ctx context.Context, tx *store.Tx) error {
		end.At = &tx.Now
		rows, err := tx.JobEnd(ctx, end)
		if err == nil && rows == 0 {
			err = errTaken
		}
		return err
	})
}

// release lets another replica run the job at its next time.
func (l *loop) release(ctx context.Context, held time.Time) {
	err := l.task(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.JobRelease(ctx, db.JobReleaseParams{Name: l.Name, LeasedUntil: &held})
	})
	if err != nil {
		l.log.Warn("a job was not released", "error", err)
	}
}

func (l *loop) task(ctx context.Context, fn func(context.Context, *store.Tx) error) error {
	return l.briefly(ctx, func(ctx context.Context) error {
		return l.store.Task(ctx, "job", func(tx *store.Tx) error { return fn(ctx, tx) })
	})
}

// briefly runs a statement about the table jobs, one at a time, with a time limit that
// the waiting is part of.
func (l *loop) briefly(ctx context.Context, fn func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, brief)
	defer cancel()
	free, err := l.table.take(ctx)
	if err != nil {
		return err
	}
	defer free()
	return fn(ctx)
}
