package contract_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// The route that kin-openapi uses has the one scope, and a body schema of its
// own that accepts every value, because the decoder has validated it.
func TestEachOperationHasItsRoute(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		route := op.Route.Operation
		if op.Route.Spec.IsOpenAPI31OrLater() {
			t.Errorf("%s: its schemas would be compiled for each value", op.Name)
		}
		if s := *route.Security; len(s) != 1 || len(s[0]) != 1 || len(s[0]["bearer"]) != 1 || s[0]["bearer"][0] != op.Scope {
			t.Errorf("%s: security %v", op.Name, s)
		}
		body := route.RequestBody.Value
		ref := body.Content["application/json"].Schema
		if !body.Required || len(body.Content) != 1 || !ref.Value.IsEmpty() {
			t.Errorf("%s: body %+v", op.Name, body)
		}
		if contract.RequestOf(ref) != op.Request {
			t.Errorf("%s: its body leads to another schema", op.Name)
		}
	}
	for _, other := range []*openapi3.SchemaRef{nil, {}, {Value: openapi3.NewSchema()}} {
		if contract.RequestOf(other) != nil {
			t.Errorf("%v leads to a schema", other)
		}
	}
}

func TestABodyIsRequired(t *testing.T) {
	t.Parallel()
	document := strings.Replace(string(gen.OpenAPIJSON()), `"required": true`, `"required": false`, 1)
	if _, err := contract.Load([]byte(document), gen.ToolsJSON()); err == nil || !strings.Contains(err.Error(), "required") {
		t.Errorf("a body that may be left out: %v", err)
	}
}
