package orders

import (
	"errors"
	"math/bits"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
)

// MaxAmount is the largest amount of an order, in ore: the largest integer that
// every JSON reader represents exactly.
const MaxAmount = 9007199254740991

// ErrAmountTooLarge reports that the sum of an order exceeds MaxAmount.
var ErrAmountTooLarge = errors.New("orders: the sum is larger than 9007199254740991")

// Terms are the shipping terms and the VAT of the shop.
type Terms struct {
	ShippingFeeOere      int64
	FreeShippingFromOere int64 // orders of at least this amount, before the discount, ship free
	VATPPM               int64 // parts per million: 250000 is 25 %
}

// TermsOf returns the terms that the owner has set.
func TermsOf(s *db.Setting) Terms {
	return Terms{ShippingFeeOere: s.ShippingFeeOere, FreeShippingFromOere: s.FreeShippingThresholdOere, VATPPM: int64(s.VatRatePpm)}
}

// Discount is the reduction by a discount code.
type Discount struct {
	Code  string
	Type  api.DiscountType
	Value int64 // percent or ore
}

// DiscountOf returns the reduction by a discount code; nil for nil.
func DiscountOf(d *db.Discount) *Discount {
	if d == nil {
		return nil
	}
	return &Discount{Code: d.Code, Type: api.DiscountType(d.Type), Value: d.Value}
}

// Totals are the amounts of an order in ore.
type Totals struct{ Subtotal, Discount, Shipping, Total, VAT int64 }

// TotalsOf returns the amounts of an order as they were stored.
func TotalsOf(o *db.Order) Totals {
	t := Totals{Subtotal: o.SubtotalOere, Discount: o.DiscountOere, Shipping: o.ShippingOere, Total: o.TotalOere}
	if o.VatOere != nil {
		t.VAT = *o.VatOere
	}
	return t
}

// Price is the price and the quantity of a line.
type Price struct{ Unit, Quantity int64 }

// Sum returns the amounts of a cart or an order: the discount is taken off the goods
// alone, and the VAT is contained in the total. Without lines there is no shipping. The
// error is ErrAmountTooLarge.
func Sum(lines []Price, d *Discount, terms Terms) (Totals, error) {
	var t Totals
	for _, line := range lines {
		if line.Unit > (MaxAmount-t.Subtotal)/line.Quantity { // checked before multiplying, which could overflow
			return Totals{}, ErrAmountTooLarge
		}
		t.Subtotal += line.Unit * line.Quantity
	}
	t.Discount = d.off(t.Subtotal)
	if len(lines) > 0 && t.Subtotal < terms.FreeShippingFromOere {
		t.Shipping = terms.ShippingFeeOere
	}
	if t.Subtotal-t.Discount > MaxAmount-t.Shipping {
		return Totals{}, ErrAmountTooLarge
	}
	t.Total = t.Subtotal - t.Discount + t.Shipping
	t.VAT = share(t.Total, terms.VATPPM, million+terms.VATPPM)
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

const million = 1_000_000

// share returns amount × part / whole, rounded half up, for a part of at most the whole.
// The product may be larger than 64 bits.
func share(amount, part, whole int64) int64 {
	high, low := bits.Mul64(uint64(amount), uint64(part))
	quotient, rest := bits.Div64(high, low, uint64(whole))
	if rest >= uint64(whole)-rest {
		quotient++
	}
	return int64(quotient)
}
