package orders

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/storefront/storefront/gen/api"
)

// usual are the terms of a new shop.
var usual = Terms{ShippingFeeOere: 4900, FreeShippingFromOere: 49900, VATPPM: 250_000}

func TestSum(t *testing.T) {
	t.Parallel()
	percent := func(v int64) *Discount { return &Discount{Type: api.DiscountTypePercent, Value: v} }
	fixed := func(v int64) *Discount { return &Discount{Type: api.DiscountTypeFixed, Value: v} }
	for _, c := range []struct {
		name     string
		lines    []Price
		discount *Discount
		want     Totals
	}{
		{"the contract's example", []Price{{129900, 2}}, percent(10), Totals{259800, 25980, 0, 233820, 46764}},
		{"below free shipping", []Price{{49899, 1}}, nil, Totals{49899, 0, 4900, 54799, 10960}},
		{"just free shipping", []Price{{24950, 2}}, nil, Totals{49900, 0, 0, 49900, 9980}},
		{"free shipping counts before the discount", []Price{{49900, 1}}, percent(50), Totals{49900, 24950, 0, 24950, 4990}},
		{"a discount does not touch the shipping", []Price{{1000, 1}}, percent(100), Totals{1000, 1000, 4900, 4900, 980}},
		{"a fixed discount", []Price{{1000, 3}}, fixed(500), Totals{3000, 500, 4900, 7400, 1480}},
		{"a fixed discount larger than the goods", []Price{{1000, 1}}, fixed(MaxAmount), Totals{1000, 1000, 4900, 4900, 980}},
		{"everything free", []Price{{50000, 1}}, percent(100), Totals{50000, 50000, 0, 0, 0}},
		{"half an ore goes up", []Price{{50, 1}}, percent(15), Totals{50, 8, 4900, 4942, 988}},
		{"less than half an ore goes down", []Price{{49, 1}}, percent(15), Totals{49, 7, 4900, 4942, 988}},
		{"nothing", nil, percent(10), Totals{}},
		{"several lines", []Price{{100, 1}, {250, 2}, {1, 999}}, nil, Totals{1599, 0, 4900, 6499, 1300}},
		{"as large as can be", []Price{{MaxAmount, 1}}, nil, Totals{MaxAmount, 0, 0, MaxAmount, 1801439850948198}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Sum(c.lines, c.discount, usual)
			if err != nil || got != c.want {
				t.Errorf("%+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

func TestSumTooLarge(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string][]Price{
		"one line":  {{MaxAmount, 2}},
		"far":       {{MaxAmount, 999}},
		"two lines": {{MaxAmount, 1}, {1, 1}},
	} {
		if got, err := Sum(lines, nil, usual); !errors.Is(err, ErrAmountTooLarge) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	dear := Terms{ShippingFeeOere: 1, FreeShippingFromOere: MaxAmount + 1}
	if got, err := Sum([]Price{{MaxAmount, 1}}, nil, dear); !errors.Is(err, ErrAmountTooLarge) {
		t.Errorf("with shipping: %+v, %v", got, err)
	}
}

// TestSumAgainstFractions compares with exact arithmetic.
func TestSumAgainstFractions(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 1)) // the same numbers in every run
		lines := make([]Price, 1+random.IntN(5))
		subtotal := new(big.Rat)
		for i := range lines {
			lines[i] = Price{1 + random.Int64N(1<<random.IntN(43)), 1 + random.Int64N(maxQuantity)}
			subtotal.Add(subtotal, big.NewRat(lines[i].Unit*lines[i].Quantity, 1))
		}
		d := &Discount{Type: api.DiscountTypePercent, Value: 1 + random.Int64N(100)}
		terms := Terms{ShippingFeeOere: random.Int64N(50001), FreeShippingFromOere: random.Int64N(1_000_001), VATPPM: random.Int64N(million + 1)}
		got, err := Sum(lines, d, terms)
		if err != nil {
			t.Fatal(seed, err)
		}
		discount := halfUp(new(big.Rat).Mul(subtotal, big.NewRat(d.Value, 100)))
		vat := halfUp(new(big.Rat).Mul(big.NewRat(got.Total, 1), big.NewRat(terms.VATPPM, million+terms.VATPPM)))
		if big.NewRat(got.Subtotal, 1).Cmp(subtotal) != 0 || got.Discount != discount || got.VAT != vat ||
			got.Total != got.Subtotal-got.Discount+got.Shipping || got.Total < 0 {
			t.Errorf("seed %d: %+v, want the discount %d and the VAT %d", seed, got, discount, vat)
		}
	}
}

func halfUp(x *big.Rat) int64 {
	x = new(big.Rat).Add(x, big.NewRat(1, 2))
	return new(big.Int).Div(x.Num(), x.Denom()).Int64()
}
