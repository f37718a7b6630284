package orders

import (
	"errors"

	"github.com/storefront/storefront/gen/api"
)

// maxAmount is the largest amount of an order, in ore: the largest integer that
// every JSON reader represents exactly.
const maxAmount = 9007199254740991

// ErrAmountTooLarge reports that the sum of an order exceeds maxAmount.
var ErrAmountTooLarge = errors.New("orders: the sum is larger than 9007199254740991")

// Terms are the shipping terms and the VAT of the shop.
type Terms struct {
	ShippingFeeOere      int64
	FreeShippingFromOere int64 // orders of at least this amount, before the discount, ship free
	VATPercent           int64
}

// DefaultTerms apply until the shop sets its own.
var DefaultTerms = Terms{ShippingFeeOere: 4900, FreeShippingFromOere: 49900, VATPercent: 25}

// Discount is the reduction by a discount code.
type Discount struct {
	Code  string
	Type  api.DiscountType
	Value int64 // percent or ore
}

// Totals are the amounts of an order in ore.
type Totals struct{ Subtotal, Discount, Shipping, Total, VAT int64 }

// price is the price and the quantity of a line.
type price struct{ unit, quantity int64 }

// sum returns the amounts of an order: the discount is taken off the goods
// alone, and the VAT is contained in the total.
func sum(lines []price, d *Discount, terms Terms) (Totals, error) {
	var t Totals
	for _, line := range lines {
		if line.unit > (maxAmount-t.Subtotal)/line.quantity { // checked before multiplying, which could overflow
			return Totals{}, ErrAmountTooLarge
		}
		t.Subtotal += line.unit * line.quantity
	}
	t.Discount = d.off(t.Subtotal)
	if t.Subtotal < terms.FreeShippingFromOere {
		t.Shipping = terms.ShippingFeeOere
	}
	if t.Subtotal-t.Discount > maxAmount-t.Shipping {
		return Totals{}, ErrAmountTooLarge
	}
	t.Total = t.Subtotal - t.Discount + t.Shipping
	t.VAT = share(t.Total, terms.VATPercent, 100+terms.VATPercent)
	return t, nil
}

// off returns the reduction of a subtotal, at most the subtotal.
func (d *Discount) off(subtotal int64) int64 {
	switch {
	case d == nil:
		return 0
	case d.Type == api.DiscountTypePercent:
		return min(share(subtotal, d.Value, 100), subtotal)
	}
	return min(d.Value, subtotal)
}

// share returns amount × part / whole, rounded half up. It does not overflow for
// amounts up to maxAmount and parts up to 500.
func share(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }
