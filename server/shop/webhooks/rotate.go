package webhooks

import (
	"context"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
)

// overlap is how long messages are signed with the old secret too.
const overlap = 24 * time.Hour

// WebhooksRotateSecret gives an endpoint a new secret, which is not shown again. The secret
// before it signs beside it for a while; one before that ends.
func (h Webhooks) WebhooksRotateSecret(ctx context.Context, req api.WebhooksRotateSecretRequestObject) (api.WebhooksRotateSecretResponseObject, error) {
	if err := h.checkKey(); err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.WebhooksRotateSecretResponseObject, error) {
		row, err := lock(ctx, tx, req.Body.Id)
		if err != nil {
			return nil, err
		}
		secret, text := NewSecret()
		rotate := db.WebhookRotateParams{ID: row.ID, Secret: h.Secrets.Seal(secret, row.ID.String())}
		result := api.WebhooksRotateSecretResult{Id: row.ID.String(), Secret: text}
		if _, err := h.Secrets.Open(row.Secret, row.ID.String()); err == nil { // one that was encrypted with a lost key signs nothing
			until := tx.Now.Add(overlap)
			rotate.OldSecret, rotate.OldSecretUntil, result.OldSecretUntil = row.Secret, &until, wire.TimeOrNil(&until)
		}
		if err := tx.WebhookRotate(ctx, rotate); err != nil {
			return nil, err
		}
		tx.Conceal(h.Secrets.Seal)
		return api.WebhooksRotateSecret200JSONResponse{Ok: true, Result: result}, tx.Audit(entry(&row, &row))
	})
}
