package schema

import (
	"strings"
	"unicode"

	"github.com/storefront/storefront/server/platform/spelling"
)

// nearest returns the fields that a caller may have meant by an unknown name, so
// that an agent that invents a field learns the real one: those with the most
// similar spelling, or else those that share the most words with it, as
// frameColor and lensColor do with colour. Fields that the body contains are
// left out.
func (s *Schema) nearest(name string, here *present) []string {
	const longest, most = 64, 3
	if len(name) > longest {
		return nil
	}
	var best []string
	least := unlike
	for _, p := range s.ordered {
		if here.has(p.index) {
			continue
		}
		d := unlikeness(name, p.name)
		if d < least {
			best, least = nil, d
		}
		if d == least && d < unlike && len(best) < most {
			best = append(best, p.name)
		}
	}
	return best
}

const unlike = 1000

// unlikeness is the number of wrong letters of a name or, if there are too many,
// about a hundred minus a value for the shared words.
func unlikeness(name, known string) int {
	if d := spelling.Distance(strings.ToLower(name), strings.ToLower(known)); d <= len(name)/3 {
		return d
	}
	shared := 0
	for _, a := range words(name) {
		for _, b := range words(known) {
			if len(a) > 2 && spelling.Distance(a, b) <= len(a)/4 {
				shared++
				break
			}
		}
	}
	if shared == 0 {
		return unlike
	}
	return 100 - shared
}

// words splits minPriceOere, min_price_oere and min-price-oere in the same way.
func words(name string) []string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}
