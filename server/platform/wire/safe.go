package wire

import (
	"fmt"
	"strings"
)

// Safe returns a text without what a terminal would obey: control characters, and those that change
// the direction of text. They come out as they are written in JSON.
func Safe(text string) string { return visible(text, unsafe) }

// Line returns a text as Safe does, on one line: its line breaks come out as they are written in JSON too.
func Line(text string) string {
	return visible(text, func(r rune) bool { return unsafe(r) || r == '\n' || r == '\t' || r == 0x2028 || r == 0x2029 })
}

func visible(text string, escape func(rune) bool) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if !strings.ContainsFunc(text, escape) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' && escape(r):
			b.WriteString(`\n`)
		case r == '\t' && escape(r):
			b.WriteString(`\t`)
		case escape(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unsafe reports whether a terminal obeys a character, or shows others in another order for it.
func unsafe(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r == 0x200e || r == 0x200f || r == 0x061c
}
