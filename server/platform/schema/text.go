package schema

import (
	"bytes"

	"golang.org/x/text/unicode/norm"
)

// checkText validates a string against the schema and records its stored form:
// trimmed and in NFC.
func (c *checker) checkText(s *Schema, v value) {
	text := textOf(c.in, v)
	if v.escaped && bytes.IndexByte(text, 0) >= 0 {
		c.fault(CodeNUL, "must not hold a NUL character", "Remove the NUL character from %s.")
		return
	}
	kept := text
	if s.enum == nil {
		kept = bytes.TrimSpace(text)
		if !v.ascii && !norm.NFC.IsNormal(kept) {
			kept = norm.NFC.Bytes(kept)
		}
	}
	c.checkString(s, text, kept)
	if !bytes.Equal(kept, text) {
		c.edit(v, quoted(kept))
	}
}

// checkString measures a string in its stored form. Patterns and formats apply
// to the text as it was sent, so that a client's own validator agrees with this
// one; they are tried only on a text of valid length, which limits their cost.
func (c *checker) checkString(s *Schema, text, kept []byte) {
	switch n := characters(kept); {
	case n < s.minLength:
		c.fault(CodeMinLength, "must be at least "+count(s.minLength, "character")+" long", "Set %s to at least "+count(s.minLength, "character")+".")
		return
	case n > s.maxLength:
		c.fault(CodeMaxLength, "must be at most "+count(s.maxLength, "character")+" long", "Shorten %s to at most "+count(s.maxLength, "character")+".")
		return
	}
	if s.pattern != nil && !s.pattern.match(text) {
		c.fault(CodePattern, s.pattern.detail, s.pattern.fix)
	}
	if s.format != nil && !s.format.valid(string(text)) {
		c.fault(CodeFormat, "must be "+s.format.what, "Set %s to "+s.format.what+".")
	}
}

// characters counts the characters of valid UTF-8. utf8.RuneCount copies its
// argument (Go 1.26), which is a lot of memory for a long text.
func characters(text []byte) int {
	n := 0
	for _, c := range text {
		if c&0xC0 != 0x80 { // not a continuation byte
			n++
		}
	}
	return n
}
