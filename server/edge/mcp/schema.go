package mcp

import (
	"encoding/json"
	"slices"

	"github.com/storefront/storefront/server/platform/plainjson"
)

// The keywords that are about a value, whichever of its types it has.
var annotations = []string{"title", "description", "default", "examples", "deprecated"}

// forModels rewrites a schema for the hosts of models, which understand less of
// JSON Schema than validators do: a list of types becomes anyOf, and an input
// has no choice at its top, for some refuse the whole list of tools because of
// one. The service itself still checks every call against the contract.
func forModels(text json.RawMessage, input bool) (json.RawMessage, error) {
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	if input {
		delete(schema, "anyOf")
		delete(schema, "oneOf")
		delete(schema, "allOf")
	} else {
		brief(schema)
	}
	return plainjson.Marshal(oneType(schema))
}

// oneType turns lists of types into anyOf, here and below.
func oneType(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = oneType(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = oneType(v[name])
		}
		if types, many := v["type"].([]any); many {
			return choice(v, types)
		}
	}
	return value
}

// choice is a schema of several types as anyOf, what does not concern null put
// to the other type.
func choice(schema map[string]any, types []any) map[string]any {
	out, rest := map[string]any{}, map[string]any{}
	for name, value := range schema {
		if slices.Contains(annotations, name) {
			out[name] = value
		} else if name != "type" {
			rest[name] = value
		}
	}
	choices := make([]any, 0, len(types))
	for _, name := range types {
		one := map[string]any{"type": name}
		if name != "null" {
			for keyword, value := range rest {
				one[keyword] = value
			}
		}
		choices = append(choices, one)
	}
	out["anyOf"] = choices
	return out
}
