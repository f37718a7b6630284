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
	Path   []string // such as "patch", "price"
	Schema *openapi3.Schema
}

// Fields returns every field of an operation's request, including those of an
// inner object such as patch.
func Fields(tool string) []Field { return fieldsOf(Schema(tool), nil) }

// Schema returns the schema of an operation's request.
func Schema(tool string) *openapi3.Schema { return request(tool).Schema.Value }

func fieldsOf(s *openapi3.Schema, path []string) (all []Field) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		field := Field{append(slices.Clone(path), name), s.Properties[name].Value}
		all = append(append(all, field), fieldsOf(field.Schema, field.Path)...)
	}
	return all
}

// Pointer is the JSON Pointer of the field in a body.
func (f Field) Pointer() string { return "/" + strings.Join(f.Path, "/") }

// BadValues returns JSON texts, by name, that the field does not accept.
func (f Field) BadValues() map[string]string {
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	bad := map[string]string{
		"object": `{"a":1}`, "array": `[[["a"]]]`, "string": `"a string"`, "number": "12.5", "boolean": "true",
		"huge": "123456789012345678901234567890e300", "null": "null", "deep": deep,
		"long": `"` + strings.Repeat("x", 200_000) + `"`, "NUL": `"https://a.example/\u0000"`,
	}
	if f.takes("object") {
		delete(bad, "object")
		delete(bad, "deep")
	}
	if f.takes("boolean") {
		delete(bad, "boolean")
		if len(f.Schema.Enum) > 0 { // confirm
			bad["boolean"] = "false"
		}
	}
	if f.takes("null") {
		delete(bad, "null")
	}
	if f.takes("string") {
		delete(bad, "string")
	}
	return bad
}

// takes reports whether values of a JSON type are allowed.
func (f Field) takes(kind string) bool {
	if f.Schema.Type != nil {
		return f.Schema.Type.Includes(kind)
	}
	return slices.ContainsFunc(f.Schema.AnyOf, func(choice *openapi3.SchemaRef) bool { return choice.Value.Type.Includes(kind) })
}

// Replaced returns the example with the field replaced by value, a JSON text.
func (f Field) Replaced(t testing.TB, example json.RawMessage, value string) []byte {
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
	at[f.Path[last]] = json.RawMessage(value)
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
