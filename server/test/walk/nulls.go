package walk

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// WithNulls returns a request with null for every optional field that is absent
// and does not take null, at every depth, as agents' frameworks in strict mode
// send it.
func WithNulls(t testing.TB, tool string, example json.RawMessage) json.RawMessage {
	t.Helper()
	var body any
	if err := json.Unmarshal(example, &body); err != nil {
		t.Fatal(err)
	}
	addNulls(Schema(tool), body)
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func addNulls(s *openapi3.Schema, value any) {
	switch v := value.(type) {
	case map[string]any:
		for name, field := range s.Properties {
			if inner, sent := v[name]; sent {
				addNulls(field.Value, inner)
			} else if !slices.Contains(s.Required, name) && !takes(field.Value, "null") {
				v[name] = nil
			}
		}
	case []any:
		for _, element := range v {
			if s.Items != nil {
				addNulls(s.Items.Value, element)
			}
		}
	}
	for _, choice := range s.AnyOf {
		if !choice.Value.Type.IsEmpty() { // the others only narrow the schema that contains them
			addNulls(choice.Value, value)
		}
	}
}
