package customers

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
)

// Every operation that takes a name, an address, tracking or free text, by which nobody is
// found in the index of the audit, is one whose cut off arguments are looked at.
func TestCutOffTools(t *testing.T) {
	t.Parallel()
	type body struct {
		Ref        string `json:"$ref"`
		Properties map[string]json.RawMessage
	}
	var contract struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody struct {
				Content map[string]struct{ Schema body }
			}
		}
		Components struct{ Schemas map[string]body }
	}
	if err := json.Unmarshal(gen.OpenAPIJSON(), &contract); err != nil {
		t.Fatal(err)
	}
	indexed := []string{"email", "phone", "phoneNumber"}
	var want []string
	for _, methods := range contract.Paths {
		for _, op := range methods {
			b := op.RequestBody.Content["application/json"].Schema
			if b.Ref != "" {
				b = contract.Components.Schemas[strings.TrimPrefix(b.Ref, "#/components/schemas/")]
			}
			for name := range b.Properties {
				if personal[name] && !slices.Contains(indexed, name) && !slices.Contains(want, op.OperationID) {
					want = append(want, op.OperationID)
				}
			}
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(cutOffTools)); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
