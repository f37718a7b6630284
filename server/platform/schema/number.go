package schema

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
)

func (c *checker) checkNumber(s *Schema, v value) {
	text := c.in[v.start:v.end]
	if s.wholeOnly {
		c.checkWhole(s, v, text)
		return
	}
	n, held := double(text)
	if c.checkBounds(s, n) && !held {
		c.unfit(CodeFormat, "a number in the range of a double, in at most 1000 characters", Correction{Do: Fit, Value: kindNames[kindNumber]})
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
		c.unfit(CodeType, c.wantedFor(s, v), s.fitting())
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
	bound := decimal(s.minimum)
	c.unfit(CodeMinimum, "at least "+bound, Correction{Do: Set, Value: bound})
}

func (c *checker) tooLarge(s *Schema) {
	bound := decimal(s.maximum)
	c.unfit(CodeMaximum, "at most "+bound, Correction{Do: Set, Value: bound})
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

// The kinds of JSON numbers that integer tells apart.
type wholeness uint8

const (
	fraction  wholeness = iota
	tooLarge            // whole, but beyond an int64
	tooSmall            // whole, but below an int64
	rewritten           // whole, but not written in plain digits: 5.0, 1e2, -0
	digits              // whole and written in digits
)

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

// wantedFor is wanted, with what the value is in ore where that is asked for.
func (c *checker) wantedFor(s *Schema, v value) string {
	const longest = 32 // bytes of an amount
	if s.ore && v.end-v.start <= longest {
		switch v.kind {
		case kindNumber:
			return s.wanted() + inOre(string(c.in[v.start:v.end]))
		case kindString:
			return s.wanted() + inOre(string(textOf(c.in, v)))
		}
	}
	return s.wanted()
}

// inOre returns, for a text that is an amount in kroner, what it is in ore: ": 538.95 kroner are 53895". The separators of
// thousands are those of Danish or of English; a whole number is an amount only with its currency.
func inOre(text string) string {
	shown := currency.ReplaceAllString(text, "")
	named := shown != text
	amount := strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "").Replace(shown)
	switch {
	case danish.MatchString(amount) && (named || strings.Contains(amount, ",")):
		amount = strings.ReplaceAll(amount, ".", "")
	case english.MatchString(amount) && (named || strings.Contains(amount, ".")):
		amount = strings.ReplaceAll(amount, ",", "")
	}
	parts := kroner.FindStringSubmatch(amount)
	if parts == nil || parts[2] == "" && !named {
		return ""
	}
	ore := strings.TrimLeft(parts[1]+(parts[2] + "00")[:2], "0")
	if ore == "" {
		ore = "0"
	}
	return ": " + strings.TrimSpace(shown) + " kroner are " + ore
}

var (
	currency = regexp.MustCompile(`(?i)^\s*(?:kr\.?|dkk)\s*|\s*(?:,-)?\s*(?:kr\.?|dkk|kroner|,-)\s*$`)
	kroner   = regexp.MustCompile(`^([0-9]{1,13})(?:[.,]([0-9]{1,2}))?$`)
	danish   = regexp.MustCompile(`^[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?$`)
	english  = regexp.MustCompile(`^[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?$`)
)

// unit is the keyword for the unit of a number. The only unit is ore: an agent
// that is told that 538.95 is no whole number rounds it to 539 ore.
const unit = "x-unit"
