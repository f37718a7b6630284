package walk_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// A self-contained schema accepts and refuses the same values as the one in the
// document.
func TestTheListedSchemasAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, op := range s.Contract.Tools() {
		raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(op.InputSchema))
		if err != nil {
			t.Fatal(err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("input.json", raw); err != nil {
			t.Fatal(err)
		}
		schema, err := compiler.Compile("input.json")
		if err != nil {
			t.Fatalf("%s: %v", op.Name, err)
		}
		for name, example := range walk.Examples(t, op.Name) {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%s %s: %v", op.Name, name, err)
			}
		}
		if schema.Validate(map[string]any{"invented": true}) == nil {
			t.Errorf("%s takes an unknown field", op.Name)
		}
	}
}
