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

// An id is taken under the name of its kind, and under id.
func TestTheOwnID(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, taken := range []struct{ tool, sent, bound string }{
		{"orders.get", `{"id":"a"}`, `{"orderId":"a"}`},
		{"orders.transitions", `{ "i\u0064" : "a" }`, `{ "orderId" : "a" }`},
		{"orders.add_note", `{"text":" a ","id":"a"}`, `{"text":"a","orderId":"a"}`},
		{"orders.create", `{"id":"a","email":"a@example.com","shippingName":"a","shippingAddress":"a","shippingZip":"a","shippingCity":"a"}`,
			`{"cartId":"a","email":"a@example.com","shippingName":"a","shippingAddress":"a","shippingZip":"a","shippingCity":"a"}`},
		{"cart.get_summary", `{"id":"a"}`, `{"cartId":"a"}`},
		{"audit.get", `{"id":"a"}`, `{"auditLogId":"a"}`},
		{"marketing.end_campaign", `{"id":"a","confirm":true}`, `{"campaignId":"a","confirm":true}`},
		{"webhooks.rotate_secret", `{"webhookId":"a"}`, `{"id":"a"}`},
		{"webhooks.redeliver", `{"id":"a"}`, `{"deliveryId":"a"}`},
		{"products.restore", `{"productId":"a"}`, `{"id":"a"}`},
	} {
		bound, faults, err := c.Tool(taken.tool).Request.Check([]byte(taken.sent))
		if string(bound) != taken.bound || faults != nil || err != nil {
			t.Errorf("%s %s: %s %v %v, want %s", taken.tool, taken.sent, bound, faults, err, taken.bound)
		}
	}
	for _, refused := range []struct{ tool, sent, pointer, fix string }{
		{"orders.get", `{"id":"a","orderId":"b"}`, "/id", `Remove "id" from the body; the fields are fields and orderId.`},
		{"orders.get", `{"id":1}`, "/id", `Set "id" to a string.`},
		{"orders.get", `{}`, "/orderId", `Add "orderId" to the body, as a string.`},
		{"products.get", `{"slug":"a","id":"a"}`, "/id", `Remove "id" from the body; the fields are fields and slug.`},
		{"audit.list", `{"id":"a"}`, "/id", ""},
		{"products.create", `{"id":"a"}`, "/id", ""},
	} {
		_, faults, err := c.Tool(refused.tool).Request.Check([]byte(refused.sent))
		if err != nil || len(faults) == 0 || faults[0].Pointer != refused.pointer || refused.fix != "" && faults[0].Fix != refused.fix {
			t.Errorf("%s %s: %v %v", refused.tool, refused.sent, faults, err)
		}
	}
}
