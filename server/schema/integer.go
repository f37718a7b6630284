package schema

import (
	"math"
	"strconv"
	"strings"
)

// integer reads a JSON number that is a whole number, however it is written:
// 5, 5.0 and 50e-1 are the same. One too large for int64 is given as the
// largest or smallest int64, which every bound of a contract refuses.
// plain says that the text is that number in digits alone.
func integer(text string) (n int64, whole, plain bool) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, true, text != "-0"
	}
	body, negative := strings.CutPrefix(text, "-")
	mantissa, exponent := body, 0
	if at := strings.IndexAny(body, "eE"); at >= 0 {
		mantissa = body[:at]
		exponent = clampedInt(body[at+1:])
	}
	digits, fraction, _ := strings.Cut(mantissa, ".")
	exponent -= len(fraction)
	digits = strings.TrimLeft(digits+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	exponent += len(digits) - len(trimmed)
	switch {
	case trimmed == "":
		return 0, true, false
	case exponent < 0:
		return 0, false, false
	case len(trimmed)+exponent > 19:
		return limit(negative), true, false
	}
	n, err := strconv.ParseInt(trimmed+strings.Repeat("0", exponent), 10, 64)
	if err != nil {
		return limit(negative), true, false
	}
	if negative {
		n = -n
	}
	return n, true, false
}

func limit(negative bool) int64 {
	if negative {
		return math.MinInt64
	}
	return math.MaxInt64
}

// clampedInt reads an exponent; one beyond all sense is as good as a billion.
func clampedInt(s string) int {
	const most = 1_000_000_000
	n, err := strconv.Atoi(s)
	if err != nil || n > most || n < -most {
		if strings.HasPrefix(s, "-") {
			return -most
		}
		return most
	}
	return n
}
