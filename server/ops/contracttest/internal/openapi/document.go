// Package openapi reads OpenAPI documents: the operations, what their answers have to be like, and how two documents differ.
package openapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/google/uuid"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// Document is an OpenAPI document. It may be read concurrently.
type Document struct {
	*openapi3.T
	Operations []*Operation // by name
}

// Operation is a method of a path.
type Operation struct {
	*openapi3.Operation
	Name        string // the operationId
	Method      string // in upper case
	Path        string // may have parameters: /problems/{code}
	Tool        bool   // whether it is an operation of the shop, and not a document or MCP
	Anonymous   bool   // whether it works without a key
	Keyed       bool   // whether it takes a key
	Scope       string // the scope that the key needs, or ""
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	route       *routers.Route
}

// BuiltIn returns the contract that is built into the program.
var BuiltIn = sync.OnceValues(func() (*Document, error) { return load(gen.OpenAPIJSON()) })

// Parse parses and validates a document. For one that differs from the contract of the program in the address alone it
// returns BuiltIn, which is loaded once.
func Parse(text []byte) (*Document, error) {
	builtIn, err := BuiltIn()
	if err != nil {
		return nil, err
	}
	var served struct{ Servers []struct{ URL string } }
	var own bytes.Buffer
	if json.Unmarshal(text, &served) == nil && len(served.Servers) > 0 && json.Compact(&own, gen.OpenAPIJSON()) == nil &&
		bytes.Equal(bytes.ReplaceAll(text, []byte(served.Servers[0].URL), []byte(builtIn.Servers[0].URL)), own.Bytes()) {
		return builtIn, nil
	}
	if err := checkBounds(text); err != nil {
		return nil, err
	}
	return load(text)
}

func load(text []byte) (*Document, error) {
	loaded, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	d := &Document{T: loaded}
	for path, item := range loaded.Paths.Map() {
		for method, op := range item.Operations() {
			d.Operations = append(d.Operations, d.read(op, path, method, item))
		}
	}
	slices.SortFunc(d.Operations, func(a, b *Operation) int { return cmp.Compare(a.Name, b.Name) })
	return d, loaded.Validate(context.Background(), openapi3.DisableExamplesValidation())
}

func (d *Document) read(from *openapi3.Operation, path, method string, item *openapi3.PathItem) *Operation {
	hints, _ := from.Extensions["x-agent-hints"].(map[string]any)
	op := &Operation{
		Operation: from, Name: from.OperationID, Method: method, Path: path, Tool: strings.HasPrefix(path, contract.ToolPath),
		ReadOnly: hints["readOnly"] == true, Destructive: hints["destructive"] == true, Idempotent: hints["idempotent"] == true,
		route: &routers.Route{Spec: d.T, Path: path, PathItem: item, Method: method, Operation: from},
	}
	for _, requirement := range *cmp.Or(from.Security, &openapi3.SecurityRequirements{}) {
		op.Anonymous = op.Anonymous || len(requirement) == 0
		for _, scopes := range requirement {
			op.Keyed = true
			if len(scopes) > 0 {
				op.Scope = scopes[0]
			}
		}
	}
	return op
}

// content returns what is declared of the body of a request.
func (op *Operation) content() openapi3.Content {
	if op.RequestBody == nil {
		return nil
	}
	return op.RequestBody.Value.Content
}

// Body returns the schema of the JSON body; it is empty if there is none.
func (op *Operation) Body() *openapi3.Schema {
	if media := op.content()["application/json"]; media != nil && media.Schema != nil {
		return media.Schema.Value
	}
	return &openapi3.Schema{}
}

// Examples returns the example bodies by name.
func (op *Operation) Examples() map[string]map[string]any {
	all := map[string]map[string]any{}
	if media := op.content()["application/json"]; media != nil {
		for name, example := range media.Examples {
			all[name], _ = example.Value.Value.(map[string]any)
		}
	}
	return all
}

// Declares reports whether a status is declared by itself, not by default.
func (op *Operation) Declares(status int) bool { return op.Responses.Status(status) != nil }

// Response returns what is declared of a status, by itself or by default, or nil.
func (op *Operation) Response(status int) *openapi3.Response {
	if ref := cmp.Or(op.Responses.Status(status), op.Responses.Default()); ref != nil {
		return ref.Value
	}
	return nil
}

// Codes returns the problem codes that a response lists.
func Codes(response *openapi3.Response) (codes []string) {
	list, _ := response.Extensions["x-extensible-enum"].([]any)
	for _, code := range list {
		codes = append(codes, fmt.Sprint(code))
	}
	return codes
}

// options are how kin-openapi validates a value: by OpenAPI 3.1, and with the formats that it does not know by itself.
var options = []openapi3.SchemaValidationOption{
	openapi3.EnableJSONSchema2020(), openapi3.VisitAsResponse(), openapi3.SetSchemaErrorMessageCustomizer(describe),
	openapi3.WithStringFormatValidator("uuid", openapi3.NewCallbackValidator(uuid.Validate)),
	openapi3.WithStringFormatValidator("uri", openapi3.NewRegexpFormatValidator(`^[a-zA-Z][a-zA-Z0-9+.-]*:\S+$`)),
	openapi3.WithStringFormatValidator("email", openapi3.NewRegexpFormatValidator(`^[^@\s]+@[^@\s]+$`)),
}

// Validate returns how a JSON value differs from a schema, in one line, or nil.
func Validate(schema *openapi3.Schema, text []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	// Without a keyword that only JSON Schema has, kin-openapi refuses null where a schema has no type.
	whole := *schema
	whole.PropertyNames = cmp.Or(schema.PropertyNames, openapi3.NewSchemaRef("", openapi3.NewSchema()))
	if err := schema.VisitJSON(value, options...); err != nil && whole.VisitJSON(value, options...) != nil {
		return fmt.Errorf("the body does not match its schema: %w", err)
	}
	return nil
}

// Check returns what of an answer to a call is not declared: its status, its headers, its media type or its body.
func (op *Operation) Check(method string, status int, header http.Header, body []byte) (faults []string) {
	declared := op.Response(status)
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Route: op.route, Request: &http.Request{Method: op.Method}},
		Status:                 status, Header: header,
		// The service replaces the decoder of JSON in the process that it runs in, so the body is validated below.
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: true, SchemaValidationOptions: options},
	})
	if err != nil {
		faults = append(faults, err.Error())
	}
	if declared == nil || method == http.MethodHead {
		return faults
	}
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	content := declared.Content[media]
	switch {
	case content == nil && len(declared.Content)+len(body) > 0:
		faults = append(faults, fmt.Sprintf("the media type %q is not declared", header.Get("Content-Type")))
	case content != nil && content.Schema != nil && strings.HasSuffix(media, "json"):
		if err := Validate(content.Schema.Value, body); err != nil {
			faults = append(faults, err.Error())
		}
	}
	return faults
}

// describe returns a fault of a value in one line, without the schema and the value that kin-openapi prints with it.
func describe(err *openapi3.SchemaError) string {
	cause, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return fmt.Sprintf("at '/%s': %s", strings.Join(err.JSONPointer(), "/"), err.Reason)
	}
	faults := cause.Error()
	if _, after, whole := strings.Cut(faults, "\n- "); whole {
		faults = after
	}
	return strings.Join(strings.Fields(faults), " ")
}
