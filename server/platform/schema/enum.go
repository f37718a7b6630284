package schema

import (
	"encoding/json"
	"fmt"
)

// allowed is one value of an enumeration: a string, a boolean or null.
type allowed struct {
	kind kind
	text string // the value of a string, or the literal
	json string
}

func newAllowed(v any) (allowed, error) {
	switch v := v.(type) {
	case string:
		return allowed{kindString, v, string(quoted([]byte(v)))}, nil
	case bool, nil:
		literal, err := json.Marshal(v)
		k := kindBool
		if v == nil {
			k = kindNull
		}
		return allowed{k, string(literal), string(literal)}, err
	}
	return allowed{}, fmt.Errorf("enum: %v is neither a string nor a boolean nor null", v)
}

// enumerated requires one of the values exactly as it was sent.
func (c *checker) enumerated(s *Schema, v value) bool {
	text := c.in[v.start:v.end]
	if v.kind == kindString {
		text = textOf(c.in, v)
	}
	for _, a := range s.enum {
		if a.kind == v.kind && a.text == string(text) {
			return true
		}
	}
	c.fault(CodeEnum, "must be "+s.wanted(), "Set %s to "+s.wanted()+".")
	return false
}
