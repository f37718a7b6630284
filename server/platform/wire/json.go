// Package wire is how values look in requests and answers, and how a deployment is
// called: times, optional fields, JSON for readers of plain text, addresses.
package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"slices"

	"github.com/oapi-codegen/nullable"
)

// Marshal returns v as JSON for readers of plain text, such as models: <, > and & are written as they are,
// where encoding/json writes \u003c, \u003e and \u0026 for browsers that might take JSON for a script. No response
// of the service can be taken for one: each has its media type. It returns the errors of json.Marshal.
func Marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	if err := Encode(&out, v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// String returns a text as a JSON string, as Marshal does.
func String(text string) []byte {
	out, _ := Marshal(text) // a text always has a form
	return out
}

// Encode writes v as Marshal does, followed by a newline. It returns the errors of
// json.Marshal and of w.
func Encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// WithMembers returns an object with members that take the place of those of the same name, or follow the others in the
// order of their names. What stays keeps its text and its order.
func WithMembers(object json.RawMessage, members map[string]json.RawMessage) (json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil { // the brace
		return nil, err
	}
	left := maps.Clone(members)
	var out bytes.Buffer
	add := func(name string, value json.RawMessage) error {
		text, err := Marshal(name)
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.Write(append(append(text, ':'), value...))
		return err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		text := name.(string) // of a member, which has been read without an error
		if own, ok := left[text]; ok {
			value = own
			delete(left, text)
		}
		if err := add(text, value); err != nil {
			return nil, err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if err := add(name, left[name]); err != nil {
			return nil, err
		}
	}
	return slices.Concat([]byte("{"), out.Bytes(), []byte("}")), nil
}

// Set sets *into to *v unless v is nil.
func Set[T any](into *T, v *T) {
	if v != nil {
		*into = *v
	}
}

// OrEmpty returns a text, "" for nil.
func OrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// SetOrClear sets *into to v if v is set; null makes *into nil.
func SetOrClear[T any](into **T, v nullable.Nullable[T]) {
	if v.IsSpecified() {
		*into = ValueOrNil(v)
	}
}

// Widened returns a number of the database as answers have it.
func Widened(n *int32) *int64 {
	if n == nil {
		return nil
	}
	return new(int64(*n))
}

// ValueOrNil returns the value, or nil when v is null or left out.
func ValueOrNil[T any](v nullable.Nullable[T]) *T {
	if value, err := v.Get(); err == nil {
		return &value
	}
	return nil
}
