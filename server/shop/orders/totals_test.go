package orders

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
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

// TestRefundsOfAllPiecesSumToThePriceOfTheGoods refunds all pieces of random
// orders in random parts and in a random sequence.
func TestRefundsOfAllPiecesSumToThePriceOfTheGoods(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 4)) // the same numbers in every run
		items := make([]db.OrderItem, 1+random.IntN(6))
		var subtotal int64
		for i := range items {
			items[i].Line = int32(i)
			items[i].UnitPriceOere, items[i].Quantity = random.Int64N(1<<random.IntN(40)), 1+random.Int64N(maxQuantity)
			subtotal += items[i].UnitPriceOere * items[i].Quantity
		}
		g := goodsPrice{subtotal: subtotal, discount: random.Int64N(subtotal + 1)}
		var sum int64
		for left(items) > 0 {
			further := draw(random, items)
			amount := g.refund(items, further)
			if amount < 0 {
				t.Fatalf("seed %d: a refund of %d", seed, amount)
			}
			sum += amount
			for _, p := range further {
				items[p.item.Line].RefundedQuantity += p.count
			}
		}
		if sum != subtotal-g.discount {
			t.Errorf("seed %d: the refunds sum to %d, the goods cost %d", seed, sum, subtotal-g.discount)
		}
	}
}

func left(items []db.OrderItem) (pieces int64) {
	for _, item := range items {
		pieces += item.Quantity - item.RefundedQuantity
	}
	return pieces
}

// draw returns some of the pieces that are left, of some of the items.
func draw(random *rand.Rand, items []db.OrderItem) (drawn []itemPieces) {
	for i := range items {
		if most := items[i].Quantity - items[i].RefundedQuantity; most > 0 && random.IntN(2) == 0 {
			drawn = append(drawn, itemPieces{item: items[i], count: 1 + random.Int64N(most)})
		}
	}
	return drawn
}

// TestNetAgainstFractions compares with exact arithmetic, up to the largest
// amounts.
func TestNetAgainstFractions(t *testing.T) {
	t.Parallel()
	largest := goodsPrice{subtotal: MaxAmount, discount: MaxAmount}
	if got := largest.net(MaxAmount); got != 0 {
		t.Errorf("the largest amount, for nothing: %d", got)
	}
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 5)) // the same numbers in every run
		subtotal := 1 + random.Int64N(MaxAmount>>random.IntN(50))
		g := goodsPrice{subtotal: subtotal, discount: random.Int64N(subtotal + 1)}
		price := random.Int64N(subtotal + 1)
		share := new(big.Rat).Mul(big.NewRat(price, 1), big.NewRat(g.discount, subtotal))
		if got, want := g.net(price), price-halfUp(share); got != want {
			t.Errorf("%d of %+v cost %d, want %d", price, g, got, want)
		}
	}
}
