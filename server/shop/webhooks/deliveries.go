package webhooks

import (
	"context"
	"math"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

const deliveriesName = "webhooks.deliveries"

// every is all the statuses of a delivery.
var every = []string{string(api.DeliveryStatusPending), string(api.DeliveryStatusDelivered), string(api.DeliveryStatusFailed)}

// WebhooksDeliveries returns the deliveries to an endpoint, those of the newest events first.
func (h Webhooks) WebhooksDeliveries(ctx context.Context, req api.WebhooksDeliveriesRequestObject) (api.WebhooksDeliveriesResponseObject, error) {
	statuses, before, limit := every, int64(math.MaxInt64), int(*req.Body.Limit)
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
	result := api.WebhooksDeliveriesResult{Items: []api.Delivery{}}
	if len(rows) > limit {
		rows = rows[:limit]
		next, err := paging.EncodeCursor(deliveriesName, query, rows[limit-1].Seq)
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	for i := range rows {
		result.Items = append(result.Items, toDelivery(&rows[i]))
	}
	return api.WebhooksDeliveries200JSONResponse{Ok: true, Result: result}, nil
}

func toDelivery(r *db.DeliveryListRow) api.Delivery {
	d := api.Delivery{
		DeliveryId: r.ID.String(), EventId: r.EventID.String(), Type: api.EventType(r.Type), Attempt: int64(r.Attempts),
		Status: api.DeliveryStatus(r.Status), At: wire.TimeOrNil(r.AttemptedAt),
	}
	if r.ResponseStatus != nil {
		d.ResponseStatus = new(int64(*r.ResponseStatus))
	}
	if d.Status == api.DeliveryStatusPending {
		d.NextAttemptAt = wire.TimeOrNil(&r.DueAt)
	}
	return d
}

// delivery is what the audit shows of a delivery.
type delivery struct {
	Status  string `json:"status"`
	Attempt int64  `json:"attempt"`
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
				Before: delivery{row.Status, int64(row.Attempts)}, After: delivery{string(api.DeliveryStatusPending), int64(row.Attempts)},
			})
	})
}

// lockDelivery returns a delivery to an endpoint that exists, and locks it until the
// transaction ends.
func lockDelivery(ctx context.Context, tx *store.Tx, text string) (db.DeliveryLockRow, error) {
	missing := problem.Newf(problem.DeliveryNotFound, "No delivery has the id %q.", text)
	id, ok := store.ParseID(text)
	if !ok {
		return db.DeliveryLockRow{}, missing
	}
	row, err := tx.DeliveryLock(ctx, id)
	if store.NotFound(err) {
		err = missing
	}
	return row, err
}
