// Package terminal shows answers to people, and asks them.
package cli

import (
	"os"
	"strings"

	"github.com/mattn/go-isatty"
)

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }

// Style colours text, or not.
type Style bool

// StyleOf returns the style for a file: colours on a terminal that has them, unless NO_COLOR is set.
func StyleOf(f *os.File) Style {
	return Style(IsTerminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && coloured(f))
}

// The colours, from those that every terminal has and that can be read on light and dark.
const (
	bold    = "1"
	red     = "1;31"
	green   = "32"
	blue    = "1;34"
	magenta = "35"
	grey    = "90"
)

func (s Style) paint(colour, text string) string {
	if !s {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// Safe returns a text without what a terminal would obey: control characters, and those that change
// the direction of text. They come out as they are written in JSON.
func Safe(text string) string {
	if !strings.ContainsFunc(text, unsafe) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unsafe(r) {
			b.WriteString(`\u` + hex4(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unsafe(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}

func hex4(r rune) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]})
}
