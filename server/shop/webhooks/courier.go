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
	"github.com/storefront/storefront/server/platform/effects"
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
	// idleInterval is the time between two tries to read the endpoints, for the warning of a missing key.
	idleInterval = time.Second
	// attemptTimeout limits an attempt, from the connection to the end of the response.
	attemptTimeout = 15 * time.Second
	// leaseTime is how long an attempt may be unrecorded, by the clock of the database. Then its
	// process is taken for dead, and another one may attempt the delivery.
	leaseTime = 2 * attemptTimeout
	// maxConcurrent is the maximum number of attempts to one endpoint at once, in a process. With
	// MaxEndpoints it bounds the attempts in all; no endpoint takes the place of another.
	maxConcurrent = 10
	// switchTimeout is how long endpoints are switched while the service stops.
	switchTimeout = 2 * time.Second
)

// Run attempts deliveries until ctx ends, and then waits a little for those under way.
func (c *Courier) Run(ctx context.Context) {
	ctx = call.With(ctx, call.Task("webhooks.deliver"))
	if c.Secrets == nil {
		c.warnOfMissingKey(ctx)
		return
	}
	w := &worker{
		Courier: c, client: c.Reach.client(),
		busy: map[uuid.UUID]int{}, unopened: map[uuid.UUID]bool{}, failing: map[uuid.UUID]time.Time{}, switches: map[uuid.UUID]string{},
	}
	defer w.client.CloseIdleConnections()
	queue := effects.Queue[delivery, outcome]{Name: "deliveries", Log: c.Log, Claim: w.claim, Attempt: w.attempt, Record: w.record}
	queue.Run(ctx)
	w.switchLast(context.WithoutCancel(ctx))
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

// worker is what one Run remembers.
type worker struct {
	*Courier
	client   *http.Client
	switches map[uuid.UUID]string    // endpoints to disable, for a reason, or to activate if that is ""
	busy     map[uuid.UUID]int       // attempts that are under way or not recorded, by endpoint
	unopened map[uuid.UUID]bool      // endpoints whose secret does not open, and the log says so
	failing  map[uuid.UUID]time.Time // endpoints that do not take messages, and the log says so: the last failure
}

// delivery is one that is to be attempted.
type delivery struct {
	row *db.DeliveriesClaimRow
	to  *endpoint
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

// claim switches endpoints, then leases the deliveries that are due. There is always room: each endpoint has its own.
func (w *worker) claim(ctx context.Context, _ int) ([]delivery, effects.Next, error) {
	if err := w.switchEndpoints(ctx); err != nil {
		return nil, effects.Idle, err
	}
	endpoints, err := w.endpoints(ctx)
	if err != nil || len(endpoints) == 0 {
		return nil, effects.Idle, err
	}
	rows, more, err := w.lease(ctx, endpoints)
	if err != nil {
		return nil, effects.Idle, err
	}
	due := make([]delivery, len(rows))
	for i := range rows {
		due[i] = delivery{&rows[i], endpoints[rows[i].EndpointID]}
		w.busy[rows[i].EndpointID]++
	}
	if more {
		return due, effects.Soon, nil
	}
	return due, effects.Later, nil
}

// lease leases deliveries that are due, and reports whether there may be more.
func (w *worker) lease(ctx context.Context, endpoints map[uuid.UUID]*endpoint) (claimed []db.DeliveriesClaimRow, more bool, err error) {
	var free db.DeliveriesExamineParams
	for id := range endpoints {
		if room := maxConcurrent - w.busy[id]; room > 0 {
			free.Endpoints, free.Rooms = append(free.Endpoints, id), append(free.Rooms, int32(room))
		}
	}
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
	return claimed, more, err
}

// blockedRetry is when a delivery is examined again whose predecessor is being attempted. That
// makes it due when it ends, but for one that was recorded in the same moment.
const blockedRetry = time.Second
