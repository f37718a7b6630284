package schema

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is the maximum nesting depth of arrays and objects in a body.
const MaxDepth = 64

// SyntaxError reports why bytes are not one JSON value as this service requires.
type SyntaxError struct {
	Offset int    // the byte at which it was noticed
	Reason string // a clause such as `duplicate key "q"`
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s, at byte %d", e.Reason, e.Offset) }

type kind uint8

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

var kindNames = [...]string{"null", "boolean", "number", "string", "array", "object"}

// value is one JSON value of a document. The values of a document are in one
// slice in the order of the text; the members of an object follow it as name,
// value, name, value, the elements of an array one after the other.
type value struct {
	kind    kind
	escaped bool  // a string that contains a backslash
	ascii   bool  // a string of plain ASCII without a backslash
	start   int32 // first byte
	end     int32 // the byte after the last
	next    int32 // the index of the value after this one and everything in it
}

// parser is a strict JSON parser: valid UTF-8, no duplicate keys, no lone
// surrogates, nesting up to MaxDepth, no data after the value.
type parser struct {
	in     []byte
	pos    int
	depth  int
	values []value
}

// read parses in.
func (p *parser) read(in []byte) error {
	p.in, p.pos, p.depth, p.values = in, 0, 0, p.values[:0]
	if len(in) > math.MaxInt32 {
		return p.fail("the text is too long")
	}
	if !utf8.Valid(in) {
		return &SyntaxError{firstInvalid(in), "the text is not valid UTF-8"}
	}
	p.space()
	if err := p.value(); err != nil {
		return err
	}
	p.space()
	if p.pos < len(in) {
		return p.fail("unexpected data after the JSON value")
	}
	return nil
}

func firstInvalid(b []byte) int {
	at := 0
	for at < len(b) {
		r, size := utf8.DecodeRune(b[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

func (p *parser) fail(reason string) error { return &SyntaxError{p.pos, reason} }

func (p *parser) space() {
	for p.pos < len(p.in) {
		switch p.in[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *parser) value() error {
	if p.pos == len(p.in) {
		return p.fail("the text ends where a value is expected")
	}
	switch c := p.in[p.pos]; {
	case c == '{':
		return p.container(kindObject, '}')
	case c == '[':
		return p.container(kindArray, ']')
	case c == '"':
		return p.text()
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", kindBool)
	case c == 'f':
		return p.word("false", kindBool)
	case c == 'n':
		return p.word("null", kindNull)
	}
	return p.fail("a value is expected")
}

func (p *parser) add(k kind, start int) {
	p.values = append(p.values, value{kind: k, start: int32(start), end: int32(p.pos), next: int32(len(p.values) + 1)})
}

func (p *parser) word(w string, k kind) error {
	if len(p.in)-p.pos < len(w) || string(p.in[p.pos:p.pos+len(w)]) != w {
		return p.fail("a value is expected")
	}
	p.pos += len(w)
	p.add(k, p.pos-len(w))
	return nil
}

func (p *parser) container(k kind, closing byte) error {
	if p.depth++; p.depth > MaxDepth {
		return p.fail(fmt.Sprintf("the value is nested deeper than %d", MaxDepth))
	}
	self := len(p.values)
	p.add(k, p.pos)
	p.pos++
	p.space()
	for first := true; ; first = false {
		if p.pos < len(p.in) && p.in[p.pos] == closing && first {
			break
		}
		if k == kindObject {
			if err := p.name(); err != nil {
				return err
			}
		}
		if err := p.value(); err != nil {
			return err
		}
		p.space()
		if p.pos == len(p.in) {
			return p.fail("the text ends inside an " + kindNames[k])
		}
		if p.in[p.pos] == closing {
			break
		}
		if p.in[p.pos] != ',' {
			return p.fail("a comma is expected")
		}
		p.pos++
		p.space()
	}
	p.pos++
	p.depth--
	p.values[self].end, p.values[self].next = int32(p.pos), int32(len(p.values))
	if k == kindObject {
		return p.distinct(self)
	}
	return nil
}

// distinct refuses an object with a duplicate key: readers differ in which of
// the two they use. The first few keys are compared one by one, which needs no
// memory; a map holds the others.
func (p *parser) distinct(self int) error {
	const few = 12
	var first [few][]byte
	var others map[string]struct{}
	n := 0
	for i := int32(self + 1); i < p.values[self].next; i = p.values[i+1].next {
		name := textOf(p.in, p.values[i])
		_, twice := others[string(name)]
		for j := 0; j < min(n, few) && !twice; j++ {
			twice = bytes.Equal(first[j], name)
		}
		if twice {
			return &SyntaxError{int(p.values[i].start), fmt.Sprintf("duplicate key %q", clip(string(name), shortName))}
		}
		switch {
		case n < few:
			first[n] = name
		case others == nil:
			others = map[string]struct{}{}
			fallthrough
		default:
			others[string(name)] = struct{}{}
		}
		n++
	}
	return nil
}

func (p *parser) name() error {
	if p.pos == len(p.in) || p.in[p.pos] != '"' {
		return p.fail("a name in quotes is expected")
	}
	if err := p.text(); err != nil {
		return err
	}
	p.space()
	if p.pos == len(p.in) || p.in[p.pos] != ':' {
		return p.fail("a colon is expected")
	}
	p.pos++
	p.space()
	return nil
}

// text parses a string, checks its escapes and records properties that are cheap
// to find.
func (p *parser) text() error {
	start := p.pos
	v := value{kind: kindString, start: int32(start), ascii: true, next: int32(len(p.values) + 1)}
	for p.pos++; p.pos < len(p.in); p.pos++ {
		switch c := p.in[p.pos]; {
		case c == '"':
			p.pos++
			v.end = int32(p.pos)
			v.ascii = v.ascii && !v.escaped
			p.values = append(p.values, v)
			return nil
		case c == '\\':
			v.escaped = true
			if err := p.escape(); err != nil {
				return err
			}
		case c < 0x20:
			return p.fail("an unescaped control character in a string")
		case c >= 0x80:
			v.ascii = false
		}
	}
	return p.fail("the text ends inside a string")
}

// escape parses one escape and stops at its last byte. A surrogate must be
// followed by its other half: alone it is no character.
func (p *parser) escape() error {
	if p.pos+1 >= len(p.in) {
		return p.fail("the text ends inside a string")
	}
	p.pos++
	switch p.in[p.pos] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return nil
	case 'u':
		high, ok := hex4(p.in, p.pos+1)
		if !ok {
			return p.fail(`\u wants four hexadecimal digits`)
		}
		p.pos += 4
		if high < 0xD800 || high > 0xDFFF {
			return nil
		}
		if low, ok := hex4(p.in, p.pos+3); ok && high < 0xDC00 && low >= 0xDC00 && low <= 0xDFFF &&
			p.in[p.pos+1] == '\\' && p.in[p.pos+2] == 'u' {
			p.pos += 6
			return nil
		}
		return p.fail("an unpaired surrogate in a string")
	}
	return p.fail("an unknown escape in a string")
}

func hex4(b []byte, at int) (rune, bool) {
	if at+4 > len(b) {
		return 0, false
	}
	var r rune
	for _, c := range b[at : at+4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

func (p *parser) number() error {
	start := p.pos
	if p.in[p.pos] == '-' {
		p.pos++
	}
	switch {
	case p.pos < len(p.in) && p.in[p.pos] == '0':
		p.pos++
	case !p.digits():
		return p.fail("a digit is expected")
	}
	if p.pos < len(p.in) && p.in[p.pos] == '.' {
		p.pos++
		if !p.digits() {
			return p.fail("a digit is expected")
		}
	}
	if p.pos < len(p.in) && (p.in[p.pos] == 'e' || p.in[p.pos] == 'E') {
		p.pos++
		if p.pos < len(p.in) && (p.in[p.pos] == '+' || p.in[p.pos] == '-') {
			p.pos++
		}
		if !p.digits() {
			return p.fail("a digit is expected")
		}
	}
	p.add(kindNumber, start)
	return nil
}

func (p *parser) digits() bool {
	start := p.pos
	for p.pos < len(p.in) && p.in[p.pos] >= '0' && p.in[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > start
}

// textOf returns the text of the string v: a part of in if it contains no
// escape.
func textOf(in []byte, v value) []byte { return unescaped(in[v.start+1:v.end-1], v.escaped) }

// unescaped decodes the part between the quotes of a string that the parser has
// read, so that every escape is valid.
func unescaped(raw []byte, escaped bool) []byte {
	if !escaped {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for {
		at := bytes.IndexByte(raw, '\\')
		if at < 0 {
			return append(out, raw...)
		}
		out = append(out, raw[:at]...)
		letter := raw[at+1]
		raw = raw[at+2:]
		if letter != 'u' {
			out = append(out, escapes[letter])
			continue
		}
		r, _ := hex4(raw, 0)
		raw = raw[4:]
		if utf16.IsSurrogate(r) && len(raw) >= 6 {
			low, _ := hex4(raw, 2)
			r, raw = utf16.DecodeRune(r, low), raw[6:]
		}
		out = utf8.AppendRune(out, r) // U+FFFD for half of a pair that was cut off
	}
}

var escapes = [...]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
