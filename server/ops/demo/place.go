package demo

import (
	"context"
	"fmt"

	"github.com/storefront/storefront/server/platform/store"
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
	_, err = orders.Place(ctx, tx, draft)
	return err
}

func (o *order) draft() orders.Draft {
	d := orders.Draft{
		ID: o.ID, Email: o.Email, PhoneNumber: orNil(o.PhoneNumber), Lines: o.Items, Channel: o.Channel, OnAccount: o.OnAccount,
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
