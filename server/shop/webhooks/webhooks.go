// Package webhooks maintains the endpoints that are notified of events, and delivers these.
// Triggers of the database record them, with a delivery for each endpoint, in the transaction
// of the change; every replica runs a Courier, and of these one at a time attempts a delivery.
// The requests are those of Standard Webhooks.
//
// A delivery is attempted at least once, and more often when a process is killed. Those of
// one thing to one endpoint are attempted in the order of its events: the next one when
// the one before is delivered or has failed for good.
package webhooks

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
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

// MaxEndpoints is the maximum number of endpoints of a shop.
const MaxEndpoints = 50

// WebhooksList returns the endpoints, the newest first.
func (h Webhooks) WebhooksList(ctx context.Context, req api.WebhooksListRequestObject) (api.WebhooksListResponseObject, error) {
	before, limit := paging.BeforeNewest, int(*req.Body.Limit)
	if req.Body.Cursor != nil {
		if err := paging.DecodeCursor(*req.Body.Cursor, listName, nil, &before); err != nil {
			return nil, err
		}
	}
	rows, err := h.Store.Read().WebhookList(ctx, db.WebhookListParams{BeforeAt: before.At, BeforeID: before.ID, MaxRows: int32(limit + 1)})
	if err != nil {
		return nil, err
	}
	rows, next, err := paging.Cut(rows, limit, listName, nil, func(r *db.WebhookEndpoint) any { return paging.SortKey{At: r.CreatedAt, ID: r.ID} })
	result := api.WebhooksListResult{Items: []api.Webhook{}, NextCursor: next}
	for i := range rows {
		result.Items = append(result.Items, toWebhook(&rows[i]))
	}
	return api.WebhooksList200JSONResponse{Ok: true, Result: result}, err
}

const listName = "webhooks.list"

// WebhooksCreate creates an endpoint and returns its secret, which is not shown again.
func (h Webhooks) WebhooksCreate(ctx context.Context, req api.WebhooksCreateRequestObject) (api.WebhooksCreateResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	if err := h.checkURL(ctx, "/url", req.Body.Url); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksCreateResponseObject, error) {
		if err := checkLimit(ctx, tx); err != nil {
			return nil, err
		}
		id := tx.NewID()
		secret, text := newSecret()
		tx.Conceal(h.Secrets.Seal)
		return api.WebhooksCreate200JSONResponse{Ok: true, Result: api.WebhooksCreateResult{Id: id.String(), Secret: text}},
			Create(ctx, tx, id, h.Secrets.Seal(secret, id.String()), req.Body)
	})
}

// Create creates the endpoint that a request describes, with this id and encrypted secret.
func Create(ctx context.Context, tx *store.Tx, id uuid.UUID, secret []byte, b *api.WebhooksCreateRequest) error {
	row := db.WebhookEndpoint{ID: id, Url: b.Url, Description: b.Description, Events: distinct(b.Events), Active: true, CreatedAt: tx.Now}
	err := tx.WebhookInsert(ctx, db.WebhookInsertParams{
		ID: row.ID, Url: row.Url, Description: row.Description, Events: row.Events, Secret: secret, At: row.CreatedAt,
	})
	if err != nil {
		return err
	}
	return tx.Audit(auditEntry(nil, &row))
}

// distinct returns the types of events, each once.
func distinct(events []api.EventType) (names []string) {
	for _, event := range events {
		if !slices.Contains(names, string(event)) {
			names = append(names, string(event))
		}
	}
	return names
}

// WebhooksUpdate changes an endpoint. One that is paused by it has no reason, so that the courier does not activate it.
func (h Webhooks) WebhooksUpdate(ctx context.Context, req api.WebhooksUpdateRequestObject) (api.WebhooksUpdateResponseObject, error) {
	p := &req.Body.Patch
	if p.Url != nil {
		if err := h.checkURL(ctx, "/patch/url", *p.Url); err != nil {
			return nil, err
		}
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksUpdateResponseObject, error) {
		before, err := lockWebhook(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		after := before
		wire.Set(&after.Url, p.Url)
		wire.SetOrClear(&after.Description, p.Description)
		if p.Events != nil {
			after.Events = distinct(*p.Events)
		}
		if wire.Set(&after.Active, p.Active); after.Active {
			after.DisabledReason = nil
		}
		err = tx.WebhookUpdate(ctx, db.WebhookUpdateParams{
			ID: after.ID, Url: after.Url, Description: after.Description, Events: after.Events, Active: after.Active, DisabledReason: after.DisabledReason,
		})
		if err != nil {
			return nil, err
		}
		return api.WebhooksUpdate200JSONResponse{Ok: true, Result: toWebhook(&after)}, tx.Audit(auditEntry(&before, &after))
	})
}

// checkKey refuses what needs the secret of a webhook while the service has no key for it.
func (h Webhooks) checkKey() error {
	if h.Secrets == nil {
		return problem.New(problem.SecretsKeyMissing, "The service has no key for the secrets of webhooks.", "")
	}
	return nil
}

func (h Webhooks) checkURL(ctx context.Context, pointer, address string) error {
	refused, ok := errors.AsType[*Refused](h.Reach.Check(ctx, address))
	if !ok {
		return nil
	}
	return problem.Invalid(pointer, schema.CodeFormat, refused.Reason, `Set "url" to a public address such as https://example.com/events.`,
		schema.Correction{Do: schema.Set, Value: `"https://example.com/events"`})
}

// checkLimit refuses one endpoint more than there may be.
func checkLimit(ctx context.Context, tx *store.Tx) error {
	if err := tx.WebhooksLock(ctx); err != nil {
		return err
	}
	count, err := tx.WebhookCount(ctx)
	if err != nil || count < MaxEndpoints {
		return err
	}
	return problem.Newf(problem.LimitReached, "There are %d webhooks, which is the limit.", count).DeleteAny("webhook", "webhooks", "id")
}

// WebhooksRotateSecret gives an endpoint a new secret, which is not shown again. The secret
// before it signs beside it for a while; one before that ends.
func (h Webhooks) WebhooksRotateSecret(ctx context.Context, req api.WebhooksRotateSecretRequestObject) (api.WebhooksRotateSecretResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksRotateSecretResponseObject, error) {
		row, err := lockWebhook(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		secret, text := newSecret()
		rotate := db.WebhookRotateParams{ID: row.ID, Secret: h.Secrets.Seal(secret, row.ID.String())}
		result := api.WebhooksRotateSecretResult{Id: row.ID.String(), Secret: text}
		if _, err := h.Secrets.Open(row.Secret, row.ID.String()); err == nil { // one that was encrypted with a lost key signs nothing
			until := tx.Now.Add(oldSecretOverlap)
			rotate.OldSecret, rotate.OldSecretUntil, result.OldSecretUntil = row.Secret, &until, wire.TimeOrNil(&until)
		}
		if err := tx.WebhookRotate(ctx, rotate); err != nil {
			return nil, err
		}
		tx.Conceal(h.Secrets.Seal)
		return api.WebhooksRotateSecret200JSONResponse{Ok: true, Result: result}, tx.Audit(auditEntry(&row, &row))
	})
}

// oldSecretOverlap is how long messages are signed with the old secret too.
const oldSecretOverlap = 24 * time.Hour

const (
	secretSize   = 32
	secretPrefix = "whsec_"
)

// newSecret returns a random secret, and the text of it that the receiver keeps.
func newSecret() (secret []byte, text string) {
	secret = make([]byte, secretSize)
	rand.Read(secret) // never fails
	return secret, secretPrefix + base64.StdEncoding.EncodeToString(secret)
}

// WebhooksDelete deletes an endpoint, with its secrets. Its deliveries are deleted later.
func (h Webhooks) WebhooksDelete(ctx context.Context, req api.WebhooksDeleteRequestObject) (api.WebhooksDeleteResponseObject, error) {
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksDeleteResponseObject, error) {
		row, err := lockWebhook(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		if err := tx.WebhookDelete(ctx, db.WebhookDeleteParams{ID: row.ID, At: &tx.Now}); err != nil {
			return nil, err
		}
		return api.WebhooksDelete200JSONResponse{Ok: true, Result: api.WebhooksDeleteResult{Ok: true, Id: row.ID.String()}},
			tx.Audit(auditEntry(&row, nil))
	})
}

// lockWebhook returns the endpoint with this id and locks it until the transaction ends.
func lockWebhook(ctx context.Context, tx *store.Tx, text string) (db.WebhookEndpoint, error) {
	id, err := store.ID(text, notFound)
	if err != nil {
		return db.WebhookEndpoint{}, err
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

func auditEntry(before, after *db.WebhookEndpoint) store.AuditEntry {
	return store.ChangeOf("webhook", before, after, func(r *db.WebhookEndpoint) (string, any) { return r.ID.String(), toWebhook(r) })
}
