package contract

import (
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/storefront/storefront/server/platform/schema"
)

// mediaType is that of every request body.
const mediaType = "application/json"

// compiledKey is where the schema of a route's body carries the compiled one.
const compiledKey = "x-compiled"

// specOf returns what routes need of the document. It calls itself 3.0, because
// kin-openapi compiles the schemas of a 3.1 document anew for every value that it
// validates, and those of a 3.0 document never.
func specOf(doc *openapi3.T) *openapi3.T {
	return &openapi3.T{OpenAPI: "3.0.3", Components: &openapi3.Components{SecuritySchemes: doc.Components.SecuritySchemes}}
}

// setRoute prepares the operation for kin-openapi's middleware: its parameters,
// its body and its one scope. The schema of the body is empty but for the
// compiled one, which a body decoder runs, so that nothing is validated twice.
// An anonymous operation asks for its scope too: its alternative `{}` would let
// a key pass that does not hold the scope.
func (op *Operation) setRoute(spec *openapi3.T, o *openapi3.Operation) {
	body := &openapi3.Schema{Extensions: map[string]any{compiledKey: op.Request}}
	prepared := &openapi3.Operation{
		OperationID: op.Name,
		Parameters:  o.Parameters,
		Security:    &openapi3.SecurityRequirements{{bearer: {op.Scope}}},
		RequestBody: &openapi3.RequestBodyRef{Value: &openapi3.RequestBody{
			Required: true,
			Content:  openapi3.Content{mediaType: {Schema: &openapi3.SchemaRef{Value: body}}},
		}},
	}
	op.Route = &routers.Route{
		Spec: spec, Path: ToolPath + op.Name, PathItem: &openapi3.PathItem{Post: prepared}, Method: http.MethodPost, Operation: prepared,
	}
}

// RequestOf returns the compiled schema of a route's body, and nil for a schema
// that belongs to no route.
func RequestOf(ref *openapi3.SchemaRef) *schema.Schema {
	if ref == nil || ref.Value == nil {
		return nil
	}
	compiled, _ := ref.Value.Extensions[compiledKey].(*schema.Schema)
	return compiled
}
