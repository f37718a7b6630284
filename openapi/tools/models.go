package tools

import "slices"

// annotations are the keywords that describe a value of any type.
var annotations = []string{"title", "description", "default", "examples", "deprecated"}

// inputForModels rewrites the schema of a request for MCP. MCP hosts support
// less of JSON Schema than validators do, and some of them reject the whole list
// of tools because of one keyword: everything that they do not support is
// removed here, and nowhere else. The service still validates every call against
// the contract.
func inputForModels(schema map[string]any) any {
	delete(schema, "anyOf") // a choice at the top level
	delete(schema, "oneOf")
	delete(schema, "allOf")
	return oneType(schema)
}

// outputForModels does the same for the schema of a response, and shortens it.
func outputForModels(schema map[string]any) any {
	brief(schema)
	return oneType(schema)
}

// oneType converts lists of types to anyOf, in a schema and everything in it.
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

// choice returns a schema with several types as anyOf. The keywords that do not
// apply to null are moved to the other type.
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
