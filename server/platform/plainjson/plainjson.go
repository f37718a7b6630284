// Package plainjson writes JSON for readers of plain text, such as models: <, >
// and & are written as they are, where encoding/json writes \u003c, \u003e and
// \u0026 for browsers that might take JSON for a script. No response of the
// service can be taken for one: each has its media type.
package plainjson

import (
	"bytes"
	"encoding/json"
	"io"
)

// Marshal returns v as JSON. It returns the errors of json.Marshal.
func Marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	if err := Encode(&out, v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Encode writes v as JSON, followed by a newline. It returns the errors of
// json.Marshal and of w.
func Encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
