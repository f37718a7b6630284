// Package effects carries out what transactions have written down to be done outside of the database.
//
// Each thing to be done is a row, written by the transaction that wants it. A queue leases the rows that are due, attempts
// them outside of any transaction, and records how the attempts ended: done, failed for good, or due again at a later time.
// An attempt whose end is not recorded, because its process has died, is made again by any replica when the lease is over,
// so that the other side must be able to tell that two attempts are the same thing.
package effects

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Queue carries out the things of one kind. D is one that is due, O how an attempt at it ended.
//
// Claim and Record are called by the goroutine of Run, one at a time, and Attempt by others.
type Queue[D, O any] struct {
	Name string // for the log: what is not done while the database is away, e.g. "deliveries"
	Log  *slog.Logger

	// Claim leases what is due, in one transaction, and says when to look again. An attempt to each begins at once. room is
	// how many more attempts Most allows, at least 1; without Most it is 0, and Claim has limits of its own.
	Claim func(ctx context.Context, room int) (due []D, next Next, err error)
	// Attempt does one of them, outside of any transaction. ctx ends a little after the service stops, and then Attempt must
	// return; it has no other limit. The lease must last longer than an attempt and the time until it is recorded.
	Attempt func(ctx context.Context, d D) O
	// Record writes how attempts ended, at least one, in a transaction. When it fails, it is called again with the same and
	// those that have ended since, and nothing is claimed before.
	Record func(ctx context.Context, ended []O) error

	Most  int           // attempts at once in a process, of which the end may be known and not recorded; 0: Claim has limits of its own
	Poll  time.Duration // between two looks for what is due; 0: 100 ms
	Grace time.Duration // for the attempts under way when the service stops, and then for Record; 0: 2 s

	making sync.Once
	wake   chan struct{} // see woken
}

// Next says when a queue looks again for what is due.
type Next int

// The times of the next look. Each comes earlier when an attempt ends, or with Wake.
const (
	Later Next = iota // after Poll
	Soon              // there may be more that is due
	Idle              // nothing can be due in the next second
)

const (
	// pollInterval is what Poll is by default, and idleInterval the same while nothing can be due or the
	// database cannot be used.
	pollInterval = 100 * time.Millisecond
	idleInterval = time.Second
	// gatherTime is how long attempts that end are collected, to be recorded in one transaction.
	gatherTime = 20 * time.Millisecond
	// roundTimeout is how long the database may take for a round.
	roundTimeout = 10 * time.Second
	// stopTimeout is what Grace is by default.
	stopTimeout = 2 * time.Second
)

// Wake has the next look happen now instead of after Poll. It never blocks, and may be called by any goroutine, also
// before Run. Who calls it has committed what is due. While the database cannot be used, it has no effect on the wait.
func (q *Queue[D, O]) Wake() {
	select {
	case q.woken() <- struct{}{}:
	default: // the next look has not begun, and will see this too
	}
}

// woken returns the channel that has a value when Wake was called and no wait has ended by it yet.
func (q *Queue[D, O]) woken() chan struct{} {
	q.making.Do(func() { q.wake = make(chan struct{}, 1) })
	return q.wake
}

// Run carries out what is due until ctx ends. Then it waits for the attempts under way, ends the rest after Grace, and
// records all. It is called once.
func (q *Queue[D, O]) Run(ctx context.Context) {
	attempts, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	r := &run[D, O]{Queue: q, attempts: attempts, ended: make(chan O)}
	failing := false
	for ctx.Err() == nil {
		wait, err := r.round(ctx)
		if ctx.Err() == nil && (err != nil) != failing { // once for each outage
			failing = err != nil
			q.reportOutage(err)
		}
		woken := q.woken()
		if err != nil {
			woken = nil // each change would have the database asked again that cannot answer
		}
		r.collect(ctx.Done(), woken, wait)
	}
	r.stop(context.WithoutCancel(ctx), cancel)
}

// reportOutage logs that the database cannot be used, or can be again.
func (q *Queue[D, O]) reportOutage(err error) {
	if err != nil {
		q.Log.Warn(q.Name+" are held up", "error", err)
		return
	}
	q.Log.Info(q.Name + " go on")
}

// run is what one Run remembers.
type run[D, O any] struct {
	*Queue[D, O]
	attempts context.Context // of the attempts, which outlive a round
	ended    chan O
	outcomes []O // that are not recorded
	underWay int // attempts that have not ended or are not recorded
}

// round records the attempts that have ended and begins those that are due. It returns how
// long to wait for the next round.
func (r *run[D, O]) round(ctx context.Context) (wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	if err := r.record(ctx); err != nil {
		return idleInterval, err
	}
	wait = orDefault(r.Poll, pollInterval)
	room := 0
	if r.Most > 0 {
		if room = r.Most - r.underWay; room <= 0 {
			return wait, nil // the next attempt that ends makes room
		}
	}
	due, next, err := r.Claim(ctx, room)
	if err != nil {
		return idleInterval, err
	}
	r.underWay += len(due)
	for _, d := range due {
		go func() { r.ended <- r.Attempt(r.attempts, d) }()
	}
	switch next {
	case Soon:
		wait = gatherTime
	case Idle:
		wait = idleInterval
	}
	return wait, nil
}

func orDefault(d, otherwise time.Duration) time.Duration {
	if d == 0 {
		return otherwise
	}
	return d
}

// record records the attempts that have ended, if there are any.
func (r *run[D, O]) record(ctx context.Context) error {
	if len(r.outcomes) == 0 {
		return nil
	}
	if err := r.Record(ctx, r.outcomes); err != nil {
		return err
	}
	r.underWay -= len(r.outcomes)
	r.outcomes = nil
	return nil
}

// collect waits for attempts to end: up to wait for the first, and a little longer for more.
func (r *run[D, O]) collect(stopped, woken <-chan struct{}, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for first := true; ; first = false {
		select {
		case o := <-r.ended:
			r.outcomes = append(r.outcomes, o)
			if first {
				timer.Reset(min(wait, gatherTime))
			}
		case <-timer.C:
			return
		case <-woken:
			return
		case <-stopped:
			return
		}
	}
}

// stop waits for the attempts that are under way, ends the rest, and records all.
func (r *run[D, O]) stop(ctx context.Context, cancel func()) {
	grace := orDefault(r.Grace, stopTimeout)
	ending := time.AfterFunc(grace, cancel)
	defer ending.Stop()
	for r.underWay > len(r.outcomes) {
		r.outcomes = append(r.outcomes, <-r.ended)
	}
	ctx, done := context.WithTimeout(ctx, grace)
	defer done()
	if err := r.record(ctx); err != nil {
		r.Log.Warn(r.Name+" were not recorded", "error", err)
	}
}
