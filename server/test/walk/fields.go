package walk

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// Field is a field of a request.
type Field struct {
	Path     []string // such as "patch", "price"
	Schema   *openapi3.Schema
	Required bool
}

// Fields returns every field of an operation's request, including those of an
// inner object such as patch.
func Fields(tool string) []Field { return fieldsOf(Schema(tool), nil) }

// Schema returns the schema of an operation's request.
func Schema(tool string) *openapi3.Schema { return request(tool).Schema.Value }

func fieldsOf(s *openapi3.Schema, path []string) (all []Field) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		field := Field{append(slices.Clone(path), name), s.Properties[name].Value, slices.Contains(s.Required, name)}
		all = append(append(all, field), fieldsOf(field.Schema, field.Path)...)
	}
	return all
}

// Pointer is the JSON Pointer of the field in a body.
func (f Field) Pointer() string { return "/" + strings.Join(f.Path, "/") }

// BadValues returns JSON texts, by name, that the field does not accept.
func (f Field) BadValues() map[string]string {
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	long := uint64(200_000)
	if most := f.Schema.MaxLength; most != nil {
		long = max(long, *most+1)
	}
	bad := map[string]string{
		"object": `{"a":1}`, "array": `[[["a"]]]`, "string": `"a string"`, "number": "12.5", "boolean": "true",
		"huge": "123456789012345678901234567890e300", "null": "null", "deep": deep,
		"long": `"` + strings.Repeat("x", int(long)) + `"`, "NUL": `"https://a.example/\u0000"`,
	}
	if takes(f.Schema, "object") {
		delete(bad, "object")
		delete(bad, "deep")
	}
	if takes(f.Schema, "boolean") {
		delete(bad, "boolean")
		if len(f.Schema.Enum) > 0 { // confirm
			bad["boolean"] = "false"
		}
	}
	if f.TakesNull() {
		delete(bad, "null")
	}
	if takes(f.Schema, "string") {
		delete(bad, "string")
	}
	if takes(f.Schema, "number") {
		delete(bad, "number")
	}
	return bad
}

// Takes reports whether the field allows values of a JSON type.
func (f Field) Takes(kind string) bool { return takes(f.Schema, kind) }

// TakesNull reports whether null is a value of the field.
func (f Field) TakesNull() bool { return f.Takes("null") }

// takes reports whether a schema allows values of a JSON type.
func takes(s *openapi3.Schema, kind string) bool {
	if s.Type != nil {
		return s.Type.Includes(kind)
	}
	return slices.ContainsFunc(s.AnyOf, func(choice *openapi3.SchemaRef) bool { return choice.Value.Type.Includes(kind) })
}

// Replaced returns the example with the field replaced by value, a JSON text.
func (f Field) Replaced(t testing.TB, example json.RawMessage, value string) []byte {
	t.Helper()
	return f.changed(t, example, func(parent map[string]any, name string) { parent[name] = json.RawMessage(value) })
}

// Removed returns the example without the field.
func (f Field) Removed(t testing.TB, example json.RawMessage) []byte {
	t.Helper()
	return f.changed(t, example, func(parent map[string]any, name string) { delete(parent, name) })
}

// changed returns the example after fn has changed the object that contains the
// field.
func (f Field) changed(t testing.TB, example json.RawMessage, fn func(parent map[string]any, name string)) []byte {
	t.Helper()
	root := map[string]any{}
	if err := json.Unmarshal(example, &root); err != nil {
		t.Fatal(err)
	}
	at := root
	last := len(f.Path) - 1
	for _, step := range f.Path[:last] {
		next, ok := at[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[step] = next
		}
		at = next
	}
	fn(at, f.Path[last])
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

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

// Changed returns another body that matches the schema: the example with another value in one
// of its fields, or another example.
func Changed(t testing.TB, tool string, example json.RawMessage) []byte {
	t.Helper()
	var body any
	if err := json.Unmarshal(example, &body); err != nil {
		t.Fatal(err)
	}
	if !raised(body) && !lengthened(tool, body.(map[string]any)) && !repeated(body.(map[string]any)) {
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

// repeated repeats the first element of a list, and reports whether there is one.
func repeated(body map[string]any) bool {
	for name, value := range body {
		if list, ok := value.([]any); ok && len(list) > 0 {
			body[name] = append(list, list[0])
			return true
		}
	}
	return false
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
