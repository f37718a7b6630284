package tools

import (
	"bytes"
	"encoding/json"
	"os"
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
		"a timestamp": {
			`{"type":["string","null"],"maxLength":40,"pattern":"^` + strings.Repeat("x", 100) + `T([01])"}`,
			`{"anyOf":[{"format":"date-time","type":"string"},{"type":"null"}]}`,
		},
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
			"$defs":{"Short":{"type":"string","maxLength":3},"Two":{"type":"object","properties":{"x":{"$ref":"#/$defs/Short"},"y":{"$ref":"#/$defs/Short"}}}}}`
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
		`{"type":"string","pattern":"` + strings.Repeat("x", 100) + `"}`: "too long for a model",
	} {
		root := `{"type":"object","properties":{"a":` + field + `},"$defs":{"Tree":{"type":"object","properties":{"left":{"$ref":"#/$defs/Tree"}}}}}`
		if _, err := rewrite(json.RawMessage(root), inputForModels); err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "a: ") {
			t.Errorf("%s: %v, want %q", field, err, why)
		}
	}
}
