package demo

import (
	"context"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/payments"
	"github.com/storefront/storefront/server/shop/testbank"
)

// payment is a payment of an order of data/orders.json: one of provider test has been made, one of provider manual waits for a person.
type payment struct {
	ID       uuid.UUID
	After    span // after the order was placed
	Provider string
	Reserved bool // the money is taken when the order is shipped
}

func (p *payment) make(ctx context.Context, tx *store.Tx, order uuid.UUID) error {
	o, err := tx.OrderGet(ctx, order)
	if err != nil {
		return err
	}
	row := &db.Payment{ID: p.ID, OrderID: order, Provider: p.Provider, AmountOere: o.TotalOere, CaptureOn: "payment"}
	if p.Reserved {
		row.CaptureOn = "shipment"
	}
	said := payments.State{Status: payments.RequiresAction}
	if p.Provider == testbank.Name {
		if said, err = testbank.Enter(ctx, tx, payments.Begin{Payment: p.ID, AmountOere: o.TotalOere, CaptureLater: p.Reserved, Key: p.ID.String()}); err != nil {
			return err
		}
		_, err = tx.PaymentMessageInsert(ctx, db.PaymentMessageInsertParams{
			Provider: p.Provider, ID: "test_msg_" + p.ID.String(), PaymentID: p.ID, Type: "payment." + string(said.Status), At: tx.Now,
		})
		if err != nil {
			return err
		}
	} else {
		row.Livemode = payments.Manual{}.Live()
	}
	return payments.Record(ctx, tx, row, said)
}
