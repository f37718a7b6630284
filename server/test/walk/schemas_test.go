package walk_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// A self-contained schema, and the one that models are given, accept the
// examples and refuse unknown fields, as the one in the document does.
func TestTheListedSchemasAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, op := range s.Contract.Tools() {
		for kind, text := range map[string]json.RawMessage{"listed": op.InputSchema, "for models": op.MCPInputSchema} {
			schema, err := compiled(text)
			if err != nil {
				t.Fatalf("%s, %s: %v", op.Name, kind, err)
			}
			for name, example := range walk.Examples(t, op.Name) {
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(value); err != nil {
					t.Errorf("%s %s, %s: %v", op.Name, name, kind, err)
				}
			}
			if schema.Validate(map[string]any{"invented": true}) == nil {
				t.Errorf("%s, %s: takes an unknown field", op.Name, kind)
			}
		}
	}
}

func compiled(schema json.RawMessage) (*jsonschema.Schema, error) {
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("input.json", raw); err != nil {
		return nil, err
	}
	return compiler.Compile("input.json")
}
