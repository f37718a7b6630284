package contract_test

import (
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// A description has the line breaks that mean something: between paragraphs and
// before each item of a list.
func TestDescriptionsKeepTheirLists(t *testing.T) {
	t.Parallel()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	moves, list := c.Tool("orders.update_status").Description, c.Tool("orders.list").Description
	if !strings.Contains(moves, "Legal moves:\n- pending_payment → paid\n- pending → paid, processing\n") || !strings.Contains(moves, "\n\n`refunded`") {
		t.Errorf("the moves are not a list: %s", moves)
	}
	if strings.Count(moves, "\n") != 14 || strings.Contains(list, "\n") {
		t.Errorf("lines are not joined: %s, %s", moves, list)
	}
}
