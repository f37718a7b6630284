package discounts

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Canonical returns the one form of a code that is stored and looked up: codes
// that differ only in case are the same code.
//
// It converts to lower case first because some letters have two capitals (ẞ for
// ß). It converts letter by letter, unlike the full rules of Unicode, which turn
// ß into two letters: so the result never exceeds the length of the column.
func Canonical(code string) string {
	return norm.NFC.String(strings.ToUpper(strings.ToLower(code)))
}
