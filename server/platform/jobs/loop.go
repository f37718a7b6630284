package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/storefront/storefront/server/platform/store"
)

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
	tick := time.NewTicker(look)
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
	done, failed := l.runKept(ctx, &held)
	switch {
	case ctx.Err() != nil: // stopped: another replica goes on at the next time
		l.release(context.WithoutCancel(ctx), held)
		return
	case errors.Is(failed, errTaken):
		l.log.Warn("a job was not finished", "done", done, "error", failed)
		return
	}
	if err := l.end(context.WithoutCancel(ctx), held, done, failed); err != nil { // what is done is recorded, stopped or not
		l.log.Warn("the end of a job was not recorded", "error", err)
	}
	took := time.Since(began)
	if l.ended != nil {
		l.ended(Ended{Job: l.Name, Failed: failed, Took: took})
	}
	l.report(done, failed, took)
}

// runKept does the work, while the lease is renewed in the background.
func (l *loop) runKept(ctx context.Context, held *time.Time) (done int64, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { l.keep(ctx, held, stop) })
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
