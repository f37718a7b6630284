package orders

import (
	"math/bits"

	"github.com/storefront/storefront/gen/db"
)

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
	// Neither the price nor the discount exceeds the subtotal: their product has up
	// to 106 bits, and the quotient 53.
	whole := uint64(g.subtotal)                                //nolint:gosec // amounts are not negative
	high, low := bits.Mul64(uint64(price), uint64(g.discount)) //nolint:gosec // as above
	share, rest := bits.Div64(high, low, whole)
	if rest >= whole-rest {
		share++
	}
	return price - int64(share) //nolint:gosec // at most the discount
}
