package webhooks

import (
	"context"
	"math"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// WebhooksDeliveries returns the deliveries to an endpoint, those of the newest events first.
func (h Webhooks) WebhooksDeliveries(ctx context.Context, req api.WebhooksDeliveriesRequestObject) (api.WebhooksDeliveriesResponseObject, error) {
	statuses, before, limit := allStatuses, int64(math.MaxInt64), int(*req.Body.Limit)
	if req.Body.Status != nil {
		statuses = []string{string(*req.Body.Status)}
	}
	query := []any{req.Body.Id, statuses}
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, deliveriesName, query, &before); err != nil {
			return nil, err
		}
	}
	id, err := store.ID(req.Body.Id, notFound)
	if err != nil {
		return nil, err
	}
	if exists, err := h.Store.Read().WebhookExists(ctx, id); err != nil {
		return nil, err
	} else if !exists {
		return nil, notFound(req.Body.Id)
	}
	rows, err := h.Store.Read().DeliveryList(ctx, db.DeliveryListParams{Statuses: statuses, EndpointID: id, BeforeSeq: before, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, deliveriesName, query, func(r *db.DeliveryListRow) any { return r.Seq })
	result := api.WebhooksDeliveriesResult{Items: []api.Delivery{}, NextCursor: next}
	for i := range rows {
		result.Items = append(result.Items, toDelivery(&rows[i]))
	}
	return api.WebhooksDeliveries200JSONResponse{Ok: true, Result: result}, err
}

const deliveriesName = "webhooks.deliveries"

// allStatuses is all the statuses of a delivery.
var allStatuses = []string{pending, delivered, failed}

func toDelivery(r *db.DeliveryListRow) api.Delivery {
	d := api.Delivery{
		DeliveryId: r.ID.String(), EventId: r.EventID.String(), Type: api.EventType(r.Type), Attempt: int64(r.Attempts),
		Status: api.DeliveryStatus(r.Status), ResponseStatus: wire.Widened(r.ResponseStatus), At: wire.TimeOrNil(r.AttemptedAt),
	}
	if d.Status == api.DeliveryStatusPending {
		d.NextAttemptAt = wire.TimeOrNil(&r.DueAt)
	}
	return d
}

// WebhooksGetDelivery returns a delivery with its message and its attempts.
func (h Webhooks) WebhooksGetDelivery(ctx context.Context, req api.WebhooksGetDeliveryRequestObject) (api.WebhooksGetDeliveryResponseObject, error) {
	id, err := store.ID(req.Body.DeliveryId, deliveryNotFound)
	if err != nil {
		return nil, err
	}
	row, err := h.Store.Read().DeliveryGet(ctx, id)
	if store.NotFound(err) {
		err = deliveryNotFound(req.Body.DeliveryId)
	}
	if err != nil {
		return nil, err
	}
	body, err := message(row.Type, row.EventAt, row.Data)
	if err != nil {
		return nil, err
	}
	attempts, err := h.Store.Read().AttemptList(ctx, id)
	if err != nil {
		return nil, err
	}
	d := toDelivery(&db.DeliveryListRow{
		ID: row.ID, EventID: row.EventID, Type: row.Type, Status: row.Status, Attempts: row.Attempts, AttemptedAt: row.AttemptedAt,
		ResponseStatus: row.ResponseStatus, DueAt: row.DueAt,
	})
	shown := api.DeliveryShown{
		DeliveryId: d.DeliveryId, EventId: d.EventId, Type: d.Type, Attempt: d.Attempt, Status: d.Status, ResponseStatus: d.ResponseStatus,
		At: d.At, NextAttemptAt: d.NextAttemptAt, WebhookId: row.EndpointID.String(), Body: string(body), Attempts: []api.DeliveryAttempt{},
	}
	for i := range attempts {
		a := &attempts[i]
		shown.Attempts = append(shown.Attempts, api.DeliveryAttempt{
			At: wire.TimeOf(a.At), Status: wire.Widened(a.Status), DurationMs: int64(a.DurationMs), ResponseBody: a.ResponseBody, Error: a.Error,
		})
	}
	return api.WebhooksGetDelivery200JSONResponse{Ok: true, Result: shown}, nil
}

// WebhooksSendTest has a message sent to an endpoint alone.
func (h Webhooks) WebhooksSendTest(ctx context.Context, req api.WebhooksSendTestRequestObject) (api.WebhooksSendTestResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksSendTestResponseObject, error) {
		to, err := lockWebhook(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		data, err := wire.Marshal(map[string]string{"webhookId": to.ID.String()})
		if err != nil {
			return nil, err
		}
		id := tx.NewID()
		err = tx.TestInsert(ctx, db.TestInsertParams{ID: id, EventID: tx.NewID(), EndpointID: to.ID, At: tx.Now, Data: data})
		if err != nil {
			return nil, err
		}
		return api.WebhooksSendTest200JSONResponse{Ok: true, Result: api.WebhooksRedeliverResult{DeliveryId: id.String()}},
			tx.Audit(store.AuditEntry{EntityType: "delivery", EntityID: id.String(), After: deliveryState{Status: pending}})
	})
}

// WebhooksRedeliver has a delivery attempted now.
func (h Webhooks) WebhooksRedeliver(ctx context.Context, req api.WebhooksRedeliverRequestObject) (api.WebhooksRedeliverResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksRedeliverResponseObject, error) {
		row, err := lockDelivery(ctx, tx, req.Body.DeliveryId)
		if err != nil {
			return nil, err
		}
		if err := tx.DeliveryRepeat(ctx, db.DeliveryRepeatParams{ID: row.ID, At: tx.Now}); err != nil {
			return nil, err
		}
		return api.WebhooksRedeliver200JSONResponse{Ok: true, Result: api.WebhooksRedeliverResult{DeliveryId: row.ID.String()}},
			tx.Audit(store.AuditEntry{
				EntityType: "delivery", EntityID: row.ID.String(),
				Before: deliveryState{row.Status, int64(row.Attempts)}, After: deliveryState{pending, int64(row.Attempts)},
			})
	})
}

// deliveryState is what the audit shows of a delivery.
type deliveryState struct {
	Status  string `json:"status"`
	Attempt int64  `json:"attempt"`
}

// lockDelivery returns a delivery to an endpoint that exists, and locks it until the
// transaction ends.
func lockDelivery(ctx context.Context, tx *store.Tx, text string) (db.DeliveryLockRow, error) {
	id, err := store.ID(text, deliveryNotFound)
	if err != nil {
		return db.DeliveryLockRow{}, err
	}
	row, err := tx.DeliveryLock(ctx, id)
	if store.NotFound(err) {
		err = deliveryNotFound(text)
	}
	return row, err
}

func deliveryNotFound(id string) error {
	return problem.Newf(problem.DeliveryNotFound, "No delivery has the id %q.", id)
}

// EventsKept is how long events and their deliveries are kept.
const EventsKept = 30 * 24 * time.Hour

// PruneEvents gives up some of the deliveries that wait for endpoints that are disabled or
// deleted, or have waited longer than EventsKept, and deletes some of the events that are older
// than that. It returns how many rows that were.
func PruneEvents(ctx context.Context, st *store.Store) (rows int64, err error) {
	const batch = 1000
	for _, some := range []func(*store.Tx) (int64, error){
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesAbandon(ctx, batch)
		},
		func(tx *store.Tx) (int64, error) {
			return tx.DeliveriesExpire(ctx, db.DeliveriesExpireParams{Before: tx.Now.Add(-EventsKept), MaxRows: batch})
		},
		func(tx *store.Tx) (int64, error) {
			return tx.OutboxPrune(ctx, db.OutboxPruneParams{Before: tx.Now.Add(-EventsKept), MaxRows: batch})
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
