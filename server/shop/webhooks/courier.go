package webhooks

import (
	"context"
	"log/slog"
	"maps"
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

const (
	// pollInterval is the time between two looks for deliveries that are due, and idleInterval the same while
	// there is no endpoint or the database cannot be used.
	pollInterval = 100 * time.Millisecond
	idleInterval = time.Second
	// gatherTime is how long attempts that end are collected, to be recorded in one transaction.
	gatherTime = 20 * time.Millisecond
	// attemptTimeout limits an attempt, from the connection to the end of the response.
	attemptTimeout = 15 * time.Second
	// leaseTime is how long an attempt may be unrecorded, by the clock of the database. Then its
	// process is taken for dead, and another one may attempt the delivery.
	leaseTime = 2 * attemptTimeout
	// maxConcurrent is the maximum number of attempts to one endpoint at once, in a process. With
	// MaxEndpoints it bounds the attempts in all; no endpoint takes the place of another.
	maxConcurrent = 10
	// roundTimeout is how long the database may take for a round.
	roundTimeout = 10 * time.Second
	// stopTimeout is how long the attempts that are under way may take while the service stops.
	stopTimeout = 2 * time.Second
)

// Run attempts deliveries until ctx ends, and then waits a little for those under way.
func (c *Courier) Run(ctx context.Context) {
	ctx = call.With(ctx, call.Task("webhooks.deliver"))
	if c.Secrets == nil {
		c.warnOfMissingKey(ctx)
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

// warnOfMissingKey logs that there are webhooks to which nothing is delivered, because the
// service has no key for their secrets.
func (c *Courier) warnOfMissingKey(ctx context.Context) {
	for ; ctx.Err() == nil; time.Sleep(idleInterval) {
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
	ctx, cancel := context.WithTimeout(ctx, roundTimeout)
	defer cancel()
	if err := w.record(ctx); err != nil {
		return idleInterval, err
	}
	endpoints, err := w.endpoints(ctx)
	if err != nil || len(endpoints) == 0 {
		return idleInterval, err
	}
	more, err := w.claim(ctx, endpoints)
	switch {
	case err != nil:
		return idleInterval, err
	case more:
		return gatherTime, nil
	}
	return pollInterval, nil
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
				timer.Reset(min(wait, gatherTime))
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
	ending := time.AfterFunc(stopTimeout, cancel)
	defer ending.Stop()
	for w.underWay() > 0 {
		w.outcomes = append(w.outcomes, <-w.ended)
	}
	ctx, done := context.WithTimeout(ctx, stopTimeout)
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

// endpoint is an endpoint that can be served.
type endpoint struct {
	id      uuid.UUID
	url     string
	secrets [][]byte // with which a message is signed, the newest first
}

// endpoints returns the endpoints whose secrets this process can open.
func (w *worker) endpoints(ctx context.Context) (map[uuid.UUID]*endpoint, error) {
	rows, err := w.Store.Read().EndpointsServed(ctx)
	if err != nil {
		return nil, err
	}
	served := make(map[uuid.UUID]*endpoint, len(rows))
	now := w.Store.Now()
	for i := range rows {
		row := &rows[i]
		if len(row.Secret) == 0 {
			continue
		}
		secrets, err := w.secrets(row, now)
		if err != nil {
			if !w.unopened[row.ID] {
				w.Log.Error("nothing is delivered to an endpoint: its secret was encrypted with another STOREFRONT_SECRETS_KEY", "endpoint", row.ID)
			}
			w.unopened[row.ID] = true
			continue
		}
		delete(w.unopened, row.ID)
		served[row.ID] = &endpoint{row.ID, row.Url, secrets}
	}
	maps.DeleteFunc(w.failing, func(id uuid.UUID, _ time.Time) bool { return served[id] == nil })
	return served, nil
}

// secrets decrypts the secrets of an endpoint that are in use.
func (w *worker) secrets(row *db.EndpointsServedRow, now time.Time) (secrets [][]byte, err error) {
	sealed := [][]byte{row.Secret}
	if row.OldSecretUntil != nil && now.Before(*row.OldSecretUntil) {
		sealed = append(sealed, row.OldSecret)
	}
	for _, s := range sealed {
		secret, err := w.Secrets.Open(s, row.ID.String())
		if err != nil {
			return nil, err
		}
		secrets = append(secrets, secret)
	}
	return secrets, nil
}

// claim begins deliveries that are due, and reports whether there may be more.
func (w *worker) claim(ctx context.Context, endpoints map[uuid.UUID]*endpoint) (more bool, err error) {
	var free db.DeliveriesExamineParams
	for id := range endpoints {
		if room := maxConcurrent - w.busy[id]; room > 0 {
			free.Endpoints, free.Rooms = append(free.Endpoints, id), append(free.Rooms, int32(room))
		}
	}
	var claimed []db.DeliveriesClaimRow
	err = w.Store.Task(ctx, "delivery claims", func(tx *store.Tx) error {
		claimed, more, free.Now = nil, false, w.Store.Due()
		ids, err := tx.DeliveriesExamine(ctx, free)
		if err != nil || len(ids) == 0 {
			return err
		}
		more = true
		// Another statement: it sees what was committed before the rows were locked.
		claimed, err = tx.DeliveriesClaim(ctx, db.DeliveriesClaimParams{Ids: ids, Now: w.Store.Due(), SoonSeconds: blockedRetry.Seconds(), LeaseSeconds: leaseTime.Seconds()})
		return err
	})
	if err != nil {
		return false, err
	}
	for i := range claimed {
		w.begin(&claimed[i], endpoints[claimed[i].EndpointID])
	}
	return more, nil
}

// blockedRetry is when a delivery is examined again whose predecessor is being attempted. That
// makes it due when it ends, but for one that was recorded in the same moment.
const blockedRetry = time.Second

// begin attempts a delivery in the background. One that has waited for an endpoint that
// is disabled by now has failed.
func (w *worker) begin(row *db.DeliveriesClaimRow, to *endpoint) {
	w.busy[to.id]++
	if !row.Active && !row.Repeated {
		w.outcomes = append(w.outcomes, outcome{row: row, to: to, abandoned: true})
		return
	}
	go func() { w.ended <- w.attempt(row, to) }()
}
