package contract

import (
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/storefront/storefront/server/platform/schema"
)

// mediaType is the media type of every request body.
const mediaType = "application/json"

// compiledKey is the extension of a route's body schema that holds the compiled
// schema.
const compiledKey = "x-compiled"

// specOf returns the part of the document that routes need. Its version is 3.0,
// because kin-openapi recompiles the schemas of a 3.1 document for every value
// that it validates, and those of a 3.0 document never.
func specOf(doc *openapi3.T) *openapi3.T {
	return &openapi3.T{OpenAPI: "3.0.3", Components: &openapi3.Components{SecuritySchemes: doc.Components.SecuritySchemes}}
}

// setRoute prepares the operation for kin-openapi's middleware: its parameters,
// its body and its one scope. The schema of the body is empty except for the
// compiled one, which a body decoder runs, so that nothing is validated twice.
// An anonymous operation requires its scope too: its alternative `{}` would
// admit a key without the scope.
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
// that is not part of a route.
func RequestOf(ref *openapi3.SchemaRef) *schema.Schema {
	if ref == nil || ref.Value == nil {
		return nil
	}
	compiled, _ := ref.Value.Extensions[compiledKey].(*schema.Schema)
	return compiled
}
