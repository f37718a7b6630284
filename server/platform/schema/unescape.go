package schema

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

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
