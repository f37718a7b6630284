package demo

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/webhooks"
)

// The ids of the webhook of the demo shop, and of a delivery to it that failed.
var (
	WebhookID  = uuid.MustParse("01994f5e-0000-7000-8000-00000000eb01")
	DeliveryID = uuid.MustParse("01994f5e-0000-7000-8000-00000000de01")
)

// webhookArgs are what the webhook is created with.
const webhookArgs = `{"url":"https://accounts.example/storefront","events":["order.created","order.refunded"],"description":"The accounts"}`

// webhookStep creates the webhook. It has no secret, so that nothing is ever sent to it, and is not active.
func webhookStep(c *contract.Contract, st *store.Store) (step, error) {
	return checked(c, step{"webhooks.create", WebhookID.String(), json.RawMessage(webhookArgs), func(ctx context.Context, args []byte) error {
		var body api.WebhooksCreateRequest
		if err := json.Unmarshal(args, &body); err != nil {
			return err
		}
		return st.Write(ctx, func(tx *store.Tx) error {
			if err := webhooks.Create(ctx, tx, WebhookID, []byte{}, &body); err != nil {
				return err
			}
			reason := "The endpoint answered 410 Gone."
			if _, err := tx.EndpointSwitch(ctx, db.EndpointSwitchParams{ID: WebhookID, Active: false, Reason: &reason}); err != nil {
				return err
			}
			return tx.DeliveryInsert(ctx, failedDelivery(tx))
		})
	}})
}

// failedDelivery is that of an order that was placed.
func failedDelivery(tx *store.Tx) db.DeliveryInsertParams {
	order := uuid.MustParse("01994f5e-0000-7000-8000-0000000000d1")
	return db.DeliveryInsertParams{
		EventID: uuid.MustParse("01994f5e-0000-7000-8000-00000000ee01"), Type: "order.created", Entity: order, At: tx.Now,
		Data: fmt.Appendf(nil, `{"orderId":"%s","status":"pending_payment","totalOere":134800,"currency":"DKK","channel":"api"}`, order),
		ID:   DeliveryID, EndpointID: WebhookID, ResponseStatus: 410,
	}
}
