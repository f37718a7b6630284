package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
)

// repayment is a refund that an order can bear. A nil repayment is none.
type repayment struct {
	Refund
	amount int64    // ore
	pieces []pieces // of Items, in the order of the products' ids
}

// pieces are pieces of one item of an order.
type pieces struct {
	of    db.OrderItem
	count int64
}

// newRepayment returns what a refund of an order is in money and pieces, or the
// refusal of one that is more than is left of either.
func newRepayment(o *db.Order, items []db.OrderItem, r Refund) (*repayment, error) {
	named, err := r.find(items)
	if err != nil {
		return nil, err
	}
	facts := factsOf(o)
	if !facts.Paid {
		return nil, nothingLeft("Nothing was paid for the order.")
	}
	if err := checkPieces(named); err != nil {
		return nil, err
	}
	paid := &repayment{Refund: r, amount: r.AmountOere, pieces: named}
	if r.Items != nil {
		paid.amount = goods(o).refund(items, named)
	}
	slices.SortStableFunc(named, func(a, b pieces) int { return bytes.Compare(a.of.ProductID[:], b.of.ProductID[:]) })
	return paid, paid.checkMoney(facts)
}

// takeItems records the pieces as refunded, and returns to the stock those that
// the refund wants there, as far as they are not there yet. It returns their
// number.
func (r *repayment) takeItems(ctx context.Context, tx *store.Tx, restock bool) (int64, error) {
	if r == nil || len(r.pieces) == 0 {
		return 0, nil
	}
	var sum int64
	params := make([]db.OrderItemRefundParams, len(r.pieces))
	var back []catalog.Pieces
	for i, p := range r.pieces {
		params[i] = db.OrderItemRefundParams{ID: p.of.ID, Pieces: p.count}
		if out := min(p.count, p.of.Quantity-p.of.RestockedQuantity); r.Restock && restock && out > 0 {
			params[i].Restocked = out
			back = append(back, catalog.Pieces{ProductID: p.of.ProductID, Pieces: out})
			sum += out
		}
	}
	if err := store.Batched(tx.OrderItemRefund(ctx, params)); err != nil || sum == 0 {
		return 0, err
	}
	return sum, catalog.GiveStock(ctx, tx, back)
}

// reason returns why the money was given back; nil for a move.
func (r *repayment) reason() *string {
	if r == nil {
		return nil
	}
	return &r.Reason
}

// itemsJSON returns the items as the database keeps them; nil for an amount.
func (r *repayment) itemsJSON() ([]byte, error) {
	if r == nil || r.Items == nil {
		return nil, nil
	}
	return json.Marshal(r.Items)
}
