package demo

import (
	"context"
	"errors"
	"fmt"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/audit"
	"github.com/storefront/storefront/server/orders"
	"github.com/storefront/storefront/server/store"
)

func (o *order) place(ctx context.Context, tx *store.Tx) error {
	draft := o.draft()
	if o.DiscountCode != "" {
		discount, err := tx.DiscountLock(ctx, o.DiscountCode)
		if err != nil {
			return fmt.Errorf("discount %s: %w", o.DiscountCode, err)
		}
		draft.Discount = &orders.Discount{Code: discount.Code, Type: api.DiscountType(discount.Type), Value: discount.Value}
	}
	if _, err := orders.Place(ctx, tx, draft); err != nil {
		return err
	}
	if o.OnAccount {
		return o.accept(ctx, tx)
	}
	return nil
}

func (o *order) draft() orders.Draft {
	d := orders.Draft{
		ID: o.ID, Email: o.Email, PhoneNumber: orNil(o.PhoneNumber), Lines: o.Items, Channel: o.Channel,
		Shipping:      orders.Address{Name: o.ShippingName, Address: o.ShippingAddress, Zip: o.ShippingZip, City: o.ShippingCity},
		PaymentMethod: orNil(o.PaymentMethod), AIAgentSource: orNil(o.AIAgentSource),
	}
	if o.BillingName != "" {
		d.Billing = &orders.Address{
			Name: o.BillingName, Address: o.BillingAddress, Zip: o.BillingZip, City: o.BillingCity, Country: o.BillingCountry,
		}
	}
	return d
}

// accept has the order wait for a bill. It is the one status that no move leads
// to: an order has it from its beginning, and Place knows none but
// pending_payment.
func (o *order) accept(ctx context.Context, tx *store.Tx) error {
	before, err := tx.OrderGet(ctx, o.ID)
	if err != nil {
		return err
	}
	rows, err := tx.OrderMove(ctx, db.OrderMoveParams{
		ID: before.ID, SeenStatus: before.Status, SeenUpdatedAt: before.UpdatedAt,
		Status: string(api.OrderStatusPending), Stage: before.Stage, At: tx.After(before.UpdatedAt),
	})
	if err != nil {
		return err
	}
	if rows != 1 {
		return errors.New("the order was changed while it was made")
	}
	type state struct {
		Status string `json:"status"`
	}
	return tx.Audit(audit.Entry{
		EntityType: "order", EntityID: o.ID.String(),
		Before: state{before.Status}, After: state{string(api.OrderStatusPending)},
	})
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
