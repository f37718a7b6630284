package transfer

import (
	"fmt"
	"math/big"
	"regexp"
)

// decimal is a number as shops write it: no sign, no exponent, and short enough
// to compute with.
var decimal = regexp.MustCompile(`^[0-9]{1,20}(\.[0-9]{1,20})?$`)

// parseFactor parses the number of ore in one unit of a currency.
func parseFactor(text string) (*big.Rat, error) {
	if text == "" {
		text = "100"
	}
	factor, ok := parseDecimal(text)
	if !ok || factor.Sign() == 0 {
		return nil, fmt.Errorf("the currency factor %q is not a number above zero, such as 100 or 745.95", text)
	}
	return factor, nil
}

func parseDecimal(text string) (*big.Rat, bool) {
	if !decimal.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// inOre converts an amount to ore, rounded half up.
func inOre(amount, factor *big.Rat) *big.Int {
	ore := new(big.Rat).Mul(amount, factor)
	ore.Add(ore, big.NewRat(1, 2))
	return new(big.Int).Quo(ore.Num(), ore.Denom())
}
