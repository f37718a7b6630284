package demo

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/orders"
)

func (o *order) place(ctx context.Context, tx *store.Tx) error {
	settings, err := tx.SettingsGet(ctx)
	if err != nil {
		return err
	}
	draft := o.draft()
	draft.Terms = orders.TermsOf(&settings)
	if o.DiscountCode != "" {
		discount, err := tx.DiscountLock(ctx, o.DiscountCode)
		if err != nil {
			return fmt.Errorf("discount %s: %w", o.DiscountCode, err)
		}
		draft.Discount = orders.DiscountOf(&discount)
	}
	if err := tx.CustomerMake(ctx, db.CustomerMakeParams{ID: o.customer(), Email: o.Email, EmailKey: text.Case(o.Email), At: tx.Now}); err != nil {
		return err
	}
	_, err = orders.Place(ctx, tx, draft)
	return err
}

// customer returns the id of the customer, for the examples of the contract: that
// of order …103 has …703.
func (o *order) customer() uuid.UUID {
	id := o.ID
	id[len(id)-2] = 7
	return id
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

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
