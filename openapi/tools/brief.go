package tools

import "strings"

// brief removes from the schema of a response what a model does not need:
// descriptions that say no more than the name of the field, the one value of a
// boolean, "additionalProperties": false, and references to definitions that are shorter
// than their names.
func brief(schema map[string]any) {
	defs, _ := schema["$defs"].(map[string]any)
	short := map[string]any{}
	for name, def := range defs {
		if d, _ := def.(map[string]any); len(d) == 1 && d["type"] != nil {
			short["#/$defs/"+name] = d["type"]
			delete(defs, name)
		}
	}
	if len(defs) == 0 {
		delete(schema, "$defs")
	}
	shorten(schema, short)
}

// fewWords is the maximum number of words of a description that can be left out.
const fewWords = 4

func shorten(value any, short map[string]any) {
	switch v := value.(type) {
	case []any:
		for _, inner := range v {
			shorten(inner, short)
		}
	case map[string]any:
		if text, ok := v["description"].(string); ok && len(strings.Fields(text)) <= fewWords {
			delete(v, "description")
		}
		if values, _ := v["enum"].([]any); v["type"] == "boolean" && len(values) == 1 {
			delete(v, "enum") // of "ok"
		}
		if v["additionalProperties"] == false {
			delete(v, "additionalProperties")
		}
		if ref, ok := v["$ref"].(string); ok && short[ref] != nil {
			delete(v, "$ref")
			v["type"] = short[ref]
		}
		for _, inner := range v {
			shorten(inner, short)
		}
	}
}
