package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/discounts"
	"github.com/storefront/storefront/server/shop/orders"
)

// order is an order of data/orders.json: the customer's request, and what has
// happened to the order since.
type order struct {
	ID        uuid.UUID
	Ago       span // before the fill, so that the orders are always recent
	OnAccount bool // paid later by invoice: the order begins as pending
	Moves     []struct {
		To    api.OrderStatus
		After span // after the order was placed
	}
	Tracking []struct {
		After                                span
		Carrier, TrackingNumber, TrackingURL string
	}
	Notes []struct {
		After span
		Text  string
	}
	Refunds []struct {
		After      span
		AmountOere int64
		Reason     string
	}
	Payments []payment

	Email, PhoneNumber                                                   string
	ShippingName, ShippingAddress, ShippingZip, ShippingCity             string
	BillingName, BillingAddress, BillingZip, BillingCity, BillingCountry string
	Items                                                                []orders.Line
	DiscountCode, PaymentMethod, Channel, AIAgentSource                  string
}

// span is a duration such as 26h or 1m30s.
type span time.Duration

// UnmarshalText parses a span.
func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	*s = span(d)
	return err
}

// orderSteps place the orders, and do to each what has happened to it.
func orderSteps(c *contract.Contract, st *store.Store) ([]step, error) {
	list, err := readOrders()
	if err != nil {
		return nil, err
	}
	var steps []step
	for _, o := range list {
		placed := st.Now().Add(-time.Duration(o.Ago))
		// No operation of the contract does this yet. The audit contains nothing about
		// the person.
		steps = append(steps, step{"orders.create", o.ID.String(), o.args(nil), func(ctx context.Context, _ []byte) error {
			if err := at(ctx, st, placed, func(tx *store.Tx) error { return o.place(ctx, tx) }); err != nil || !o.OnAccount {
				return err
			}
			return st.Task(ctx, "demo invoice", func(tx *store.Tx) error { return tx.OrderOnAccount(ctx, o.ID) })
		}})
		for _, e := range o.events() {
			moment := placed.Add(time.Duration(e.after))
			s, err := checked(c, step{e.tool, fmt.Sprintf("%s %s", o.ID, e.name), o.args(e.args), func(ctx context.Context, _ []byte) error {
				return at(ctx, st, moment, func(tx *store.Tx) error { return e.run(ctx, tx) })
			}})
			if err != nil {
				return nil, err
			}
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// at writes with another current time, for the history of the orders.
func at(ctx context.Context, st *store.Store, moment time.Time, fn func(*store.Tx) error) error {
	return st.Write(ctx, func(tx *store.Tx) error {
		tx.Now = moment
		return fn(tx)
	})
}

// args is the body of a call about the order.
func (o *order) args(fields map[string]any) json.RawMessage {
	body := map[string]any{"orderId": o.ID}
	maps.Copy(body, fields)
	text, _ := json.Marshal(body) // texts and numbers always encode
	return text
}

func (o *order) place(ctx context.Context, tx *store.Tx) error {
	settings, err := tx.SettingsGet(ctx)
	if err != nil {
		return err
	}
	draft := o.draft()
	draft.Terms = orders.TermsOf(&settings)
	var discount db.Discount
	if o.DiscountCode != "" {
		if discount, err = tx.DiscountLock(ctx, o.DiscountCode); err != nil {
			return fmt.Errorf("discount %s: %w", o.DiscountCode, err)
		}
		draft.Discount = orders.DiscountOf(&discount)
	}
	if err := tx.CustomerMake(ctx, db.CustomerMakeParams{ID: o.customer(), Email: o.Email, EmailKey: text.Case(o.Email), At: tx.Now}); err != nil {
		return err
	}
	if _, err = orders.Place(ctx, tx, draft); err != nil || draft.Discount == nil {
		return err
	}
	return discounts.Redeem(ctx, tx, &discount)
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
