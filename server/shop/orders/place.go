package orders

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/stock"
)

// Place creates an order that waits for its payment, or for the shop if it is on
// account, at the current prices, and takes its goods from the stock.
//
// The error is a product_not_found for a product that is not live, a
// stock.Insufficient for too few pieces, and ErrAmountTooLarge for a sum that is
// too large; after any error the transaction must not commit. The caller checks
// whether the discount may be used and records its use.
func Place(ctx context.Context, tx *store.Tx, d Draft) (uuid.UUID, error) {
	if err := d.complete(tx.Now); err != nil {
		return uuid.Nil, err
	}
	taken, err := stock.Take(ctx, tx, d.wanted())
	if err != nil {
		return uuid.Nil, err
	}
	totals, err := d.totals(taken)
	if err != nil {
		return uuid.Nil, err
	}
	order := d.row(totals)
	order.EntryID, order.Actor = uuid.Must(uuid.NewV7()), call.From(ctx).Actor // of the creation, in the history
	items, err := d.items(taken)
	if err != nil {
		return uuid.Nil, err
	}
	if err := tx.OrderInsert(ctx, order); err != nil {
		return uuid.Nil, err
	}
	if err := store.Batched(tx.OrderItemInsert(ctx, items)); err != nil {
		return uuid.Nil, err
	}
	if err := tx.OrderWordsInsert(ctx, db.OrderWordsInsertParams{Words: d.words(), OrderedAt: d.At, OrderID: d.ID}); err != nil {
		return uuid.Nil, err
	}
	return d.ID, auditPlaced(tx, &order, items)
}

// complete sets the id and the time of a valid draft if they are missing.
func (d *Draft) complete(now time.Time) (err error) {
	if err = d.check(); err != nil {
		return err
	}
	if d.At.IsZero() {
		d.At = now
	}
	d.At = d.At.UTC().Truncate(time.Millisecond) // the database would round it
	if d.ID == uuid.Nil {
		d.ID, err = uuid.NewV7()
	}
	return err
}

func (d *Draft) totals(products map[string]stock.Taken) (Totals, error) {
	prices := make([]price, len(d.Lines))
	for i, line := range d.Lines {
		prices[i] = price{unit: products[line.Slug].PriceOere, quantity: line.Quantity}
	}
	return sum(prices, d.Discount, DefaultTerms)
}

func (d *Draft) items(products map[string]stock.Taken) ([]db.OrderItemInsertParams, error) {
	items := make([]db.OrderItemInsertParams, len(d.Lines))
	for i, line := range d.Lines {
		id, err := uuid.NewV7()
		if err != nil {
			return nil, err
		}
		product := products[line.Slug]
		items[i] = db.OrderItemInsertParams{
			ID: id, OrderID: d.ID, OrderedAt: &d.At, Line: int32(i + 1), // at most maxLines
			ProductID: product.ID, ProductName: product.Name, UnitPriceOere: product.PriceOere, Quantity: line.Quantity,
		}
	}
	return items, nil
}
