package server_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/test/servertest"
)

// The tests in this file and its neighbours walk the contract: what holds for
// every operation is tested for every operation, also for those to come.

// examples returns the example requests of an operation by name.
func examples(t testing.TB, tool string) map[string]json.RawMessage {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]json.RawMessage{}
	for name, example := range doc.Paths.Value(contract.ToolPath + tool).Post.RequestBody.Value.Content["application/json"].Examples {
		text, err := json.Marshal(example.Value.Value)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = text
	}
	return out
}

// anExample returns one of the example requests.
func anExample(t testing.TB, tool string) json.RawMessage {
	t.Helper()
	for _, example := range examples(t, tool) {
		return example
	}
	t.Fatalf("%s has no example", tool)
	return nil
}

func TestEveryExampleOfTheContractWorksOnTheDemoShop(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, op := range s.Contract.Tools() {
		for name, example := range examples(t, op.Name) {
			t.Run(op.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				s := servertest.New(t, servertest.Options{})
				reply := s.Raw(t, s.Key(t, op.Scope), op.Name, example)
				if reply.Status != 200 {
					t.Errorf("status %d: %s", reply.Status, reply.Body)
				}
			})
		}
	}
}
