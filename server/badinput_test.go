package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
)

// badValues returns JSON texts that no field of this schema takes.
func badValues(s *openapi3.Schema) map[string]string {
	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	bad := map[string]string{
		"object": `{"a":1}`, "array": `[[["a"]]]`, "string": `"a string"`, "number": "12.5", "boolean": "true",
		"huge": "123456789012345678901234567890e300", "null": "null", "deep": deep,
		"long": `"` + strings.Repeat("x", 200_000) + `"`, "NUL": `"https://a.example/\u0000"`,
	}
	takes := func(kind string) bool {
		if s.Type != nil {
			return s.Type.Includes(kind)
		}
		return slices.ContainsFunc(s.AnyOf, func(choice *openapi3.SchemaRef) bool { return choice.Value.Type.Includes(kind) })
	}
	if takes("object") {
		delete(bad, "object")
		delete(bad, "deep")
	}
	if takes("boolean") {
		delete(bad, "boolean")
		if len(s.Enum) > 0 { // confirm
			bad["boolean"] = "false"
		}
	}
	if takes("null") {
		delete(bad, "null")
	}
	if takes("string") {
		delete(bad, "string")
	}
	return bad
}

// fields calls fn for each field of a request, those of an inner object such
// as patch too.
func fields(s *openapi3.Schema, path []string, fn func(path []string, s *openapi3.Schema)) {
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		inner := append(slices.Clone(path), name)
		fn(inner, s.Properties[name].Value)
		fields(s.Properties[name].Value, inner, fn)
	}
}

// replaced returns the example with another value at path.
func replaced(t testing.TB, example json.RawMessage, path []string, value string) []byte {
	t.Helper()
	root := object{}
	if err := json.Unmarshal(example, &root); err != nil {
		t.Fatal(err)
	}
	at := root
	for _, step := range path[:len(path)-1] {
		next, ok := at[step].(object)
		if !ok {
			next = object{}
			at[step] = next
		}
		at = next
	}
	at[path[len(path)-1]] = json.RawMessage(value)
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEveryFieldRefusesWhatItDoesNotTake(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	before := contents(t, s)
	for _, op := range s.Contract.Tools() {
		example := anExample(t, op.Name)
		request := doc.Paths.Value(contract.ToolPath + op.Name).Post.RequestBody.Value.Content["application/json"].Schema.Value
		fields(request, nil, func(path []string, field *openapi3.Schema) {
			pointer := "/" + strings.Join(path, "/")
			for name, value := range badValues(field) {
				p := s.Raw(t, key, op.Name, replaced(t, example, path, value)).Problem(t, problem.ValidationFailed)
				if !slices.ContainsFunc(p.Errors, func(f schema.Fault) bool { return strings.HasPrefix(f.Pointer, pointer) }) {
					t.Errorf("%s %s %s: %+v", op.Name, pointer, name, p.Errors)
				}
			}
		})
		for _, name := range request.Required {
			var body object
			if err := json.Unmarshal(example, &body); err != nil {
				t.Fatal(err)
			}
			delete(body, name)
			p := s.Refused(t, key, op.Name, body, problem.ValidationFailed)
			if p.Errors[0].Pointer != "/"+name || p.Errors[0].Code != "required" {
				t.Errorf("%s without %s: %+v", op.Name, name, p.Errors)
			}
		}
	}
	if contents(t, s) != before {
		t.Error("a refused call changed something")
	}
}

func TestAllFaultsAtOnceWithWhatToDo(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	p := s.Refused(t, s.Key(t, "products:write"), "products.create", object{
		"name": "x", "slug": "NOT A SLUG", "priceDkk": 0, "stock": 1.5, "colour": "red", "images": []any{"not a uri", 7},
		"faq": []object{{"q": " "}},
	}, problem.ValidationFailed)
	got := map[string]string{}
	for _, f := range p.Errors {
		got[f.Pointer] = f.Code
	}
	want := map[string]string{
		"/name": "min_length", "/slug": "pattern", "/priceDkk": "minimum", "/stock": "type", "/colour": "unknown_field",
		"/images/0": "format", "/images/1": "type", "/faq/0/q": "min_length", "/faq/0/a": "required", "/description": "required",
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if !strings.Contains(p.Detail, fmt.Sprint(len(p.Errors))) || p.Resolution == "" || p.Error != p.Detail || p.OK {
		t.Errorf("%+v", p)
	}
}
