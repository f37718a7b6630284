package schema

import (
	"bytes"
	"encoding/json"
)

// edit replaces a part of the body by text.
type edit struct {
	start, end int32
	text       []byte
}

// edit records that v is stored in another form. Edits are recorded in the order
// of the text; those of a refused body are not used.
func (c *checker) edit(v value, text []byte) {
	if len(c.faults) == 0 {
		c.edits = append(c.edits, edit{v.start, v.end, text})
	}
}

func (c *checker) insert(at int32, text []byte) { c.edit(value{start: at, end: at}, text) }

// rewritten returns the body with the edits applied, or the body itself when
// there are none.
func (c *checker) rewritten() []byte {
	if len(c.edits) == 0 {
		return c.in
	}
	size := len(c.in)
	for _, e := range c.edits {
		size += len(e.text)
	}
	out, at := make([]byte, 0, size), int32(0)
	for _, e := range c.edits {
		out = append(out, c.in[at:e.start]...)
		out = append(out, e.text...)
		at = e.end
	}
	return append(out, c.in[at:]...)
}

// quoted encodes a text as a JSON string.
func quoted(text []byte) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(string(text)) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
