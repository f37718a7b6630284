package orders

import (
	"errors"

	"github.com/storefront/storefront/gen/api"
)

// maxAmount is the largest amount that an order holds: the largest integer
// that every reader of JSON keeps exactly.
const maxAmount = 9007199254740991

// ErrAmountTooLarge says that the sum of an order outgrows what can be told.
var ErrAmountTooLarge = errors.New("orders: the sum is larger than 9007199254740991")

// Terms are what the shop adds to the goods.
type Terms struct {
	ShippingFeeOere      int64
	FreeShippingFromOere int64 // goods of this worth, before the discount, travel free
	VATPercent           int64
}

// DefaultTerms hold until the shop sets its own.
var DefaultTerms = Terms{ShippingFeeOere: 4900, FreeShippingFromOere: 49900, VATPercent: 25}

// Discount is what a code takes off the goods.
type Discount struct {
	Code  string
	Type  api.DiscountType
	Value int64 // percent or ore
}

// Totals are the amounts of an order in ore.
type Totals struct{ Subtotal, Discount, Shipping, Total, VAT int64 }

// price is a line as Sum needs it.
type price struct{ unit, quantity int64 }

// sum returns the amounts of an order: the discount is taken off the goods
// alone, and the VAT is contained in the total.
func sum(lines []price, d *Discount, terms Terms) (Totals, error) {
	var t Totals
	for _, line := range lines {
		if line.unit > (maxAmount-t.Subtotal)/line.quantity { // without overflowing on the way
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

// off returns what the discount takes off goods of that worth, which is never
// more than they are worth.
func (d *Discount) off(subtotal int64) int64 {
	switch {
	case d == nil:
		return 0
	case d.Type == api.DiscountTypePercent:
		return min(share(subtotal, d.Value, 100), subtotal)
	}
	return min(d.Value, subtotal)
}

// share returns amount × part / whole, half an ore rounded up. Amounts up to
// maxAmount and parts up to 500 do not overflow.
func share(amount, part, whole int64) int64 { return (2*amount*part + whole) / (2 * whole) }
