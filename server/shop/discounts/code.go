package discounts

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Canonical returns the one form of a code that is kept and looked for: codes
// that differ by case alone are the same code.
//
// Lower case comes first because some letters have two capitals (ẞ beside ß).
// Letter by letter, unlike the full rules of Unicode that make two of ß, it
// never outgrows the column.
func Canonical(code string) string {
	return norm.NFC.String(strings.ToUpper(strings.ToLower(code)))
}
