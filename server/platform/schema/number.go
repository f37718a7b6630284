package schema

import (
	"bytes"
	"math"
	"strconv"
)

func (c *checker) checkNumber(s *Schema, v value) {
	text := c.in[v.start:v.end]
	if s.wholeOnly {
		c.checkWhole(s, v, text)
		return
	}
	n, held := double(text)
	if c.checkBounds(s, n) && !held {
		c.fault(CodeFormat, "must be a number in the range of a double, in at most 1000 characters",
			"Set %s to a number in the range of a double, in at most 1000 characters.")
	}
}

// double parses a number. held is false if a float64 cannot represent it (too
// large, with an infinite n, or too near to zero), or if the database would
// refuse its notation, as it does 0e999999999.
func double(text []byte) (n float64, held bool) {
	const most = 1000 // characters, and powers of ten
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || len(text) > most {
		return n, false
	}
	mantissa := text
	if at := bytes.IndexAny(text, "eE"); at >= 0 {
		mantissa = text[:at]
		if power := exponent(string(text[at+1:])); power > most || power < -most {
			return n, false
		}
	}
	return n, n != 0 || !bytes.ContainsAny(mantissa, "123456789")
}

func (c *checker) checkWhole(s *Schema, v value, text []byte) {
	n, how := integer(text)
	switch how {
	case fraction:
		wanted := c.wantedFor(s, v)
		c.fault(CodeType, "must be "+wanted, "Set %s to "+wanted+".")
	case tooLarge:
		c.tooLarge(s)
	case tooSmall:
		c.tooSmall(s)
	default:
		if c.checkBounds(s, float64(n)) && how == rewritten {
			c.edit(v, strconv.AppendInt(nil, n, 10))
		}
	}
}

// checkBounds compares in float64, which is exact enough: Compile limits the
// bounds of whole numbers to 2^53, up to which each has its own float64.
func (c *checker) checkBounds(s *Schema, n float64) bool {
	switch {
	case n < s.minimum:
		c.tooSmall(s)
	case n > s.maximum:
		c.tooLarge(s)
	default:
		return true
	}
	return false
}

func (c *checker) tooSmall(s *Schema) {
	bound := "at least " + decimal(s.minimum)
	c.fault(CodeMinimum, "must be "+bound, "Set %s to "+bound+".")
}

func (c *checker) tooLarge(s *Schema) {
	bound := "at most " + decimal(s.maximum)
	c.fault(CodeMaximum, "must be "+bound, "Set %s to "+bound+".")
}

// decimal formats a bound. A schema without one has that of an int64.
func decimal(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return strconv.FormatInt(math.MaxInt64, 10)
	case math.IsInf(f, -1):
		return strconv.FormatInt(math.MinInt64, 10)
	case f == math.Trunc(f) && math.Abs(f) < 1e18:
		return strconv.FormatInt(int64(f), 10)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}
