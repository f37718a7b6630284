package walk

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// Changed returns another body that matches the schema: the example with another value in one
// of its fields, or another example.
func Changed(t testing.TB, tool string, example json.RawMessage) []byte {
	t.Helper()
	var body any
	if err := json.Unmarshal(example, &body); err != nil {
		t.Fatal(err)
	}
	if !raised(body) && !lengthened(tool, body.(map[string]any)) {
		for _, other := range Examples(t, tool) {
			if string(other) != string(example) {
				return other
			}
		}
		t.Fatalf("%s: no field of the example can be changed: %s", tool, example)
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// raised raises the first number in a value, and reports whether there is one.
func raised(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if number, ok := v[name].(float64); ok {
				v[name] = number + 1
				return true
			}
			if raised(v[name]) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, raised)
	}
	return false
}

// lengthened adds a letter to the first text of a body that may be any text.
func lengthened(tool string, body map[string]any) bool {
	for _, field := range Fields(tool) {
		text, ok := body[field.Path[0]].(string)
		if ok && len(field.Path) == 1 && len(field.Schema.Enum) == 0 && field.Schema.Format == "" {
			body[field.Path[0]] = text + "x"
			return true
		}
	}
	return false
}
