package openapi_test

import (
	"os"
	"testing"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// It sees what oasdiff, which compares the two as well (make contract-changes),
// has no word for: who may call without a key, and the hints for agents.
func TestTheContractKeepsTheReleasedOne(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../../../openapi/released/v1.json")
	if err != nil {
		t.Fatal(err)
	}
	released, err := openapi.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	builtIn, err := openapi.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	// All problems have one schema. In that of variant_required, which no released operation answers, allowed has ids.
	const shared = "system.index: the answer 429, as application/problem+json/allowed/*: may have any value now"
	for _, fault := range openapi.Compare(released, builtIn).Breaks {
		if fault != shared {
			t.Errorf("within v1 this cannot change: %s", fault)
		}
	}
}
