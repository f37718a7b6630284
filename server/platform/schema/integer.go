package schema

import (
	"strconv"
	"strings"
)

// The kinds of JSON numbers that integer tells apart.
type wholeness uint8

const (
	fraction  wholeness = iota
	tooLarge            // whole, but beyond an int64
	tooSmall            // whole, but below an int64
	rewritten           // whole, but not written in plain digits: 5.0, 1e2, -0
	digits              // whole and written in digits
)

// integer parses a JSON number that is a whole number in any notation: 5, 5.0
// and 50e-1 are the same.
func integer(text []byte) (int64, wholeness) {
	if n, ok := fewDigits(text); ok {
		return n, digits
	}
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil {
		if n == 0 { // -0
			return 0, rewritten
		}
		return n, digits
	}
	body, negative := strings.CutPrefix(string(text), "-")
	mantissa, power := body, 0
	if at := strings.IndexAny(body, "eE"); at >= 0 {
		mantissa, power = body[:at], exponent(body[at+1:])
	}
	before, after, _ := strings.Cut(mantissa, ".")
	power -= len(after)
	all := strings.TrimLeft(before+after, "0")
	significant := strings.TrimRight(all, "0")
	power += len(all) - len(significant)
	switch {
	case significant == "":
		return 0, rewritten
	case power < 0:
		return 0, fraction
	case len(significant)+power > 19:
		return 0, beyond(negative)
	}
	sign := ""
	if negative {
		sign = "-"
	}
	n, err := strconv.ParseInt(sign+significant+strings.Repeat("0", power), 10, 64)
	if err != nil {
		return 0, beyond(negative)
	}
	return n, rewritten
}

// fewDigits is the fast path for nearly every number.
func fewDigits(text []byte) (n int64, ok bool) {
	if len(text) > 18 {
		return 0, false
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

func beyond(negative bool) wholeness {
	if negative {
		return tooSmall
	}
	return tooLarge
}

// exponent parses an exponent; a huge one is treated as a billion.
func exponent(s string) int {
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
