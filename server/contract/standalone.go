package contract

import (
	"encoding/json"
	"strings"
)

const componentPath = "#/components/schemas/"

// standalone returns a schema of the document that needs nothing beside it: the
// components it refers to stand under $defs.
func standalone(schema any, components map[string]any) (json.RawMessage, error) {
	defs := map[string]any{}
	out, _ := rewritten(schema, components, defs).(map[string]any)
	if name, ok := strings.CutPrefix(text(out["$ref"]), "#/$defs/"); ok {
		out, _ = defs[name].(map[string]any) // the root is the schema itself, not a reference to it
		delete(defs, name)
	}
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return json.Marshal(out)
}

// rewritten copies a value with references into the components turned into
// references into defs, where what they mean is collected.
func rewritten(v any, components, defs map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		if name, ok := strings.CutPrefix(text(v["$ref"]), componentPath); ok {
			if _, known := defs[name]; !known {
				defs[name] = nil // so that a schema may refer to itself
				defs[name] = rewritten(components[name], components, defs)
			}
			return map[string]any{"$ref": "#/$defs/" + name}
		}
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[key] = rewritten(value, components, defs)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = rewritten(v[i], components, defs)
		}
		return out
	}
	return v
}

func text(v any) string {
	s, _ := v.(string)
	return s
}
