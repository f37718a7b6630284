package wire

import (
	"bytes"
	"strings"
)

// BaseMark is the address of the service in a value that is encoded now and sent
// later: that address may differ from request to request. No text of the database contains it: PostgreSQL has no text with a zero
// byte.
const BaseMark = "\x00"

// encodedMark is how JSON begins with a string that begins with BaseMark.
const encodedMark = `"\u0000`

// markByte takes its place. JSON has no such byte, so that it is found fast.
const markByte = 0

// Absolute returns a path of the service as a whole address, and any other address as
// it is. base is the address of the service without a trailing slash, or BaseMark.
func Absolute(base, stored string) string {
	if strings.HasPrefix(stored, "/") {
		return base + stored
	}
	return stored
}

// MarkBase returns JSON of values with marks in the form that InsertBase reads.
func MarkBase(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte(encodedMark), []byte{'"', markByte})
}

// InsertBase appends a text from MarkBase to dst, with base for each mark.
func InsertBase(dst, text []byte, base string) []byte {
	base = escaped(base)
	for {
		before, rest, found := bytes.Cut(text, []byte{markByte})
		dst = append(dst, before...)
		if !found {
			return dst
		}
		dst, text = append(dst, base...), rest
	}
}

// escaped returns an address as it is in a JSON string. A configured one may have a
// path with quotes.
func escaped(base string) string {
	if !strings.ContainsAny(base, `"\`) {
		return base
	}
	return strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(base)
}
