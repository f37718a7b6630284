package schema

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
)

// operation is one operation of the contract as the tests use it.
type operation struct {
	name     string
	raw      *openapi3.Schema
	pointer  string // of the request schema within the document
	compiled *Schema
	examples []any
}

// operations loads the published contract once.
var operations = sync.OnceValues(func() ([]operation, error) {
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON())
	if err != nil {
		return nil, err
	}
	var tools struct{ Synonyms map[string][]string }
	if err := json.Unmarshal(gen.ToolsJSON(), &tools); err != nil {
		return nil, err
	}
	var list []operation
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		if !strings.HasPrefix(path, "/api/v1/tools/") {
			continue // its bodies are not validated here
		}
		post := doc.Paths.Value(path).Post
		if post == nil || post.RequestBody == nil {
			continue
		}
		media := post.RequestBody.Value.Content["application/json"]
		compiled, err := Compiler{Synonyms: tools.Synonyms}.Compile(media.Schema.Value)
		if err != nil {
			return nil, err
		}
		op := operation{name: post.OperationID, raw: media.Schema.Value, pointer: media.Schema.Ref, compiled: compiled}
		for _, name := range slices.Sorted(maps.Keys(media.Examples)) {
			op.examples = append(op.examples, media.Examples[name].Value.Value)
		}
		list = append(list, op)
	}
	return list, nil
})

// sampled returns how many bodies stand for one that is tried: n, or 1 when the variable WHOLE is set,
// as every night. Which ones does not change from run to run.
func sampled(n int) int {
	if os.Getenv("WHOLE") != "" {
		return 1
	}
	return n
}

func contract(t testing.TB) []operation {
	t.Helper()
	list, err := operations()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("the contract has no operations")
	}
	return list
}

// request returns the request schema of an operation.
func request(t testing.TB, name string) *Schema {
	t.Helper()
	for _, op := range contract(t) {
		if op.name == name {
			return op.compiled
		}
	}
	t.Fatalf("the contract has no operation %s", name)
	return nil
}

// load parses a schema written as JSON, with # for references to components.
func load(t testing.TB, schema string) *openapi3.Schema {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData([]byte(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},
		"components":{"schemas":{"Body":` + schema + `,"Small":{"type":"string","maxLength":3}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	return doc.Components.Schemas["Body"].Value
}

// object compiles an object schema with these properties (and further keywords).
func object(t testing.TB, properties string, further ...string) *Schema {
	t.Helper()
	s, err := Compile(load(t, `{"type":"object","additionalProperties":false,"properties":{`+properties+`}`+strings.Join(append([]string{""}, further...), ",")+`}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// kept checks a body that must be accepted, and returns its stored form.
func kept(t testing.TB, s *Schema, body string) string {
	t.Helper()
	out, faults, err := s.Check([]byte(body))
	if err != nil || len(faults) > 0 {
		t.Fatalf("%s is refused: %v %+v", brief(body), err, faults)
	}
	if !json.Valid(out) {
		t.Fatalf("%s became %s, which is no JSON", brief(body), out)
	}
	return string(out)
}

// refused checks a body that must be JSON with faults.
func refused(t testing.TB, s *Schema, body string) []Fault {
	t.Helper()
	out, faults, err := s.Check([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", brief(body), err)
	}
	if len(faults) == 0 || out != nil {
		t.Fatalf("%s is accepted: %s", brief(body), out)
	}
	return faults
}

// codes formats faults as "pointer code" each.
func codes(faults []Fault) []string {
	var list []string
	for _, f := range faults {
		list = append(list, f.Pointer+" "+f.Code)
	}
	return list
}

func brief(s string) string { return clip(s, 200) }
