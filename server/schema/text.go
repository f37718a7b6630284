package schema

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// checkText holds a string against the schema in the form in which it is kept:
// trimmed and in NFC. Patterns, formats and enumerations are for the text as
// it came, so that a client's own validator agrees with this one.
func (c *checker) checkText(s *Schema, v value) {
	text := textOf(c.in, v)
	if !v.ascii && strings.ContainsRune(text, 0) {
		c.fault(CodeNUL, "must not hold a NUL character", "Remove the NUL character from %s.")
		return
	}
	kept := text
	if len(s.enum) == 0 {
		if kept = strings.TrimSpace(text); !v.ascii {
			kept = norm.NFC.String(kept)
		}
	}
	if len(kept) != len(text) || kept != text {
		c.edit(v, quoted(kept))
	}
	before := len(c.faults)
	c.checkLength(s, kept)
	if s.pattern != nil && len(c.faults) == before && !s.pattern.MatchString(text) {
		c.fault(CodePattern, "must match "+s.pattern.String(), "Set %s to a text that matches "+s.pattern.String()+".")
	}
	if check, ok := formats[s.format]; ok && s.format != "" && !check.valid(text) {
		c.fault(CodeFormat, "must be "+check.what, "Set %s to "+check.what+".")
	}
}

func (c *checker) checkLength(s *Schema, text string) {
	if s.minLength == 0 && s.maxLength < 0 {
		return
	}
	n := utf8.RuneCountInString(text)
	if n < s.minLength {
		c.fault(CodeMinLength, "must be at least "+count(s.minLength, "character")+" long", "Set %s to at least "+count(s.minLength, "character")+".")
	}
	if s.maxLength >= 0 && n > s.maxLength {
		c.fault(CodeMaxLength, "must be at most "+count(s.maxLength, "character")+" long", "Shorten %s to at most "+count(s.maxLength, "character")+".")
	}
}

func (c *checker) enumerated(s *Schema, v value) bool {
	text := string(c.in[v.start:v.end])
	if v.escaped {
		text = string(quoted(textOf(c.in, v)))
	}
	for _, allowed := range s.enum {
		if text == allowed {
			return true
		}
	}
	list := strings.Join(s.enum, ", ")
	if len(s.enum) == 1 {
		c.fault(CodeEnum, "must be "+list, "Set %s to "+list+".")
	} else {
		c.fault(CodeEnum, "must be one of "+list, "Set %s to one of "+list+".")
	}
	return false
}

// edit is a piece of the body to be replaced by text.
type edit struct {
	start, end int32
	text       []byte
}

func (c *checker) edit(v value, text []byte) { c.edits = append(c.edits, edit{v.start, v.end, text}) }

// rewritten applies the edits, which were noted in the order of the text but
// for the defaults of an object, which stand behind all that it holds.
func (c *checker) rewritten() []byte {
	if len(c.edits) == 0 {
		return c.in
	}
	out := make([]byte, 0, len(c.in)+32*len(c.edits))
	at := int32(0)
	for _, e := range c.edits {
		out = append(out, c.in[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, c.in[at:]...)
}

func quoted(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
