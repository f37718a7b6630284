package tools

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
)

func TestTheGeneratedSchemasAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	synonyms, err := os.ReadFile("../synonyms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := JSON(gen.OpenAPIJSON(), synonyms)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, gen.ToolsJSON()) {
		t.Error("gen/tools.json is not what openapi/ says: run make generate")
	}
}

func TestSchemasForModels(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ schema, want string }{
		"a list of types": {
			`{"type":["string","null"],"description":"An a.","maxLength":3}`,
			`{"anyOf":[{"maxLength":3,"type":"string"},{"type":"null"}],"description":"An a."}`,
		},
		"a reference": {`{"$ref":"#/$defs/Short","description":"Mine."}`, `{"description":"Mine.","maxLength":3,"type":"string"}`},
		"a reference to a reference": {
			`{"type":"array","items":{"$ref":"#/$defs/Two"}}`,
			`{"items":{"properties":{"x":{"maxLength":3,"type":"string"},"y":{"maxLength":3,"type":"string"}},"type":"object"},"type":"array"}`,
		},
		"names of fields": {
			`{"type":"object","additionalProperties":{"$ref":"#/$defs/Short"},"propertyNames":{"$ref":"#/$defs/Short"}}`,
			`{"additionalProperties":{"maxLength":3,"type":"string"},"propertyNames":{"maxLength":3,"type":"string"},"type":"object"}`,
		},
		"a boolean that must be true":  {`{"type":"boolean","not":{"enum":[false]}}`, `{"enum":[true],"type":"boolean"}`},
		"a boolean that must be false": {`{"type":"boolean","not":{"enum":[true]}}`, `{"enum":[false],"type":"boolean"}`},
		"a boolean with an enum":       {`{"type":"boolean","enum":[true]}`, `{"enum":[true],"type":"boolean"}`},
		"bounds that nobody meets": {
			`{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`, `{"type":"integer"}`,
		},
		"lengths that nobody meets": {
			`{"type":"array","items":{"type":"string","minLength":1,"maxLength":2000},"minItems":1}`, `{"items":{"type":"string"},"minItems":1,"type":"array"}`,
		},
		"lengths that somebody meets":       {`{"type":"string","minLength":10,"maxLength":500}`, `{"maxLength":500,"minLength":10,"type":"string"}`},
		"a pattern that every text matches": {`{"type":"string","pattern":"^[^\\x00]*$"}`, `{"type":"string"}`},
		"a brief value": {
			`{"type":"integer","x-mcp":{"brief":true},"description":"An a.","minimum":1,"maximum":100,"default":20}`,
			`{"default":20,"maximum":100,"minimum":1,"type":"integer"}`,
		},
		"a brief text": {
			`{"type":["string","null"],"x-mcp":{"brief":true},"description":"An a.","minLength":3,"maxLength":200,"pattern":"^[a-z]+$"}`,
			`{"anyOf":[{"minLength":3,"pattern":"^[a-z]+$","type":"string"},{"type":"null"}]}`,
		},
		"a brief text with a long pattern": {
			`{"type":"string","x-mcp":{"brief":true},"pattern":"^(` + strings.Repeat("x", 60) + `)$"}`, `{"type":"string"}`,
		},
		"a brief object": {
			`{"type":"object","x-mcp":{"brief":true},"description":"An a.","additionalProperties":false,"required":["b"],"properties":{
				"b":{"type":"array","description":"A b.","maxItems":9,"items":{"type":"string","enum":["c"],"description":"A c."}},"d":{"$ref":"#/$defs/Short"}}}`,
			`{"additionalProperties":false,"description":"An a.","properties":{"b":{"items":{"enum":["c"],"type":"string"},"type":"array"},"d":{"type":"string"}},` +
				`"required":["b"],"type":"object"}`,
		},
		"a brief object of any names": {
			`{"type":"object","x-mcp":{"brief":true},"description":"An a.","maxProperties":9,"propertyNames":{"maxLength":9},"additionalProperties":{"type":"string"}}`,
			`{"description":"An a.","type":"object"}`,
		},
		"an open object": {
			`{"type":["object","null"],"x-mcp":{"open":true},"description":"An a.","additionalProperties":false,"required":["b"],"properties":{"b":{"type":"string"}}}`,
			`{"anyOf":[{"type":"object"},{"type":"null"}],"description":"An a."}`,
		},
		"a reference to a brief schema":             {`{"$ref":"#/$defs/Brief","description":"Mine."}`, `{"type":"string"}`},
		"a reference to a brief schema that is not": {`{"$ref":"#/$defs/Brief","description":"Mine.","x-mcp":{"brief":false}}`, `{"description":"Mine.","maxLength":9,"type":"string"}`},
		"any of some types": {
			`{"not":{"type":["object","null"]},"maxLength":3,"minimum":1,"maxItems":2,"items":{"not":{"type":["object","array","null","boolean"]},"maxLength":4},"description":"An a."}`,
			`{"anyOf":[{"maxLength":3,"type":"string"},{"minimum":1,"type":"number"},{"type":"boolean"},` +
				`{"items":{"anyOf":[{"maxLength":4,"type":"string"},{"type":"number"}]},"maxItems":2,"type":"array"}],"description":"An a."}`,
		},
		"fields that come first": {
			`{"type":"object","x-mcp":{"first":["c","b"]},"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"}}}`,
			`{"properties":{"c":{"type":"string"},"b":{"type":"string"},"a":{"type":"string"},"d":{"type":"string"}},"type":"object"}`,
		},
		"fields named like keywords": {`{"type":"object","properties":{"type":{"type":"string"},"not":{"type":"string"},"if":{"type":"string"}}}`, `{"properties":{"if":{"type":"string"},"not":{"type":"string"},"type":{"type":"string"}},"type":"object"}`},
	} {
		root := `{"type":"object","properties":{"a":` + c.schema + `},
			"$defs":{"Short":{"type":"string","maxLength":3},"Brief":{"type":"string","maxLength":9,"description":"A brief.","x-mcp":{"brief":true}},
				"Two":{"type":"object","properties":{"x":{"$ref":"#/$defs/Short"},"y":{"$ref":"#/$defs/Short"}}}}}`
		want := `{"properties":{"a":` + c.want + `},"type":"object"}`
		if got, err := rewrite(json.RawMessage(root), inputForModels); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

func TestSchemasThatModelsCannotBeGiven(t *testing.T) {
	t.Parallel()
	for field, why := range map[string]string{
		`{"$ref":"#/$defs/Tree"}`:                                        "the schema Tree contains itself",
		`{"type":"array","items":{"$ref":"#/$defs/Tree"}}`:               "the schema Tree contains itself",
		`{"allOf":[{"type":"object"}]}`:                                  "allOf",
		`{"type":"array","items":{"anyOf":[{"allOf":[]}]}}`:              "allOf",
		`{"oneOf":[{"type":"object"}]}`:                                  "oneOf",
		`{"type":"object","if":{},"then":{}}`:                            "if",
		`{"type":"string","not":{"enum":["a"]}}`:                         "not",
		`{"type":"object","x-mcp":{"first":["b"]},"properties":{}}`:      "x-mcp names the field b, which does not exist",
		`{"type":"string","pattern":"` + strings.Repeat("x", 101) + `"}`: "too long for a model",
	} {
		root := `{"type":"object","properties":{"a":` + field + `},"$defs":{"Tree":{"type":"object","properties":{"left":{"$ref":"#/$defs/Tree"}}}}}`
		if _, err := rewrite(json.RawMessage(root), inputForModels); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "a: ") {
			t.Errorf("%s: %v, want %q", field, err, why)
		}
	}
}

// The pattern of a timestamp is long, and says no more to a reader than the name of the format. The marks for models
// are in no schema.
func TestWhatIsLeftOutOfEverySchema(t *testing.T) {
	t.Parallel()
	got := standalone(map[string]any{
		"type": "string", "maxLength": 40, "pattern": `^\d{4}-\d\dT([01]\d|2[0-3])$`, "x-mcp": map[string]any{"brief": true}, "minLength": 1,
	}, nil, marks...)
	if want := map[string]any{"type": "string", "format": "date-time", "minLength": 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
