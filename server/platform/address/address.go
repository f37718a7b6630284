// Package address makes paths of the service into whole addresses. The address of
// the service may differ from request to request, so that what is kept for later
// requests has a mark in its place.
package address

import (
	"bytes"
	"strings"
)

// Mark is the address of the service in a value that is encoded now and sent
// later. No text of the database contains it: PostgreSQL has no text with a zero
// byte.
const Mark = "\x00"

// encodedMark is how JSON begins with a string that begins with Mark.
const encodedMark = `"\u0000`

// markByte takes its place. JSON has no such byte, so that it is found fast.
const markByte = 0

// Of returns a path of the service as a whole address, and any other address as
// it is. base is the address of the service without a trailing slash, or Mark.
func Of(base, stored string) string {
	if strings.HasPrefix(stored, "/") {
		return base + stored
	}
	return stored
}

// Marked returns JSON of values with marks in the form that Insert reads.
func Marked(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte(encodedMark), []byte{'"', markByte})
}

// Insert appends a text from Marked to dst, with base for each mark.
func Insert(dst, text []byte, base string) []byte {
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
