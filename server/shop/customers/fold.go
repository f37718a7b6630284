package customers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folded is a text as people are looked for in it: in lower case, without accents and what nobody sees. The function
// note_words of the database folds texts in the same way; TestNoteWords compares the two.
type folded struct {
	text string
	at   []span // where each byte of text comes from
}

// span is a part of a text, from a byte to another.
type span struct{ from, to int }

func fold(original string) folded {
	var f folded
	var text strings.Builder
	var parts norm.Iter
	parts.InitString(norm.NFKD, original)
	for !parts.Done() {
		from := parts.Pos()
		part := parts.Next()
		source := span{from, parts.Pos()}
		for _, r := range string(part) {
			if isLeftOut(r) {
				continue
			}
			n, _ := text.WriteRune(lower(r))
			for range n {
				f.at = append(f.at, source)
			}
		}
	}
	f.text = text.String()
	return f
}

// source returns the part of the original that a part of the folded text comes from.
func (f *folded) source(s span) span { return span{f.at[s.from].from, f.at[s.to-1].to} }

// lower returns a letter in lower case; the sigma at the end of a word is one as others.
func lower(r rune) rune {
	if r = unicode.ToLower(r); r == 'ς' {
		return 'σ'
	}
	return r
}

// isLeftOut reports whether a character is an accent, or one that nobody sees.
func isLeftOut(r rune) bool {
	return r >= 0x300 && r <= 0x36f || r == 0xad || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2064 || r == 0xfeff
}

// isBetween reports whether a character of a folded text is between words.
func isBetween(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	case r <= 0xbf, r == '×', r == '÷', r >= 0x2000 && r <= 0x2bff, r >= 0x3000 && r <= 0x303f:
		return true
	}
	return r >= 0xfe00 && r <= 0xfe0f || r >= 0xfff0 && r <= 0xffff || r >= 0x1f000 && r <= 0x1faff
}

// foldedWords returns the words of a folded text.
func foldedWords(text string) []string { return strings.FieldsFunc(text, isBetween) }
