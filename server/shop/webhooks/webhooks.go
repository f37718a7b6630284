// Package webhooks maintains the endpoints that are notified of events. Package outbox
// delivers to them.
package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/seal"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// Webhooks answers the operations webhooks.*.
type Webhooks struct {
	Store   *store.Store
	Secrets *seal.Box // encrypts the secrets of the endpoints; nil when the service has no key for it
	Reach   Reach
}

// position is an endpoint's place in the list.
type position struct {
	At time.Time // when it was created
	ID uuid.UUID
}

// beginning is a position before the newest endpoint.
var beginning = position{At: time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC), ID: uuid.Max}

const listName = "webhooks.list"

// WebhooksList returns the endpoints, the newest first.
func (h Webhooks) WebhooksList(ctx context.Context, req api.WebhooksListRequestObject) (api.WebhooksListResponseObject, error) {
	before, limit := beginning, int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, listName, nil, &before); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().WebhookList(ctx, db.WebhookListParams{BeforeAt: before.At, BeforeID: before.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	result := api.WebhooksListResult{Items: []api.Webhook{}}
	if len(rows) > limit {
		rows = rows[:limit]
		last := &rows[limit-1]
		next, err := paging.EncodeCursor(listName, nil, position{At: last.CreatedAt, ID: last.ID})
		if err != nil {
			return nil, err
		}
		result.NextCursor = &next
	}
	for i := range rows {
		result.Items = append(result.Items, toWebhook(&rows[i]))
	}
	return api.WebhooksList200JSONResponse{Ok: true, Result: result}, nil
}

// WebhooksDelete deletes an endpoint, with its secrets. Its deliveries are deleted later.
func (h Webhooks) WebhooksDelete(ctx context.Context, req api.WebhooksDeleteRequestObject) (api.WebhooksDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksDeleteResponseObject, error) {
		row, err := lock(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		if err := tx.WebhookDelete(ctx, db.WebhookDeleteParams{ID: row.ID, At: &tx.Now}); err != nil {
			return nil, err
		}
		return api.WebhooksDelete200JSONResponse{Ok: true, Result: api.WebhooksDeleteResult{Ok: true, Id: row.ID.String()}},
			tx.Audit(entry(&row, nil))
	})
}

// lock returns the endpoint with this id and locks it until the transaction ends.
func lock(ctx context.Context, tx *store.Tx, text string) (db.WebhookEndpoint, error) {
	id, ok := store.ParseID(text)
	if !ok {
		return db.WebhookEndpoint{}, notFound(text)
	}
	row, err := tx.WebhookLock(ctx, id)
	if store.NotFound(err) {
		err = notFound(text)
	}
	return row, err
}

func notFound(id string) error {
	return problem.Newf(problem.WebhookNotFound, "No webhook has the id %q.", id)
}

// toWebhook returns what is shown of an endpoint: never a secret.
func toWebhook(r *db.WebhookEndpoint) api.Webhook {
	w := api.Webhook{
		Id: r.ID.String(), Url: r.Url, Description: r.Description, Active: r.Active, DisabledReason: r.DisabledReason,
		LastDeliveryAt: wire.TimeOrNil(r.LastDeliveryAt), CreatedAt: wire.TimeOf(r.CreatedAt),
	}
	for _, name := range r.Events {
		w.Events = append(w.Events, api.EventType(name))
	}
	return w
}

func entry(before, after *db.WebhookEndpoint) store.AuditEntry {
	return store.ChangeOf("webhook", before, after, func(r *db.WebhookEndpoint) (string, any) { return r.ID.String(), toWebhook(r) })
}
