package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/schema"
)

// Generators of clients and the frameworks of agents support less of JSON Schema
// than the contract may use. These rules keep it to what was seen to work in all
// of them; docs/clients.md and docs/adding-an-operation.md say what to write
// instead.

// everySchema calls fn for every schema of the document, once, with the place
// where it stands. The places of components begin with their name.
func everySchema(t *testing.T, fn func(where string, inline bool, s map[string]any)) {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	found := 0
	var descend func(where string, inline bool, s map[string]any)
	descend = func(where string, inline bool, s map[string]any) {
		found++
		fn(where, inline, s)
		for name, p := range asMap(s["properties"]) {
			descend(where+"."+name, true, asMap(p))
		}
		for _, keyword := range []string{"items", "additionalProperties", "propertyNames", "not", "if", "then", "else"} {
			if inner := asMap(s[keyword]); inner != nil {
				descend(where+"/"+keyword, true, inner)
			}
		}
		for _, keyword := range []string{"anyOf", "oneOf", "allOf"} {
			choices, _ := s[keyword].([]any)
			for i, choice := range choices {
				descend(fmt.Sprintf("%s/%s/%d", where, keyword, i), true, asMap(choice))
			}
		}
	}
	for name, s := range asMap(dig(doc, "components", "schemas")) {
		descend(name, false, asMap(s))
	}
	var media func(where string, node any)
	media = func(where string, node any) {
		for key, value := range asMap(node) {
			if key == "schema" {
				descend(where, true, asMap(value))
			} else if key != "schemas" && key != "example" && key != "examples" {
				media(where+"/"+key, value)
			}
		}
		if list, ok := node.([]any); ok {
			for i, value := range list {
				media(fmt.Sprintf("%s/%d", where, i), value)
			}
		}
	}
	media("paths", doc["paths"])
	media("components", doc["components"])
	if found < 300 {
		t.Errorf("only %d schemas were found", found)
	}
}

func TestSchemasKeepToWhatGeneratorsSupport(t *testing.T) {
	t.Parallel()
	everySchema(t, func(where string, inline bool, s map[string]any) {
		for keyword, instead := range map[string]string{
			"const": "not: {enum: [false]} for true", "if": "a rule in the handler, with problem.Invalid", "oneOf": "one schema with optional fields",
			"allOf": "all fields in one schema", "anyOf": "a list of types, or not: {type: […]} without a type",
		} {
			if s[keyword] != nil {
				t.Errorf("%s uses %s; write %s", where, keyword, instead)
			}
		}
		types := typesOf(s)
		if s["enum"] != nil && slices.Contains(types, "boolean") {
			t.Errorf("%s is a boolean with an enum; write not: {enum: [false]}", where)
		}
		if others := slices.DeleteFunc(slices.Clone(types), func(name string) bool { return name == "null" }); len(others) > 1 && !strings.HasSuffix(where, "/not") {
			t.Errorf("%s has the types %v; write not: {type: […]} without a type", where, types)
		}
		if inline && s["default"] != nil && !strings.Contains(where, "Fields.") { // for that reason, of answers with fields
			t.Errorf("%s has a default next to its field, which makes the field required in some clients; give it a component", where)
		}
		if pattern, _ := s["pattern"].(string); strings.Contains(pattern, `\\/`) {
			t.Errorf("%s has a backslash before a slash in its pattern, which ends the pattern in Ruby; put the slash first", where)
		}
		properties := asMap(s["properties"])
		required, _ := s["required"].([]any)
		for _, name := range required {
			if properties[name.(string)] == nil {
				t.Errorf("%s requires %v, which it does not declare", where, name)
			}
		}
	})
}

// A class and its property, or two classes, whose names differ only in case
// collide in some languages, and so do classes with names of the generated code.
func TestNamesOfSchemasDoNotCollide(t *testing.T) {
	t.Parallel()
	reserved := []string{"index", "error", "response", "request", "client", "configuration", "api", "model", "object", "map", "list", "any", "exception"}
	seen := map[string]string{}
	components := load(t).Components
	for name := range components.Responses {
		seen[strings.ToLower(name)] = "the response " + name
	}
	for _, name := range slices.Sorted(maps.Keys(components.Schemas)) {
		lower := strings.ToLower(name)
		if slices.Contains(reserved, lower) {
			t.Errorf("%s is a name that generators use themselves", name)
		}
		if other, taken := seen[lower]; taken {
			t.Errorf("%s has the name of %s", name, other)
		}
		if other, made := strings.CutPrefix(name, "New"); made && components.Schemas[other] != nil && components.Schemas[other].Value.Type.Is("object") {
			t.Errorf("%s has the name of the function that makes a %s in Go", name, other)
		}
		seen[lower] = "the schema " + name
		for property := range components.Schemas[name].Value.Properties {
			if strings.EqualFold(property, name) {
				t.Errorf("%s has a property of its own name", name)
			}
		}
	}
}

// The documents of the service share the first part of their operationIds, so
// that clients keep them in one place.
func TestDocumentsAreSystemOperations(t *testing.T) {
	t.Parallel()
	unlimited := []string{"/healthz", "/readyz"}
	for path, item := range load(t).Paths.Map() {
		if strings.HasPrefix(path, contract.ToolPath) {
			continue
		}
		for method, op := range item.Operations() {
			if !strings.HasPrefix(op.OperationID, "system.") || !slices.Equal(op.Tags, []string{"system"}) {
				t.Errorf("%s %s is %s with the tags %v", method, path, op.OperationID, op.Tags)
			}
			if op.Responses.Value("429") == nil && !slices.Contains(unlimited, path) {
				t.Errorf("%s %s declares no 429", method, path)
			}
		}
	}
}

// An answer may get further fields within a version, so its schemas are open: a
// client that is generated from a closed one refuses a new field. What a request
// and an answer share is closed for the sake of the request.
func TestAnswersAreOpen(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	sent, closed := map[string]bool{}, map[string]bool{}
	tools(t, func(t *testing.T, name string, _ *openapi3.Operation) {
		post := []string{"paths", contract.ToolPath + name, "post"}
		body := []string{"content", "application/json", "schema"}
		walk(doc, dig(doc, slices.Concat(post, []string{"requestBody"}, body)...), "", sent, func(string, map[string]any) {})
		walk(doc, dig(doc, slices.Concat(post, []string{"responses", "200"}, body)...), name, map[string]bool{}, func(where string, s map[string]any) {
			if s["additionalProperties"] == false {
				closed[where[strings.LastIndex(where, " ")+1:]] = true
			}
		})
	})
	for where := range closed {
		if !sent[where] {
			t.Errorf("%s is closed, and in answers alone", where)
		}
	}
}

// The schemas of the props of sections are closed, bounded and described as those
// of requests are, and there is one for each key that a request allows.
func TestEverySectionIsBoundedAndDescribed(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	var keys []string
	list, _ := dig(doc, "paths", contract.ToolPath+"pages.section_types", "post").(map[string]any)["x-sections"].([]any)
	for _, entry := range list {
		kind := asMap(entry)
		keys = append(keys, fmt.Sprint(kind["key"]))
		walk(doc, kind["props"], fmt.Sprint(kind["key"]), map[string]bool{}, func(where string, s map[string]any) {
			for _, fault := range unbounded(s) {
				t.Errorf("%s: %s", where, fault)
			}
			if typesOf(s)[0] == "object" && s["additionalProperties"] != false {
				t.Errorf("%s is open", where)
			}
			for name, field := range asMap(s["properties"]) {
				if text, _ := asMap(field)["description"].(string); len(text) < 5 {
					t.Errorf("%s: %s is not described", where, name)
				}
			}
		})
	}
	var allowed []string
	for _, key := range dig(doc, "components", "schemas", "SectionKey").(map[string]any)["enum"].([]any) {
		allowed = append(allowed, key.(string))
	}
	if len(keys) != 16 || !slices.Equal(keys, allowed) {
		t.Errorf("x-sections has %s, a layout may have %s", strings.Join(keys, ", "), strings.Join(allowed, ", "))
	}
}

// Every request is closed and bounded, with keywords that the validator
// enforces.
func TestEveryRequestIsBounded(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, _ *openapi3.Operation) {
		body := dig(doc, "paths", contract.ToolPath+name, "post", "requestBody", "content", "application/json", "schema")
		walk(doc, body, name, map[string]bool{}, func(where string, s map[string]any) {
			for _, fault := range unbounded(s) {
				t.Errorf("%s: %s", where, fault)
			}
		})
	})
}

func unbounded(s map[string]any) (faults []string) {
	for keyword := range s {
		if !slices.Contains(schema.Keywords, keyword) {
			faults = append(faults, fmt.Sprintf("the keyword %s is not enforced", keyword))
		}
	}
	types := typesOf(s)
	if types == nil && s["not"] != nil { // every type that it does not exclude
		excluded := typesOf(asMap(s["not"]))
		types = slices.DeleteFunc([]string{"string", "array", "object"}, func(name string) bool { return slices.Contains(excluded, name) })
	}
	if slices.Contains(types, "string") && s["enum"] == nil && (s["maxLength"] == nil || s["pattern"] == nil && s["format"] != "email") {
		faults = append(faults, "a string without maxLength, or without a pattern that keeps NUL out")
	}
	if slices.Contains(types, "integer") {
		low, lowOK := s["minimum"].(float64)
		high, highOK := s["maximum"].(float64)
		if !lowOK || !highOK || low < -maxInteger || high > maxInteger || s["format"] != "int64" {
			faults = append(faults, "an integer without bounds or format")
		}
	}
	if slices.Contains(types, "array") && s["maxItems"] == nil {
		faults = append(faults, "an array without maxItems")
	}
	if slices.Contains(types, "object") && s["additionalProperties"] != false && s["maxProperties"] == nil {
		faults = append(faults, "an open object without maxProperties")
	}
	return faults
}

// A synonym is written as the service looks it up, and means fields that a request has.
func TestEverySynonymMeansAField(t *testing.T) {
	t.Parallel()
	var derived contract.Tools
	if err := json.Unmarshal(gen.ToolsJSON(), &derived); err != nil {
		t.Fatal(err)
	}
	var doc map[string]any
	if err := json.Unmarshal(gen.OpenAPIJSON(), &doc); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	for path := range asMap(doc["paths"]) {
		body := dig(doc, "paths", path, "post", "requestBody", "content", "application/json", "schema")
		walk(doc, body, path, map[string]bool{}, func(_ string, s map[string]any) {
			for name := range asMap(s["properties"]) {
				fields[name] = true
			}
		})
	}
	for synonym, meant := range derived.Synonyms {
		if !regexp.MustCompile(`^[a-z0-9]+$`).MatchString(synonym) || len(meant) == 0 {
			t.Errorf("the synonym %q means %v", synonym, meant)
		}
		for _, field := range meant {
			if !fields[field] {
				t.Errorf("the synonym %q means the field %s, which no request has", synonym, field)
			}
		}
	}
	if len(derived.Synonyms) == 0 {
		t.Error("no synonyms")
	}
}

// walk calls fn for a schema and all of its subschemas, once for each.
func walk(doc map[string]any, node any, where string, seen map[string]bool, fn func(string, map[string]any)) {
	s, ok := node.(map[string]any)
	if !ok {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		if !seen[ref] {
			seen[ref] = true
			walk(doc, dig(doc, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), where+" "+ref, seen, fn)
		}
		return
	}
	fn(where, s)
	for name, p := range asMap(s["properties"]) {
		walk(doc, p, where+"/"+name, seen, fn)
	}
	for _, keyword := range []string{"items", "additionalProperties", "propertyNames"} {
		walk(doc, s[keyword], where+"/"+keyword, seen, fn)
	}
}
