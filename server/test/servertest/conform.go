package servertest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// The answers are checked by another library than the one that the service
// checks requests with.
var checker = sync.OnceValue(func() *conformance {
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON())
	if err != nil {
		panic(err)
	}
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(gen.OpenAPIJSON()))
	if err != nil {
		panic(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	events, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIEventsJSON())
	if err != nil {
		panic(err)
	}
	rawEvents, err := jsonschema.UnmarshalJSON(bytes.NewReader(gen.OpenAPIEventsJSON()))
	if err := errors.Join(err, compiler.AddResource("openapi.json", raw), compiler.AddResource("events.json", rawEvents)); err != nil {
		panic(err)
	}
	return &conformance{doc: doc, events: events, compiler: compiler, schemas: map[string]*jsonschema.Schema{}, valid: map[[sha256.Size]byte]bool{}, seen: map[string]bool{}}
})

// Document returns the contract that answers are validated against; it is shared,
// and not to be changed.
func Document() *openapi3.T { return checker().doc }

// Events returns the document that messages to webhooks are validated against; it is shared,
// and not to be changed.
func Events() *openapi3.T { return checker().events }

type conformance struct {
	doc      *openapi3.T
	events   *openapi3.T // what is sent to webhooks
	compiler *jsonschema.Compiler

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
	valid   map[[sha256.Size]byte]bool // digests of bodies with their schema: many reads have the same answer
	seen    map[string]bool            // "products.get post 404", and "products.get post 404 product_not_found"
}

// conform fails the test when the answer is not one that the contract describes.
func conform(t testing.TB, name, path, method string, r Reply) {
	t.Helper()
	if err := checker().check(name, path, method, r); err != nil {
		t.Errorf("%s answered what the contract does not describe: %v\n%d %s", name, err, r.Status, r.Body)
	}
}

func (c *conformance) check(name, path, method string, r Reply) error {
	template, method, op := c.operation(path, method)
	if op == nil {
		return outsideContract(r)
	}
	var err error
	if r.Body, err = r.Text(); err != nil {
		return err
	}
	status := strconv.Itoa(r.Status)
	response := op.Responses.Value(status)
	if response == nil {
		status, response = "default", op.Responses.Default()
	}
	if response == nil {
		return fmt.Errorf("status %d is not declared", r.Status)
	}
	if err := c.note(name, method, status, response.Value, r); err != nil {
		return err
	}
	for header, ref := range response.Value.Headers {
		if err := checkHeader(header, ref.Value, r.Header.Get(header)); err != nil {
			return err
		}
	}
	if len(response.Value.Content) == 0 || method == "head" {
		if len(r.Body) > 0 {
			return fmt.Errorf("a body where none is declared")
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || response.Value.Content[media] == nil {
		return fmt.Errorf("media type %q is not declared", r.Header.Get("Content-Type"))
	}
	if !strings.HasSuffix(media, "json") {
		return nil
	}
	pointer := "openapi.json#/paths/" + escape(template) + "/" + method + "/responses/" + status + "/content/" + escape(media) + "/schema"
	if ref := op.Responses.Value(status); ref != nil && ref.Ref != "" {
		pointer = "openapi.json" + ref.Ref + "/content/" + escape(media) + "/schema"
	}
	return c.validate(pointer, r.Body)
}

// operation finds what the contract says about a path, with its parameters, and
// a method, or else the one method that the path takes.
func (c *conformance) operation(path, method string) (string, string, *openapi3.Operation) {
	template := path
	if c.doc.Paths.Value(path) == nil {
		template = c.template(path)
	}
	if item := c.doc.Paths.Value(template); item != nil {
		for _, m := range []string{method, http.MethodGet, http.MethodPost} {
			if op := item.GetOperation(m); op != nil {
				return template, strings.ToLower(m), op
			}
		}
	}
	return "", "", nil
}

// template returns the path of the contract that has parameters where this one has names.
func (c *conformance) template(path string) string {
	for template := range c.doc.Paths.Map() {
		if strings.Contains(template, "{") && isOf(template, path) {
			return template
		}
	}
	return ""
}

// outsideContract allows only problems for addresses that the contract lacks.
func outsideContract(r Reply) error {
	if r.Status == 404 && r.Header.Get("Content-Type") == problem.MediaType {
		return nil
	}
	return fmt.Errorf("the address is not in the contract")
}

func checkHeader(name string, header *openapi3.Header, value string) error {
	if value == "" {
		if header.Required {
			return fmt.Errorf("the header %s is missing", name)
		}
		return nil
	}
	if header.Schema.Value.Type.Is("integer") {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || header.Schema.Value.Min != nil && n < *header.Schema.Value.Min {
			return fmt.Errorf("the header %s is %q", name, value)
		}
	}
	return nil
}

func (c *conformance) validate(pointer string, body []byte) error {
	digest := sha256.Sum256(append([]byte(pointer+" "), body...))
	compiled, known, err := c.schema(pointer, digest)
	if known || err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	if err := compiled.Validate(value); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.valid[digest] = true
	return nil
}

// schema returns a schema of the contract, and whether the body with this digest is known to be valid.
func (c *conformance) schema(pointer string, digest [sha256.Size]byte) (compiled *jsonschema.Schema, known bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	compiled = c.schemas[pointer]
	if compiled == nil {
		if compiled, err = c.compiler.Compile(pointer); err != nil {
			return nil, false, err
		}
		c.schemas[pointer] = compiled
	}
	return compiled, c.valid[digest], nil
}

// envelopeOf returns where the contract describes the envelope of a success.
func envelopeOf(tool string) string {
	return "openapi.json#/paths/" + escape(contract.ToolPath+tool) + "/post/responses/200/content/application~1json/schema"
}

func escape(s string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(s))
}
