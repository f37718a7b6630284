package orders

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/discounts"
)

// giveBackStock gives goods of an order back to the stock: all that are left when it is
// cancelled or refunded before it was shipped, else those that the refund names; none when
// they are gone. It returns the number of pieces. r is nil for a move.
func giveBackStock(ctx context.Context, tx *store.Tx, after *db.Order, r *repayment) (int64, error) {
	all := returnsAllGoods(after) && (r == nil || !r.goodsGone)
	pieces, err := r.refundItems(ctx, tx, !all)
	if err != nil || !all {
		return pieces, err
	}
	return giveBackAll(ctx, tx, after.ID)
}

// returnsAllGoods reports whether the goods of an order return to the stock when
// it takes its status: they do when it was cancelled, and when it was refunded
// before it was shipped.
func returnsAllGoods(o *db.Order) bool {
	switch api.OrderStatus(o.Status) {
	case api.OrderStatusCancelled:
		return true
	case api.OrderStatusRefunded:
		return stageRank(o.Stage) < stageRank(string(api.OrderStatusShipped))
	}
	return false
}

// giveBackAll gives back everything that the order took and has not given back yet,
// and returns the number of pieces.
func giveBackAll(ctx context.Context, tx *store.Tx, order uuid.UUID) (int64, error) {
	out, err := tx.OrderItemsOut(ctx, order)
	if err != nil || len(out) == 0 {
		return 0, err
	}
	pieces := make([]catalog.Pieces, len(out))
	for i, item := range out { // in the order of the products' ids
		pieces[i] = piecesOf(item.ProductID, item.VariantID, item.Pieces)
	}
	given, err := catalog.GiveStock(ctx, tx, pieces)
	if err != nil {
		return 0, err
	}
	var sum int64
	var back []uuid.UUID
	for i, item := range out {
		if given[i] {
			back, sum = append(back, item.ID), sum+item.Pieces
		}
	}
	return sum, tx.OrderItemsRestocked(ctx, back)
}

// piecesOf returns pieces of an item. Only the program writes variants' ids; what else is in the column is none.
func piecesOf(product uuid.UUID, variant *string, pieces int64) catalog.Pieces {
	p := catalog.Pieces{ProductID: product, Pieces: pieces}
	if variant != nil {
		p.Variant, _ = store.ParseID(*variant)
	}
	return p
}

// refundItems records the pieces as refunded, and gives those back to the stock that the
// refund wants there, as far as they are not there yet. It returns their number.
func (r *repayment) refundItems(ctx context.Context, tx *store.Tx, restock bool) (int64, error) {
	if r == nil || len(r.pieces) == 0 {
		return 0, nil
	}
	params := make([]db.OrderItemRefundParams, len(r.pieces))
	var back []catalog.Pieces
	var places []int // of back, in params
	for i, p := range r.pieces {
		params[i] = db.OrderItemRefundParams{ID: p.item.ID, Pieces: p.count}
		if out := min(p.count, p.item.Quantity-p.item.RestockedQuantity); r.Restock && restock && out > 0 {
			back, places = append(back, piecesOf(p.item.ProductID, p.item.VariantID, out)), append(places, i)
		}
	}
	given, err := catalog.GiveStock(ctx, tx, back)
	if err != nil {
		return 0, err
	}
	var sum int64
	for i, place := range places {
		if given[i] {
			params[place].Restocked = back[i].Pieces
			sum += back[i].Pieces
		}
	}
	return sum, store.Batched(tx.OrderItemRefund(ctx, params))
}

// giveBackUse gives the use of its discount code back when an order is cancelled that was never paid.
func giveBackUse(ctx context.Context, tx *store.Tx, before, after *db.Order) error {
	if before.Status == after.Status || after.Status != string(api.OrderStatusCancelled) || after.PaidAt != nil {
		return nil
	}
	return discounts.Return(ctx, tx, after)
}

// recordMoney records the money that was given back, if any was.
func recordMoney(ctx context.Context, tx *store.Tx, before, after *db.Order, r *repayment, pieces int64) error {
	amount := after.RefundedOere - before.RefundedOere
	if amount == 0 && r == nil {
		return nil
	}
	items, err := r.itemsJSON()
	if err != nil {
		return err
	}
	return tx.OrderRefundInsert(ctx, db.OrderRefundInsertParams{
		ID: tx.NewID(), OrderID: after.ID, At: after.UpdatedAt, AmountOere: amount,
		Reason: r.reason(), Actor: r.by(ctx), Items: items, Restocked: pieces,
	})
}

// reason returns why the money was given back; nil for a move.
func (r *repayment) reason() *string {
	if r == nil {
		return nil
	}
	return &r.Reason
}

// by returns who had the money given back: the caller, unless it was asked for before.
func (r *repayment) by(ctx context.Context) string {
	if r != nil && r.actor != "" {
		return r.actor
	}
	return call.From(ctx).Actor
}

// itemsJSON returns the items as the database keeps them; nil for an amount.
func (r *repayment) itemsJSON() ([]byte, error) {
	if r == nil {
		return nil, nil
	}
	return RefundItemsJSON(r.Items)
}

// RefundItemsJSON returns the items of a refund as the database keeps them; nil for none.
func RefundItemsJSON(items []RefundItem) ([]byte, error) {
	if items == nil {
		return nil, nil
	}
	return json.Marshal(items)
}
