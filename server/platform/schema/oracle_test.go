package schema

import (
	"bytes"
	"errors"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	fault "github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/unicode/norm"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/text"
)

// oracle is an independent validator of JSON Schema 2020-12 with the contract.
type oracle struct{ compiler *jsonschema.Compiler }

func newOracle(formats bool) (*oracle, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(gen.OpenAPIJSON()))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if formats {
		c.AssertFormat()
	}
	return &oracle{c}, c.AddResource("contract.json", doc)
}

var (
	withFormats    = sync.OnceValues(func() (*oracle, error) { return newOracle(true) })
	withoutFormats = sync.OnceValues(func() (*oracle, error) { return newOracle(false) })
)

// of compiles the request schema of an operation.
func (o *oracle) of(t testing.TB, op operation) *jsonschema.Schema {
	t.Helper()
	s, err := o.compiler.Compile("contract.json" + op.pointer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// verdict validates JSON text.
func verdict(t testing.TB, s *jsonschema.Schema, body []byte) *jsonschema.ValidationError {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return validate(t, s, value)
}

func validate(t testing.TB, s *jsonschema.Schema, value any) *jsonschema.ValidationError {
	t.Helper()
	err := s.Validate(value)
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if err != nil && !ok {
		t.Fatal(err)
	}
	return invalid
}

// normal applies to a decoded value what Check applies to text: it trims and
// composes every string except names.
func normal(value any) any {
	switch v := value.(type) {
	case string:
		return norm.NFC.String(string(text.Trim([]byte(v))))
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = normal(v[i])
		}
		return list
	case map[string]any:
		object := make(map[string]any, len(v))
		for name := range v {
			object[name] = normal(v[name])
		}
		return object
	}
	return value
}

// leaves calls f with the innermost errors, and whether they are in an anyOf.
func leaves(e *jsonschema.ValidationError, choice bool, f func(*jsonschema.ValidationError, bool)) {
	_, isChoice := e.ErrorKind.(*fault.AnyOf)
	_, isName := e.ErrorKind.(*fault.PropertyNames)
	if len(e.Causes) == 0 || isName {
		f(e, choice)
		return
	}
	for _, cause := range e.Causes {
		leaves(cause, choice || isChoice, f)
	}
}

// pointers lists where the oracle finds faults, in the form of Check; without
// choices, of which it reports all and Check the nearest.
func pointers(e *jsonschema.ValidationError) map[string]bool {
	found := map[string]bool{}
	leaves(e, false, func(leaf *jsonschema.ValidationError, choice bool) {
		if choice {
			return
		}
		at := ""
		for _, name := range leaf.InstanceLocation {
			at += "/" + pointerEscapes.Replace(clip(name, 200))
		}
		below := func(name string) { found[at+"/"+pointerEscapes.Replace(clip(name, 200))] = true }
		switch k := leaf.ErrorKind.(type) {
		case *fault.Required:
			for _, name := range k.Missing {
				below(name)
			}
		case *fault.AdditionalProperties:
			for _, name := range k.Properties {
				below(name)
			}
		case *fault.PropertyNames: // its location shares memory with others
		default:
			found[at] = true
		}
	})
	return found
}
