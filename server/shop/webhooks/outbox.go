// Package outbox delivers events. Triggers of the database record them, with a delivery
// for each endpoint, in the transaction of the change; every replica runs a Courier, and
// of these one at a time attempts a delivery. The requests are those of Standard Webhooks.
//
// A delivery is attempted at least once, and more often when a process is killed. Those of
// one thing to one endpoint are attempted in the order of its events: the next one when
// the one before is delivered or has failed for good.
package webhooks

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/tracing"
)

const (
	// poll is the time between two looks for deliveries that are due, and idle the same while
	// there is no endpoint or the database cannot be used.
	poll = 100 * time.Millisecond
	idle = time.Second
	// gather is how long attempts that end are collected, to be recorded in one transaction.
	gather = 20 * time.Millisecond
	// timeout limits an attempt, from the connection to the end of the response.
	timeout = 15 * time.Second
	// lease is how long an attempt may be unrecorded, by the clock of the database. Then its
	// process is taken for dead, and another one may attempt the delivery.
	lease = 2 * timeout
	// concurrent is the maximum number of attempts to one endpoint at once, in a process. With
	// MaxEndpoints it bounds the attempts in all; no endpoint takes the place of another.
	concurrent = 10
	// patience is how long the database may take for a round.
	patience = 10 * time.Second
	// grace is how long the attempts that are under way may take while the service stops.
	grace = 2 * time.Second
)

// MaxEndpoints is the maximum number of endpoints of a shop.
const MaxEndpoints = 50

// Courier attempts the deliveries that are due.
type Courier struct {
	Store   *store.Store
	Log     *slog.Logger
	Secrets *seal.Box // opens the secrets of the endpoints; nil: nothing is delivered
	Reach   Reach
	Spans   *tracing.Tracer // makes a span of each attempt; may be nil
	Ended   func(Result)    // is called for each attempt that was recorded, if not nil
}

// Result is how an attempt ended.
type Result string

// The results.
const (
	Delivered Result = "delivered"
	Retried   Result = "retried" // it failed, and is attempted again later
	Failed    Result = "failed"  // for good
)

// Results are all of them.
func Results() []Result { return []Result{Delivered, Retried, Failed} }

// Run attempts deliveries until ctx ends, and then waits a little for those under way.
func (c *Courier) Run(ctx context.Context) {
	ctx = call.With(ctx, call.Task("webhooks.deliver"))
	if c.Secrets == nil {
		c.warnOfSilence(ctx)
		return
	}
	sending, cancel := context.WithCancel(context.WithoutCancel(ctx))
	w := &worker{
		Courier: c, sending: sending, client: c.Reach.client(), ended: make(chan outcome),
		busy: map[uuid.UUID]int{}, unopened: map[uuid.UUID]bool{}, failing: map[uuid.UUID]time.Time{}, switches: map[uuid.UUID]string{},
	}
	failing := false
	for ctx.Err() == nil {
		wait, err := w.round(ctx)
		if ctx.Err() == nil && (err != nil) != failing { // once for each outage
			failing = err != nil
			c.reportOutage(err)
		}
		w.collect(ctx.Done(), wait)
	}
	w.stop(context.WithoutCancel(ctx), cancel)
}

// warnOfSilence logs that there are webhooks to which nothing is delivered, because the
// service has no key for their secrets.
func (c *Courier) warnOfSilence(ctx context.Context) {
	for ; ctx.Err() == nil; time.Sleep(idle) {
		all, err := c.Store.Read().EndpointsServed(ctx)
		if err != nil {
			continue
		}
		if n := len(slices.DeleteFunc(all, func(e db.EndpointsServedRow) bool { return !e.Active })); n > 0 {
			c.Log.Error("this process delivers no events: STOREFRONT_SECRETS_KEY is not set", "webhooks", n)
		}
		return
	}
}

// reportOutage logs that the database cannot be used, or can be again.
func (c *Courier) reportOutage(err error) {
	if err != nil {
		c.Log.Warn("events are not delivered", "error", err)
		return
	}
	c.Log.Info("events are delivered again")
}

// worker is what one Run remembers.
type worker struct {
	*Courier
	sending  context.Context // of the attempts, which outlive a round
	client   *http.Client
	ended    chan outcome
	outcomes []outcome               // that are not recorded
	switches map[uuid.UUID]string    // endpoints to disable, for a reason, or to activate if that is ""
	busy     map[uuid.UUID]int       // attempts that are under way or not recorded, by endpoint
	unopened map[uuid.UUID]bool      // endpoints whose secret does not open, and the log says so
	failing  map[uuid.UUID]time.Time // endpoints that do not take messages, and the log says so: the last failure
}

// round records the attempts that have ended and begins those that are due. It returns how
// long to wait for the next round.
func (w *worker) round(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := w.record(ctx); err != nil {
		return idle, err
	}
	endpoints, err := w.endpoints(ctx)
	if err != nil || len(endpoints) == 0 {
		return idle, err
	}
	more, err := w.claim(ctx, endpoints)
	switch {
	case err != nil:
		return idle, err
	case more:
		return gather, nil
	}
	return poll, nil
}

// collect waits for attempts to end: up to wait for the first, and a little longer for more.
func (w *worker) collect(stopped <-chan struct{}, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for first := true; ; first = false {
		select {
		case o := <-w.ended:
			w.outcomes = append(w.outcomes, o)
			if first {
				timer.Reset(min(wait, gather))
			}
		case <-timer.C:
			return
		case <-stopped:
			return
		}
	}
}

// stop waits for the attempts that are under way, ends the rest, and records all.
func (w *worker) stop(ctx context.Context, cancel func()) {
	defer cancel()
	ending := time.AfterFunc(grace, cancel)
	defer ending.Stop()
	for w.underWay() > 0 {
		w.outcomes = append(w.outcomes, <-w.ended)
	}
	ctx, done := context.WithTimeout(ctx, grace)
	defer done()
	if err := w.record(ctx); err != nil {
		w.Log.Warn("deliveries were not recorded", "error", err)
	}
	w.client.CloseIdleConnections()
}

// underWay counts the attempts that have not ended.
func (w *worker) underWay() int {
	n := -len(w.outcomes)
	for _, busy := range w.busy {
		n += busy
	}
	return n
}
