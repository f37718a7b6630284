package orders

import (
	"errors"
	"fmt"
	"slices"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
)

// check refuses a refund that no order can have.
func (r *Refund) check() error {
	switch {
	case r.AmountOere == 0 && r.Items == nil:
		return problem.Invalid("/amountOere", schema.CodeRequired, "is required where items is left out",
			`Add "amountOere" to the body, as a whole number of ore.`)
	case r.AmountOere != 0 && r.Items != nil:
		return problem.Invalid("/items", schema.CodeUnknownField, "must be left out where amountOere is sent",
			`Remove "items" from the body, or "amountOere".`)
	case r.Restock && r.Items == nil:
		return problem.Invalid("/restock", schema.CodeUnknownField, "must be false where items is left out",
			`Set "restock" to false.`)
	}
	for i, item := range r.Items {
		if slices.ContainsFunc(r.Items[:i], func(other RefundItem) bool { return other.ItemID == item.ItemID }) {
			return problem.Invalid(fmt.Sprintf("/items/%d/itemId", i), schema.CodeEnum, "is there twice",
				fmt.Sprintf(`Name the item %q once, with all its pieces.`, item.ItemID))
		}
	}
	return nil
}

// find returns the pieces of the order's items that a refund names.
func (r *Refund) find(items []db.OrderItem) ([]pieces, error) {
	found := make([]pieces, len(r.Items))
	for i, wanted := range r.Items {
		at := slices.IndexFunc(items, func(item db.OrderItem) bool { return item.ID.String() == wanted.ItemID })
		if at < 0 {
			return nil, problem.Invalid(fmt.Sprintf("/items/%d/itemId", i), schema.CodeEnum, "is not the id of an item of the order",
				fmt.Sprintf(`Call orders.get and set "items[%d].itemId" to the id of an item.`, i))
		}
		found[i] = pieces{of: items[at], count: wanted.Quantity}
	}
	return found, nil
}

// remaining returns the money, in ore, that was paid and not refunded yet.
func (f Facts) remaining() int64 {
	if !f.Paid {
		return 0
	}
	return f.TotalOere - f.RefundedOere
}

// checkMoney refuses a refund of more money than remains of an order that was
// paid.
func (r *repayment) checkMoney(f Facts) error {
	left := f.remaining()
	if r.amount <= left {
		return nil
	}
	if left == 0 {
		return nothingLeft(fmt.Sprintf("All %d ore that were paid are refunded.", f.TotalOere))
	}
	advice := fmt.Sprintf(`Set "amountOere" to at most %d.`, left)
	if r.Items != nil {
		advice = fmt.Sprintf(`Refund what remains: set "amountOere" to at most %d, without "items" and "restock".`, left)
	}
	return problem.New(problem.RefundExceedsPaid,
		fmt.Sprintf("The refund is %d ore; of the %d that were paid %d remain.", r.amount, f.TotalOere, left), advice)
}

// nothingLeft is the refusal of a refund of an order of which nothing can be
// refunded.
func nothingLeft(why string) error {
	return problem.New(problem.RefundExceedsPaid, why, "Leave the order as it is: nothing is left to refund.")
}

// checkPieces refuses a refund of more pieces of an item than are left.
func checkPieces(named []pieces) error {
	for i, p := range named {
		left := p.of.Quantity - p.of.RefundedQuantity
		if p.count <= left {
			continue
		}
		advice := fmt.Sprintf(`Set "items[%d].quantity" to at most %d.`, i, left)
		if left == 0 {
			advice = fmt.Sprintf("Leave the item %q out: all its pieces are refunded.", p.of.ID)
		}
		return problem.New(problem.RefundExceedsPaid,
			fmt.Sprintf("The refund is for %d pieces of the item %q; of %d ordered %d are not refunded.", p.count, p.of.ID, p.of.Quantity, left), advice)
	}
	return nil
}

// statusAfter returns the status that the order takes with a refund.
func (f Facts) statusAfter(amount int64) api.OrderStatus {
	if amount == f.remaining() {
		return api.OrderStatusRefunded
	}
	return api.OrderStatusPartialRefund
}

// checkRefund refuses a refund that would move the order where it cannot go. A
// further refund in part leaves it where it is.
func (f Facts) checkRefund(to api.OrderStatus) error {
	if part := api.OrderStatusPartialRefund; f.Status == part && to == part {
		return nil
	}
	err := f.check(to)
	if p, ok := errors.AsType[*problem.Error](err); ok && f.refusal(api.OrderStatusRefunded) == "" {
		p.Resolution = fmt.Sprintf(`Refund all that remains: set "amountOere" to %d, without "items" and "restock".`, f.remaining())
	}
	return err
}
