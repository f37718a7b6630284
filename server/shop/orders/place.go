package orders

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/shop/catalog"
)

// Placed is a new order.
type Placed struct {
	ID     uuid.UUID
	Status api.OrderStatus
	Totals
}

// Place creates an order that waits for its payment, at the current prices and terms, and takes its
// goods from the stock. Its customer is the one with its e-mail, who is made if there is none; an erasure of that customer is waited
// for before anything is locked. The rows are written with the COMMIT.
//
// The error is a product_not_found for a product that is not live, a
// catalog.InsufficientStock for too few pieces, a total_changed, and ErrAmountTooLarge for a sum
// that is too large; after any error the transaction must not commit. The caller checks
// whether the discount may be used and records its use.
func Place(ctx context.Context, tx *store.Tx, d Draft) (Placed, error) {
	if err := d.complete(tx.Now, tx.NewID); err != nil {
		return Placed{}, err
	}
	// Before the products are locked, for which others wait.
	if err := tx.CustomerAwait(ctx, text.Case(d.Email)); err != nil {
		return Placed{}, err
	}
	taken, err := catalog.TakeStock(ctx, tx, d.wanted())
	if err != nil {
		return Placed{}, err
	}
	totals, err := d.totals(taken)
	if err != nil {
		return Placed{}, err
	}
	order := d.row(totals)
	order.EntryID, order.Actor = tx.NewID(), call.From(ctx).Actor // of the creation, in the history
	items := d.items(taken, tx.NewID)
	err = tx.AtCommit(func(q *db.Queries) error {
		return errors.Join(
			q.CustomerMake(ctx, db.CustomerMakeParams{ID: tx.NewID(), Email: d.Email, EmailKey: text.Case(d.Email), At: d.At}),
			q.OrderInsert(ctx, order), q.OrderItemsInsert(ctx, items),
			q.OrderWordsInsert(ctx, db.OrderWordsInsertParams{Words: d.words(), OrderedAt: d.At, OrderID: d.ID}))
	})
	if err != nil {
		return Placed{}, err
	}
	return Placed{d.ID, api.OrderStatusPendingPayment, totals}, auditPlaced(tx, &order, &items)
}

// complete sets the id and the time of a valid draft if they are missing.
func (d *Draft) complete(now time.Time, newID func() uuid.UUID) error {
	if err := d.check(); err != nil {
		return err
	}
	if d.At.IsZero() {
		d.At = now
	}
	d.At = d.At.UTC().Truncate(time.Millisecond) // the database would round it
	if d.ID == uuid.Nil {
		d.ID = newID()
	}
	return nil
}

func (d *Draft) totals(products map[string]catalog.TakenStock) (Totals, error) {
	prices := make([]Price, len(d.Lines))
	for i, line := range d.Lines {
		prices[i] = Price{Unit: products[line.Slug].PriceOere, Quantity: line.Quantity}
	}
	totals, err := Sum(prices, d.Discount, d.Terms)
	if err == nil && d.ExpectedTotal != nil && *d.ExpectedTotal != totals.Total {
		err = problem.Newf(problem.TotalChanged, "The total is %d ore, not %d.", totals.Total, *d.ExpectedTotal)
	}
	return totals, err
}

func (d *Draft) items(products map[string]catalog.TakenStock, newID func() uuid.UUID) db.OrderItemsInsertParams {
	items := db.OrderItemsInsertParams{OrderID: d.ID, OrderedAt: &d.At}
	for _, line := range d.Lines {
		product := products[line.Slug]
		items.Ids, items.Quantities = append(items.Ids, newID()), append(items.Quantities, line.Quantity)
		items.ProductIds, items.ProductNames = append(items.ProductIds, product.ID), append(items.ProductNames, product.Name)
		items.UnitPricesOere = append(items.UnitPricesOere, product.PriceOere)
	}
	return items
}
