// Package openapi reads an OpenAPI document without assumptions about who wrote
// it: its places, its operations, and how it differs from another.
package openapi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/gen"
)

// Document is a parsed OpenAPI document. Its methods may be called concurrently.
type Document struct {
	root       any
	operations []*Operation

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by pointer
}

// BuiltIn returns the contract that is built into the program.
var BuiltIn = sync.OnceValues(func() (*Document, error) { return parse(gen.OpenAPIJSON()) })

// Parse parses and validates a document. For one that differs from the contract
// of the program in its servers and its introduction alone, which name the address
// of the deployment, it returns BuiltIn, whose schemas are compiled once.
func Parse(text []byte) (*Document, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	builtIn, err := BuiltIn()
	if err != nil {
		return nil, err
	}
	if reflect.DeepEqual(withoutAddress(d.root), withoutAddress(builtIn.root)) {
		return builtIn, nil
	}
	loaded, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		return nil, err
	}
	return d, loaded.Validate(context.Background(), openapi3.DisableExamplesValidation())
}

func parse(text []byte) (*Document, error) {
	root, err := Decode(text)
	if err != nil {
		return nil, err
	}
	d := &Document{root: root, compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	if err := d.compiler.AddResource(resource, root); err != nil {
		return nil, err
	}
	if d.operations = d.readOperations(); len(d.operations) == 0 {
		return nil, errors.New("it has no operations")
	}
	return d, nil
}

// Decode decodes JSON as this package needs it: numbers keep their digits.
func Decode(text []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(text)) }

// withoutAddress returns the document without its servers and its introduction.
func withoutAddress(root any) map[string]any {
	fields, _ := root.(map[string]any)
	out := maps.Clone(fields)
	delete(out, "servers")
	if info, ok := out["info"].(map[string]any); ok {
		info = maps.Clone(info)
		delete(info, "description")
		out["info"] = info
	}
	return out
}

// Root is the place of the whole document.
func (d *Document) Root() Node { return Node{doc: d, value: d.root} }

// Version returns the version of the API.
func (d *Document) Version() string { return d.Root().At("info", "version").Text() }

// resource is the name of the document in the schema compiler.
const resource = "openapi.json"

// Validate validates a value, as Decode returns it, against the schema at this
// place. The error has one line, and names the places in the value.
func (n Node) Validate(value any) error {
	compiled, err := n.compiled()
	if err != nil {
		return fmt.Errorf("the schema %s: %w", n.pointer, err)
	}
	if err := compiled.Validate(value); err != nil {
		return errors.New(oneLine(err))
	}
	return nil
}

func (n Node) compiled() (*jsonschema.Schema, error) {
	n.doc.mu.Lock()
	defer n.doc.mu.Unlock()
	if known, ok := n.doc.schemas[n.pointer]; ok {
		return known, nil
	}
	compiled, err := n.doc.compiler.Compile(resource + "#" + (&url.URL{Path: n.pointer}).EscapedPath())
	if err == nil {
		n.doc.schemas[n.pointer] = compiled
	}
	return compiled, err
}

// oneLine returns the causes that a validation error lists below its first line.
func oneLine(err error) string {
	_, causes, found := strings.Cut(err.Error(), "\n")
	if !found {
		return err.Error()
	}
	var lines []string
	for line := range strings.Lines(causes) {
		lines = append(lines, strings.TrimLeft(strings.TrimSpace(line), "- "))
	}
	return strings.Join(lines, "; ")
}
