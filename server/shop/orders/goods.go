package orders

import "github.com/storefront/storefront/gen/db"

// reduced is the price of goods before a discount, and the discount, in ore.
type reduced struct{ subtotal, discount int64 }

func goods(o *db.Order) reduced { return reduced{subtotal: o.SubtotalOere, discount: o.DiscountOere} }

// refund returns the amount, in ore, for further pieces of an order: their price
// less their share of the discount.
//
// The share is not rounded for each refund, but for all pieces refunded so far:
// so refunds of all pieces, in any sequence, sum to what the goods cost.
func (g reduced) refund(items []db.OrderItem, further []pieces) int64 {
	var before, more int64
	for _, item := range items {
		before += item.UnitPriceOere * item.RefundedQuantity
	}
	for _, p := range further {
		more += p.of.UnitPriceOere * p.count
	}
	return g.net(before+more) - g.net(before)
}

// net returns what goods of a price before the discount cost after it; the
// discount is rounded half up.
func (g reduced) net(price int64) int64 {
	if g.discount == 0 {
		return price
	}
	return price - share(price, g.discount, g.subtotal)
}
