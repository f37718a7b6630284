package schema

import (
	"encoding/json"
	"math/big"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// keptRight reports whether the stored form of a body has the same meaning as
// the body: normalised texts, the same numbers, and no additions but the
// defaults.
func keptRight(s *openapi3.Schema, body, kept any) bool {
	was, _ := normal(body).(map[string]any)
	is, _ := kept.(map[string]any)
	for name, p := range s.Properties {
		if _, there := was[name]; there || p.Value.Default == nil {
			continue
		}
		if !same(p.Value.Default, is[name]) {
			return false
		}
		delete(is, name)
	}
	return same(was, is)
}

// same compares decoded JSON, numbers by their exact value.
func same(a, b any) bool {
	if x, ok := a.(float64); ok {
		a = json.Number(big.NewFloat(x).Text('g', -1))
	}
	switch a := a.(type) {
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
