package orders

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/storefront/storefront/gen/db"
)

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
		g := reduced{subtotal: subtotal, discount: random.Int64N(subtotal + 1)}
		var sum int64
		for left(items) > 0 {
			further := draw(random, items)
			amount := g.refund(items, further)
			if amount < 0 {
				t.Fatalf("seed %d: a refund of %d", seed, amount)
			}
			sum += amount
			for _, p := range further {
				items[p.of.Line].RefundedQuantity += p.count
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
func draw(random *rand.Rand, items []db.OrderItem) (drawn []pieces) {
	for i := range items {
		if most := items[i].Quantity - items[i].RefundedQuantity; most > 0 && random.IntN(2) == 0 {
			drawn = append(drawn, pieces{of: items[i], count: 1 + random.Int64N(most)})
		}
	}
	return drawn
}

// TestNetAgainstFractions compares with exact arithmetic, up to the largest
// amounts.
func TestNetAgainstFractions(t *testing.T) {
	t.Parallel()
	largest := reduced{subtotal: MaxAmount, discount: MaxAmount}
	if got := largest.net(MaxAmount); got != 0 {
		t.Errorf("the largest amount, for nothing: %d", got)
	}
	for seed := range uint64(5000) {
		random := rand.New(rand.NewPCG(seed, 5)) // the same numbers in every run
		subtotal := 1 + random.Int64N(MaxAmount>>random.IntN(50))
		g := reduced{subtotal: subtotal, discount: random.Int64N(subtotal + 1)}
		price := random.Int64N(subtotal + 1)
		share := new(big.Rat).Mul(big.NewRat(price, 1), big.NewRat(g.discount, subtotal))
		if got, want := g.net(price), price-halfUp(share); got != want {
			t.Errorf("%d of %+v cost %d, want %d", price, g, got, want)
		}
	}
}
