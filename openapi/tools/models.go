package tools

import (
	"errors"
	"maps"
	"slices"
)

// annotations are the keywords that describe a value of any type.
var annotations = []string{"title", "description", "default", "examples", "deprecated"}

// inputForModels rewrites the schema of a request for MCP. MCP hosts support
// less of JSON Schema than validators do: some of them reject the whole list of
// tools because of one keyword, others show a reference as an empty object.
// Everything that they do not support is removed here, and nowhere else. The
// service still validates every call against the contract.
func inputForModels(schema map[string]any) (any, error) {
	delete(schema, "anyOf") // a choice at the top level
	delete(schema, "oneOf")
	delete(schema, "allOf")
	inlined, err := inline(schema)
	if err != nil {
		return nil, err
	}
	plain, err := withoutRules(inlined)
	return oneType(plain), err
}

// withoutRules removes the rules that go beyond the type and the limits of a
// value: "not", "if", "then" and "else". That a boolean is not one value is said
// by the other one, and oneOf becomes anyOf. Without allOf the schema might lack
// fields, so it is an error.
func withoutRules(schema map[string]any) (map[string]any, error) {
	if schema["allOf"] != nil {
		return nil, errors.New("allOf has no form that models are given")
	}
	schema = maps.Clone(schema)
	if refused, _ := asMap(schema["not"])["enum"].([]any); schema["type"] == "boolean" && len(refused) == 1 {
		schema["enum"] = []any{refused[0] != true}
	}
	for _, keyword := range []string{"not", "if", "then", "else"} {
		delete(schema, keyword)
	}
	if choices := schema["oneOf"]; choices != nil {
		schema["anyOf"] = choices
		delete(schema, "oneOf")
	}
	return rebuilt(schema, withoutRules)
}

// outputForModels does the same for the schema of a response, and shortens it.
func outputForModels(schema map[string]any) (any, error) {
	brief(schema)
	return oneType(schema), nil
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
