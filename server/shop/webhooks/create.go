package webhooks

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// WebhooksCreate creates an endpoint and returns its secret, which is not shown again.
func (h Webhooks) WebhooksCreate(ctx context.Context, req api.WebhooksCreateRequestObject) (api.WebhooksCreateResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	if err := h.checkURL(ctx, req.Body.Url); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksCreateResponseObject, error) {
		if err := checkRoom(ctx, tx); err != nil {
			return nil, err
		}
		id := tx.NewID()
		secret, text := NewSecret()
		tx.Conceal(h.Secrets.Seal)
		return api.WebhooksCreate200JSONResponse{Ok: true, Result: api.WebhooksCreateResult{Id: id.String(), Secret: text}},
			Create(ctx, tx, id, h.Secrets.Seal(secret, id.String()), req.Body)
	})
}

// Create creates the endpoint that a request describes, with this id and encrypted secret.
func Create(ctx context.Context, tx *store.Tx, id uuid.UUID, secret []byte, b *api.WebhooksCreateRequest) error {
	row := db.WebhookEndpoint{ID: id, Url: b.Url, Description: b.Description, Active: true, CreatedAt: tx.Now}
	for _, event := range b.Events {
		if !slices.Contains(row.Events, string(event)) {
			row.Events = append(row.Events, string(event))
		}
	}
	err := tx.WebhookInsert(ctx, db.WebhookInsertParams{
		ID: row.ID, Url: row.Url, Description: row.Description, Events: row.Events, Secret: secret, At: row.CreatedAt,
	})
	if err != nil {
		return err
	}
	return tx.Audit(entry(nil, &row))
}

// checkKey refuses what needs the secret of a webhook while the service has no key for it.
func (h Webhooks) checkKey() error {
	if h.Secrets == nil {
		return problem.New(problem.SecretsKeyMissing, "The service has no key for the secrets of webhooks.", "")
	}
	return nil
}

func (h Webhooks) checkURL(ctx context.Context, address string) error {
	refused, ok := errors.AsType[*Refused](h.Reach.Check(ctx, address))
	if !ok {
		return nil
	}
	return problem.Invalid("/url", schema.CodeFormat, refused.Reason, `Set "url" to a public address such as https://example.com/events.`)
}

// checkRoom refuses one endpoint more than there may be.
func checkRoom(ctx context.Context, tx *store.Tx) error {
	if err := tx.WebhooksLock(ctx); err != nil {
		return err
	}
	count, err := tx.WebhookCount(ctx)
	if err != nil || count < MaxEndpoints {
		return err
	}
	return problem.New(problem.LimitReached, fmt.Sprintf("There are %d webhooks, which is the limit.", count),
		"Delete a webhook that is no longer needed with webhooks.delete.")
}
