package contract_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// The self-contained schema of a response accepts the examples in the document,
// and no other response.
func TestAResponseFitsItsSchema(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		schema := compiled(t, op.OutputSchema)
		answer := doc.Paths.Value(contract.ToolPath + op.Name).Post.Responses.Value("200").Value.Content["application/json"]
		for name, example := range answer.Examples {
			if err := schema.Validate(example.Value.Value); err != nil {
				t.Errorf("%s %s: %v", op.Name, name, err)
			}
		}
		for _, other := range []any{nil, []any{}, map[string]any{"ok": true}, map[string]any{"ok": false, "result": map[string]any{}}} {
			if schema.Validate(other) == nil {
				t.Errorf("%s answers %v", op.Name, other)
			}
		}
	}
}

func compiled(t *testing.T, text json.RawMessage) *jsonschema.Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// The synonyms of openapi/synonyms.yaml are known wherever fields are.
func TestASynonymIsUnderstood(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	_, faults, err := c.Tool("products.search").Request.Check([]byte(`{"searchTerm":"x"}`))
	if err != nil || len(faults) != 1 || faults[0].Fix != `Replace "searchTerm" by "q".` {
		t.Errorf("%v, %v", faults, err)
	}
}

func TestAnOperationWithoutSchemasIsRefused(t *testing.T) {
	t.Parallel()
	for tools, why := range map[string]string{
		`{}`:                            "contract: analytics.agent_activity: there are no schemas of it: run make generate",
		`{"operations":`:                "contract: tools: unexpected end of JSON input",
		`{"operations":{"a":{},"b":1}}`: "contract: tools: json: cannot unmarshal number",
	} {
		if _, err := contract.Load(gen.OpenAPIJSON(), []byte(tools)); err == nil || !strings.HasPrefix(err.Error(), why) {
			t.Errorf("%s: %v, want %q", tools, err, why)
		}
	}
}

// A name in the query of an address stays: another one, or more words, would make it another address.
func TestRename(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	const text = "Call products.get, or /api/v1/tools/orders.get; no.such is none. See /api/v1/tools?name=products.get&schema=true, then products.get."
	const want = "Call PRODUCTS.GET, or /api/v1/tools/ORDERS.GET; no.such is none. See /api/v1/tools?name=products.get&schema=true, then PRODUCTS.GET."
	if got := c.Rename(text, func(op *contract.Operation) string { return strings.ToUpper(op.Name) }); got != want {
		t.Error(got)
	}
}
