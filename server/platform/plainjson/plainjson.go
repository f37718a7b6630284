// Package plainjson writes JSON for those who read it as text, as models do: <, >
// and & stand as they are, where encoding/json writes \u003c, \u003e and \u0026
// for browsers that take JSON for a script. No answer of the service is one:
// each has its media type.
package plainjson

import (
	"bytes"
	"encoding/json"
	"io"
)

// Marshal returns v as JSON. The errors are those of json.Marshal.
func Marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	if err := Encode(&out, v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// Encode writes v as JSON, and the end of a line. The errors are those of
// json.Marshal and of w.
func Encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}
