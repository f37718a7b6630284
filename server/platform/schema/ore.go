package schema

import (
	"regexp"
	"strings"
)

// unit is the keyword for the unit of a number. The only unit is ore: an agent
// that is told that 538.95 is no whole number rounds it to 539 ore.
const unit = "x-unit"

var kroner = regexp.MustCompile(`^[0-9]{1,13}[.,][0-9]{1,2}$`)

// inOre returns, for a number that looks like an amount in kroner, what it is in
// ore: ": 538.95 kroner are 53895".
func inOre(text string) string {
	if !kroner.MatchString(text) {
		return ""
	}
	whole, fraction, _ := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	if len(fraction) == 1 {
		fraction += "0"
	}
	ore := strings.TrimLeft(whole+fraction, "0")
	if ore == "" {
		ore = "0"
	}
	return ": " + text + " kroner are " + ore
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
