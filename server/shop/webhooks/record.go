package webhooks

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// The statuses of a delivery.
const (
	pending   = "pending"
	delivered = "delivered"
	failed    = "failed"
)

// retries are the times between an attempt that fails and the next one.
var retries = []time.Duration{
	5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour,
	10 * time.Hour, 14 * time.Hour, 20 * time.Hour, 24 * time.Hour,
}

// after returns the status of the delivery, and when it is due again.
func (o *outcome) after(now time.Time) (status string, due time.Time) {
	switch {
	case o.abandoned:
		return failed, now
	case o.stopped:
		return pending, now
	case o.err == nil:
		return delivered, now
	case o.row.Repeated, o.status == http.StatusGone:
		return failed, now
	}
	if next, more := o.next(now); more {
		return pending, next
	}
	return failed, now
}

// next returns when the delivery is attempted again; there are no more attempts after the
// last retry. The times are counted from the first attempt, so that neither an attempt that
// somebody asks for nor a long queue moves them.
func (o *outcome) next(now time.Time) (at time.Time, more bool) {
	at = now
	if o.row.FirstAt != nil {
		at = *o.row.FirstAt
	}
	for _, wait := range retries {
		if at = at.Add(wait); at.After(now) {
			return at, true
		}
	}
	return now, false
}

// attempted reports whether there was an attempt of which the end is known.
func (o *outcome) attempted() bool { return !o.abandoned && !o.stopped }

// result returns how an attempt ended.
func (o *outcome) result(now time.Time) Result {
	switch status, _ := o.after(now); status {
	case delivered:
		return Delivered
	case pending:
		return Retried
	}
	return Failed
}

// disables returns why the endpoint is disabled, or "".
func (o *outcome) disables(now time.Time) string {
	switch {
	case !o.attempted() || o.err == nil || !o.row.Active:
		return ""
	case o.status == http.StatusGone:
		return "The endpoint answered 410 Gone."
	case o.row.Repeated:
		return ""
	}
	if _, more := o.next(now); more {
		return ""
	}
	return fmt.Sprintf("All %d attempts at a delivery failed, over three days.", o.row.Attempts+1)
}

// record writes how attempts ended, in one transaction, and disables and activates endpoints.
func (w *worker) record(ctx context.Context) error {
	if len(w.outcomes) > 0 {
		if err := w.recordResults(ctx); err != nil {
			return err
		}
	}
	return w.switchEndpoints(ctx)
}

func (w *worker) recordResults(ctx context.Context) error {
	var now time.Time
	err := w.Store.Task(ctx, "delivery results", func(tx *store.Tx) error {
		now = w.Store.Due()
		end, reached := results(w.outcomes, now)
		if len(reached) > 0 {
			if err := tx.EndpointsDelivered(ctx, db.EndpointsDeliveredParams{Ids: reached, At: &now, Before: now.Add(-time.Minute)}); err != nil {
				return err
			}
		}
		return tx.DeliveriesEnd(ctx, end)
	})
	if err != nil {
		return err
	}
	recorded := w.outcomes
	w.outcomes = nil
	for i := range recorded {
		o := &recorded[i]
		if w.busy[o.to.id]--; w.busy[o.to.id] == 0 {
			delete(w.busy, o.to.id)
		}
		w.report(o, now)
		if w.Ended != nil && o.attempted() {
			w.Ended(o.result(now))
		}
		if reason := o.disables(now); reason != "" || o.attempted() && o.err == nil && !o.row.Active {
			w.switches[o.to.id] = reason
		}
	}
	return nil
}

// results returns what to record of the outcomes, and the endpoints that took a message.
func results(outcomes []outcome, now time.Time) (end db.DeliveriesEndParams, reached []uuid.UUID) {
	end.At = now
	for i := range outcomes {
		o := &outcomes[i]
		status, due := o.after(now)
		attempt := int32(0)
		if o.attempted() {
			attempt = 1
		}
		end.Ids, end.Statuses, end.DueAts = append(end.Ids, o.row.ID), append(end.Statuses, status), append(end.DueAts, due)
		end.Attempts, end.ResponseStatuses = append(end.Attempts, attempt), append(end.ResponseStatuses, int32(o.status))
		end.Leases = append(end.Leases, o.row.LeasedUntil)
		if status == delivered && !slices.Contains(reached, o.to.id) {
			reached = append(reached, o.to.id)
		}
	}
	return end, reached
}

// calm is how long after its last failure an endpoint that takes a message has recovered.
const calm = time.Minute

// report logs when an endpoint begins to fail and when it has recovered, and each attempt
// that failed for those who debug: a line for each would flood the log when an endpoint is away.
func (w *worker) report(o *outcome, now time.Time) {
	if !o.attempted() {
		return
	}
	last, failing := w.failing[o.to.id]
	switch {
	case o.err != nil:
		w.Log.Debug("a delivery failed", "endpoint", o.to.id, "delivery", o.row.ID, "attempt", o.row.Attempts+1, "error", o.err)
		if w.failing[o.to.id] = now; !failing {
			w.Log.Info("an endpoint does not take messages", "endpoint", o.to.id, "delivery", o.row.ID, "error", o.err)
		}
	case failing && now.Sub(last) >= calm:
		delete(w.failing, o.to.id)
		w.Log.Info("an endpoint takes messages again", "endpoint", o.to.id)
	}
}

// switchEndpoints disables the endpoints that will not take messages, and activates the
// disabled ones that took one. What cannot be done now is done in a later round.
func (w *worker) switchEndpoints(ctx context.Context) error {
	for id, reason := range w.switches {
		done, err := w.switchEndpoint(ctx, id, reason)
		if err != nil {
			return err
		}
		if done {
			delete(w.switches, id)
		}
	}
	return nil
}

// switchEndpoint disables an endpoint for a reason, or activates it if that is "", with a
// row in the audit. done is false while another transaction has locked the endpoint.
func (w *worker) switchEndpoint(ctx context.Context, id uuid.UUID, reason string) (done bool, err error) {
	state := endpointState{Active: reason == "", DisabledReason: reason}
	change := db.EndpointSwitchParams{ID: id, Active: state.Active}
	if reason != "" {
		change.Reason = &reason
	}
	var result db.EndpointSwitchRow
	err = w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if result, err = tx.EndpointSwitch(ctx, change); err != nil || !result.Switched {
			return err
		}
		return tx.Audit(store.AuditEntry{EntityType: "webhook", EntityID: id.String(), Before: endpointState{Active: !state.Active}, After: state})
	})
	if err != nil {
		return false, err
	}
	if result.Switched {
		w.Log.Warn("an endpoint was switched", "endpoint", id, "active", state.Active, "reason", reason)
	}
	return result.Switched || !result.Wanted, nil
}

// endpointState is what the audit shows of an endpoint that was disabled or activated.
type endpointState struct {
	Active         bool   `json:"active"`
	DisabledReason string `json:"disabledReason,omitempty"`
}

// EventsKept is how long events and their deliveries are kept.
const EventsKept = 30 * 24 * time.Hour

// PruneEvents gives up some of the deliveries that wait for endpoints that are disabled or
// deleted, or have waited longer than Kept, and deletes some of the events that are older
// than that. It returns how many rows that were.
func PruneEvents(ctx context.Context, st *store.Store) (rows int64, err error) {
	const few = 1000
	for _, some := range []func(*store.Tx) (int64, error){
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesAbandon(ctx, few)
		},
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesExpire(ctx, db.DeliveriesExpireParams{Before: tx.Now.Add(-EventsKept), MaxRows: few})
		},
		func(tx *store.Tx) (int64, error) {
			return tx.OutboxPrune(ctx, db.OutboxPruneParams{Before: tx.Now.Add(-EventsKept), MaxRows: few})
		},
		func(tx *store.Tx) (int64, error) {
			return tx.EndpointsPrune(ctx, new(tx.Now.Add(-24*time.Hour)))
		},
	} {
		// One transaction each, so that none waits for the slowest.
		err := st.Task(ctx, "events", func(tx *store.Tx) error {
			n, err := some(tx)
			rows += n
			return err
		})
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}
