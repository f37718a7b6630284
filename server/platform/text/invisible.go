package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ByteOrderMark may begin a text in UTF-8.
const ByteOrderMark = "\ufeff"

// WithoutMark returns a text without the mark that some programs begin each text with.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte(ByteOrderMark)) }

// isInvisible reports whether a character has no shape of its own: format characters, fillers and controls, except
// those that are white space. Zero-width spaces, marks of byte order and of direction, soft hyphens and the
// fillers of Hangul are pasted along with a text, and nobody knows that they are there.
func isInvisible(r rune) bool {
	switch {
	case r < 0xAD:
		return unicode.IsControl(r) && !unicode.IsSpace(r)
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r): // signs that stand below digits
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point)
}

// isBlank reports whether a character is as empty as a space. The empty cell of braille is one.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\u2800' }

// isVariant reports whether a character chooses the form of the one before it, as that of an emoji.
func isVariant(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// Trim returns a text without blank and invisible characters at its ends: nothing is left of one that nobody sees.
func Trim[T ~string | ~[]byte](text T) T { return T(trim([]byte(text))) }

func trim(text []byte) []byte {
	text = bytes.TrimLeftFunc(text, func(r rune) bool { return isBlank(r) || isInvisible(r) || isVariant(r) })
	for {
		r, size := utf8.DecodeLastRune(text)
		before := text[:len(text)-size]
		last, _ := utf8.DecodeLastRune(before)
		switch {
		case size == 0:
			return text
		case isTag(r):
			run := bytes.TrimRightFunc(text, isTag)
			if isFlag := bytes.HasSuffix(run, []byte("🏴")); isFlag && len(text)-len(run) <= longestFlag {
				return text
			}
			text = run
		case r == joiner && isShaped(last):
			return text
		case isBlank(r), isInvisible(r), isVariant(r) && (isBlank(last) || isInvisible(last)):
			text = before
		default:
			return text
		}
	}
}

// isShaped reports whether a joiner after the last letter of a text gives it its form, as in Arabic and in the scripts
// of India.
func isShaped(last rune) bool {
	const virama = 9 // the class of the signs that take a vowel away
	return unicode.Is(unicode.Arabic, last) || norm.NFC.PropertiesString(string(last)).CCC() == virama
}

// isTag reports whether a character is one of those that say which flag a flag is, such as that of Scotland.
func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

// longestFlag is how many bytes the tags of a flag have: three letters of a region, two of a country, and their end.
const longestFlag = 7 * 4

const (
	nonJoiner = '\u200C'
	joiner    = '\u200D'
)

// Visible returns a text without the characters that nobody sees, wherever they are. A joiner stays between what
// it shapes, which letters of ASCII are not.
func Visible[T ~string | ~[]byte](text T) T { return T(visible([]byte(text))) }

func visible(text []byte) []byte {
	if bytes.IndexFunc(text, isInvisible) < 0 {
		return text
	}
	seen := make([]byte, 0, len(text))
	last := rune(0)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		next, _ := utf8.DecodeRune(text) // utf8.RuneError at the end
		shapes := (r == joiner || r == nonJoiner) && last >= utf8.RuneSelf && next >= utf8.RuneSelf && next != utf8.RuneError && !isBlank(next) && !isInvisible(next)
		if shapes || !isInvisible(r) {
			seen, last = utf8.AppendRune(seen, r), r
		}
	}
	return seen
}

// OneLine returns a trimmed text with a space in place of line breaks and the white space around them.
func OneLine(text []byte) []byte {
	if !bytes.ContainsAny(text, lineBreaks) {
		return text
	}
	line := make([]byte, 0, len(text))
	for {
		at := bytes.IndexAny(text, lineBreaks)
		if at < 0 {
			return append(line, text...)
		}
		line = append(append(line, bytes.TrimRightFunc(text[:at], unicode.IsSpace)...), ' ')
		text = bytes.TrimLeftFunc(text[at:], unicode.IsSpace)
	}
}

// lineBreaks are the characters that begin a line or a paragraph.
const lineBreaks = "\n\v\f\r\u0085\u2028\u2029"
