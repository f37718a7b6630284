package webhooks

import (
	"context"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// endpoint is an endpoint that can be served.
type endpoint struct {
	id      uuid.UUID
	url     string
	secrets [][]byte // with which a message is signed, the newest first
}

// soon is when a delivery is examined again whose predecessor is being attempted. That
// makes it due when it ends, but for one that was recorded in the same moment.
const soon = time.Second

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
		if room := concurrent - w.busy[id]; room > 0 {
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
		claimed, err = tx.DeliveriesClaim(ctx, db.DeliveriesClaimParams{Ids: ids, Now: w.Store.Due(), SoonSeconds: soon.Seconds(), LeaseSeconds: lease.Seconds()})
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
