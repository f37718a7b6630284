package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/store"
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
