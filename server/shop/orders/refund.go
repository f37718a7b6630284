package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/store"
)

// OrdersRefund records a refund.
func (h Orders) OrdersRefund(ctx context.Context, req api.OrdersRefundRequestObject) (api.OrdersRefundResponseObject, error) {
	id, err := store.ID(req.Body.OrderId, orderNotFound)
	if err != nil {
		return nil, err
	}
	return store.Answer(ctx, h.Store, func(tx *store.Tx) (api.OrdersRefundResponseObject, error) {
		order, err := RecordRefund(ctx, tx, id, toRefund(req.Body))
		if err == nil { // now that no payment changes the order meanwhile
			err = refuseCharged(ctx, tx.Queries, id)
		}
		return api.OrdersRefund200JSONResponse{Ok: true, Result: api.OrdersRefundResult{
			Id: id.String(), Status: api.OrderStatus(order.Status),
			RefundedOere: order.RefundedOere, RemainingOere: factsOf(&order).remaining(), RefundOwedOere: new(factsOf(&order).owed()),
		}}, err
	})
}

func toRefund(b *api.OrdersRefundRequest) Refund {
	r := Refund{Restock: *b.Restock, Reason: b.Reason, Items: ToRefundItems(b.Items)}
	if b.AmountOere != nil {
		r.AmountOere = *b.AmountOere
	}
	return r
}

// ToRefundItems returns the items of a request; nil for none.
func ToRefundItems(named *[]api.RefundItem) (items []RefundItem) {
	if named == nil {
		return nil
	}
	for _, item := range *named {
		items = append(items, RefundItem{ItemID: item.ItemId, Quantity: item.Quantity})
	}
	return items
}

// Refund is money that was given back at the payment provider: an amount, or the
// price of pieces of the order.
type Refund struct {
	AmountOere int64        // 0 for the price of Items
	Items      []RefundItem // nil for an amount
	Restock    bool         // whether the pieces of Items return to the stock
	Reason     string
}

// RefundItem is a number of pieces of an item of the order.
type RefundItem struct {
	ItemID   string `json:"itemId"`
	Quantity int64  `json:"quantity"`
}

// RecordRefund records a refund, with all its effects on the order, and returns
// the order. Like Move it reads without a lock: of two refunds of the same order
// at once one is told that the order changed.
//
// The error is a validation problem for a refund that no order can have, a
// refund_exceeds_paid for more than is left to refund, and an illegal_transition
// for an order that cannot take the status.
func RecordRefund(ctx context.Context, tx *store.Tx, id uuid.UUID, r Refund) (db.Order, error) {
	before, err := findOrder(ctx, tx.OrderGet, id)
	if err != nil {
		return db.Order{}, err
	}
	if err := r.Check(); err != nil {
		return db.Order{}, err
	}
	items, err := tx.OrderItems(ctx, id)
	if err != nil {
		return db.Order{}, err
	}
	paid, err := newRepayment(&before, items, r)
	if err != nil {
		return db.Order{}, err
	}
	facts := factsOf(&before)
	to := facts.statusAfter(paid.amount)
	if err := facts.checkRefund(to); err != nil {
		return db.Order{}, err
	}
	after := afterMove(before, to, tx.After(before.UpdatedAt))
	after.RefundedOere = before.RefundedOere + paid.amount
	return after, writeMove(ctx, tx, &before, &after, paid)
}

// Check refuses a refund that no order can have.
func (r *Refund) Check() error {
	switch {
	case r.AmountOere == 0 && r.Items == nil:
		return problem.Invalid("/amountOere", schema.CodeRequired, "is required where items is left out",
			`Add "amountOere" to the body, as a whole number of ore.`, schema.Correction{Do: schema.Fit, Value: "number"})
	case r.AmountOere != 0 && r.Items != nil:
		return problem.Invalid("/items", schema.CodeUnknownField, "must be left out where amountOere is sent",
			`Remove "items" from the body, or "amountOere".`, schema.Correction{Do: schema.Remove})
	case r.Restock && r.Items == nil:
		return problem.Invalid("/restock", schema.CodeUnknownField, "must be false where items is left out",
			`Set "restock" to false.`, schema.Correction{Do: schema.Set, Value: "false"})
	}
	for i, item := range r.Items {
		if at := slices.IndexFunc(r.Items[:i], func(other RefundItem) bool { return other.ItemID == item.ItemID }); at >= 0 {
			return problem.Invalid(fmt.Sprintf("/items/%d/itemId", i), schema.CodeEnum, "is there twice",
				fmt.Sprintf(`Name the item %q once, with all its pieces.`, item.ItemID),
				schema.Correction{Do: schema.Merge, At: fmt.Sprintf("/items/%d", i), Other: strconv.Itoa(at)})
		}
	}
	return nil
}

// repayment is a refund that an order can bear. A nil repayment is none.
type repayment struct {
	Refund
	amount int64        // ore
	pieces []itemPieces // of Items, in the order of the products' ids
	actor  string       // who asked for it; "" for the caller

	goodsGone bool // the buyer keeps the goods, whatever becomes of the order
}

// itemPieces are pieces of one item of an order.
type itemPieces struct {
	item  db.OrderItem
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
		return nil, nothingLeft("Nothing was paid for the order.", map[string]any{"paidAt": nil})
	}
	if err := checkPieces(named); err != nil {
		return nil, err
	}
	paid := &repayment{Refund: r, amount: r.AmountOere, pieces: named}
	if r.Items != nil {
		paid.amount = goodsOf(o).refund(items, named)
	}
	sortByProduct(named)
	return paid, paid.checkMoney(facts)
}

// sortByProduct sorts pieces in the order in which all transactions lock products.
func sortByProduct(pieces []itemPieces) {
	slices.SortStableFunc(pieces, func(a, b itemPieces) int { return bytes.Compare(a.item.ProductID[:], b.item.ProductID[:]) })
}

// find returns the pieces of the order's items that a refund names.
func (r *Refund) find(items []db.OrderItem) ([]itemPieces, error) {
	found := make([]itemPieces, len(r.Items))
	for i, wanted := range r.Items {
		at := slices.IndexFunc(items, func(item db.OrderItem) bool { return item.ID.String() == wanted.ItemID })
		if at < 0 {
			field := fmt.Sprintf("items[%d].itemId", i)
			return nil, problem.Invalid(problem.Pointer(field), schema.CodeEnum, "is not the id of an item of the order", "", schema.Correction{}).
				Lookup("orders.get", "items.id", field, "an item")
		}
		found[i] = itemPieces{item: items[at], count: wanted.Quantity}
	}
	return found, nil
}

// checkPieces refuses a refund of more pieces of an item than are left.
func checkPieces(named []itemPieces) error {
	for i, p := range named {
		left := p.item.Quantity - p.item.RefundedQuantity
		if p.count <= left {
			continue
		}
		field := fmt.Sprintf("items[%d].quantity", i)
		advice, next := fmt.Sprintf("Set %q to at most %d.", field, left), problem.Set(field, strconv.FormatInt(left, 10))
		if left == 0 {
			advice = fmt.Sprintf("Leave the item %q out: all its pieces are refunded.", p.item.ID)
			next = problem.Remove(fmt.Sprintf("items[%d]", i))
		}
		return problem.New(problem.RefundExceedsPaid,
			fmt.Sprintf("The refund is for %d pieces of the item %q; of %d ordered %d are not refunded.", p.count, p.item.ID, p.item.Quantity, left), advice).Then(next)
	}
	return nil
}

// checkMoney refuses a refund of more money than remains of an order that was
// paid.
func (r *repayment) checkMoney(f moveFacts) error {
	left := f.remaining()
	if r.amount <= left {
		return nil
	}
	if left == 0 {
		return nothingLeft(fmt.Sprintf("All %d ore that were paid are refunded.", f.TotalOere), map[string]any{"status": api.OrderStatusRefunded})
	}
	advice, next := fmt.Sprintf(`Set "amountOere" to at most %d.`, left), f.refundRest()
	if r.Items != nil {
		advice = fmt.Sprintf(`Refund what remains: set "amountOere" to at most %d, without "items" and "restock".`, left)
	} else {
		next = next[:1]
	}
	return problem.New(problem.RefundExceedsPaid,
		fmt.Sprintf("The refund is %d ore; of the %d that were paid %d remain.", r.amount, f.TotalOere, left), advice).Then(next...)
}

// nothingLeft is the refusal of a refund of an order of which nothing can be
// refunded.
func nothingLeft(why string, because map[string]any) error {
	return problem.New(problem.RefundExceedsPaid, why, "Leave the order as it is: nothing is left to refund.").
		Then(problem.Leave{Op: "orders.get", Because: because})
}

// refundRest are the corrections that make a refund one of all the money that remains.
func (f moveFacts) refundRest() []problem.Step {
	return []problem.Step{problem.Set("amountOere", strconv.FormatInt(f.remaining(), 10)), problem.Remove("items"), problem.Remove("restock")}
}

// remaining returns the money, in ore, that was paid and not refunded yet.
func (f moveFacts) remaining() int64 {
	if !f.Paid {
		return 0
	}
	return f.TotalOere - f.RefundedOere
}

// statusAfter returns the status that the order takes with a refund.
func (f moveFacts) statusAfter(amount int64) api.OrderStatus {
	if amount == f.remaining() {
		return api.OrderStatusRefunded
	}
	return api.OrderStatusPartialRefund
}

// checkRefund refuses a refund that would move the order where it cannot go. A
// further refund in part leaves it where it is.
func (f moveFacts) checkRefund(to api.OrderStatus) error {
	if part := api.OrderStatusPartialRefund; f.Status == part && to == part {
		return nil
	}
	err := f.check(to)
	if p, ok := errors.AsType[*problem.Error](err); ok && f.refusal(api.OrderStatusRefunded) == "" {
		p.Resolution = fmt.Sprintf(`Refund all that remains: set "amountOere" to %d, without "items" and "restock".`, f.remaining())
		return p.Then(f.refundRest()...)
	}
	return err
}

// goodsPrice is the price of goods before a discount, and the discount, in ore.
type goodsPrice struct{ subtotal, discount int64 }

func goodsOf(o *db.Order) goodsPrice {
	return goodsPrice{subtotal: o.SubtotalOere, discount: o.DiscountOere}
}

// refund returns the amount, in ore, for further pieces of an order: their price
// less their share of the discount.
//
// The share is not rounded for each refund, but for all pieces refunded so far:
// so refunds of all pieces, in any sequence, sum to what the goods cost.
func (g goodsPrice) refund(items []db.OrderItem, further []itemPieces) int64 {
	var before, more int64
	for _, item := range items {
		before += item.UnitPriceOere * item.RefundedQuantity
	}
	for _, p := range further {
		more += p.item.UnitPriceOere * p.count
	}
	return g.net(before+more) - g.net(before)
}

// net returns what goods of a price before the discount cost after it; the
// discount is rounded half up.
func (g goodsPrice) net(price int64) int64 {
	if g.discount == 0 {
		return price
	}
	return price - share(price, g.discount, g.subtotal)
}
