package schema

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Numbers of random digits are compared with exact arithmetic.
func TestInteger(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	run := func(most int) string {
		var b strings.Builder
		for range 1 + random.IntN(most) {
			b.WriteByte("00001234567890"[random.IntN(14)])
		}
		return b.String()
	}
	for range 200000 {
		text := strconv.FormatUint(random.Uint64()>>random.IntN(64), 10)
		if random.IntN(2) == 0 {
			text = "-" + text
		}
		if random.IntN(2) == 0 {
			text += "." + run(8)
		}
		if random.IntN(2) == 0 {
			text += "e" + strconv.Itoa(random.IntN(50)-25)
		}
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatal(text)
		}
		want := fraction
		if exact.IsInt() {
			switch n := exact.Num(); {
			case !n.IsInt64() && n.Sign() > 0:
				want = tooLarge
			case !n.IsInt64():
				want = tooSmall
			case n.String() == text:
				want = digits
			default:
				want = rewritten
			}
		}
		n, got := integer([]byte(text))
		if got != want || (got >= rewritten && exact.Cmp(new(big.Rat).SetInt64(n)) != 0) {
			t.Fatalf("%s is %d (%d), want %s (%d)", text, n, got, exact, want)
		}
	}
}

func TestHugeExponents(t *testing.T) {
	for text, want := range map[string]wholeness{
		"1e999999999999999999999": tooLarge, "-1e999999999999999999999": tooSmall, "1e-999999999999999999999": fraction,
		"0e999999999999999999999": rewritten, "0e-999999999999999999999": rewritten, "-0": rewritten, "0": digits,
		"1e1000000000": tooLarge, "1e18": rewritten, "1e19": tooLarge, "-1e19": tooSmall, "0.1": fraction,
	} {
		if _, got := integer([]byte(text)); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
