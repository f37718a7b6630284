package schema

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/text"
)

// keptRight reports whether the stored form of a body has the same meaning as
// the body: normalised texts, the same numbers, and no additions but the
// defaults.
func keptRight(s *openapi3.Schema, body, kept any) bool {
	was := normal(body)
	return withoutDefaults(s, was, kept) && same(was, kept)
}

// withoutDefaults removes from the stored form the defaults that the body leaves out,
// and reports whether they are those of the schema.
func withoutDefaults(s *openapi3.Schema, was, is any) bool {
	switch was := was.(type) {
	case []any:
		list, _ := is.([]any)
		for i := range min(len(was), len(list)) {
			if s.Items != nil && !withoutDefaults(s.Items.Value, was[i], list[i]) {
				return false
			}
		}
	case map[string]any:
		object, _ := is.(map[string]any)
		for name, p := range s.Properties {
			switch value, there := was[name]; {
			case there:
				if !withoutDefaults(p.Value, value, object[name]) {
					return false
				}
			case p.Value.Default != nil:
				if !same(p.Value.Default, object[name]) {
					return false
				}
				delete(object, name)
			}
		}
	}
	return true
}

// unseen returns a text without what x-text decides about.
func unseen(s string) []byte { return text.OneLine(text.Trim(text.Visible([]byte(s)))) }

// same compares decoded JSON, numbers by their exact value, and texts without what nobody sees.
func same(a, b any) bool {
	if x, ok := a.(float64); ok {
		a = json.Number(big.NewFloat(x).Text('g', -1))
	}
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return ok && bytes.Equal(unseen(a), unseen(b))
	case json.Number:
		b, ok := b.(json.Number)
		x, okX := new(big.Rat).SetString(a.String())
		y, okY := new(big.Rat).SetString(b.String())
		return ok && okX && okY && x.Cmp(y) == 0
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name := range a {
			if _, there := b[name]; !there || !same(a[name], b[name]) {
				return false
			}
		}
		return true
	}
	return a == b
}
