package auditlog

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

func TestMovesThatCanBeTakenBack(t *testing.T) {
	t.Parallel()
	for moved, want := range map[string]bool{
		"paid>processing": true, "processing>shipped": true, "shipped>delivered": true, "delivered>completed": true, "processing>paid": true,
		"pending_payment>flagged_review": true, "paid>flagged_review": true, ">": true, "paid>paid": true,
		"pending_payment>paid": false, "pending>paid": false, "flagged_review>paid": false, "paid>cancelled": false, "pending_payment>cancelled": false,
		"paid>refunded": false, "paid>partial_refund": false, "partial_refund>shipped": false, "shipped>disputed": false, "disputed>completed": false,
		"cancelled>refunded": false, ">pending_payment": false, "paid>": false,
	} {
		if got := movesBack(moved); got != want {
			t.Errorf("%s: %v, want %v", moved, got, want)
		}
	}
}

func TestWhatCanBeReverted(t *testing.T) {
	t.Parallel()
	c := loaded(t)
	product, cart, order, cancelled := "product", "cart", "order", "paid>cancelled"
	for _, k := range []struct {
		kind
		says string
	}{
		{kind{"products.update", &product, "success", nil}, ""},
		{kind{"cli.import.products", &product, "success", nil}, ""},
		{kind{"orders.set_tracking", &order, "success", new(">")}, ""},
		{kind{"orders.update_status", &order, "success", new("paid>processing")}, ""},
		{kind{"orders.update_status", &order, "success", &cancelled}, "orders.transitions"},
		{kind{"products.update", nil, "failure", nil}, "refused"},
		{kind{"products.update", nil, "denied", nil}, "refused"},
		{kind{"orders.list", nil, "success", nil}, "only read"},
		{kind{"orders.create", &order, "success", new(">pending_payment")}, "orders.update_status"},
		{kind{"cart.add", &cart, "success", nil}, "cart.remove"},
		{kind{"cli.keys.create", new("key"), "success", nil}, "type of thing"},
		{kind{"system.orders.expire", &order, "success", &cancelled}, "by itself"},
	} {
		got := reason(c, k.kind)
		if k.says == "" && got != "" || k.says != "" && !strings.Contains(got, k.says) {
			t.Errorf("%+v: %q, want %q", k.kind, got, k.says)
		}
	}
}

// The contract says of each operation that cannot be reverted what to call instead.
func TestReasonsNameOperations(t *testing.T) {
	t.Parallel()
	c := loaded(t)
	for _, op := range c.Tools() {
		if why := op.NotRevertible; why != "" && why == c.Rename(why, func(*contract.Operation) string { return "" }) {
			t.Errorf("%s names no operation to call instead: %s", op.Name, why)
		}
	}
}

// The lists for statements are what the rule accepts.
func TestTheRulesAreTheRule(t *testing.T) {
	t.Parallel()
	c := loaded(t)
	r := rulesOf(c)
	for _, op := range c.Tools() {
		if can := !op.ReadOnly && op.NotRevertible == ""; can != slices.Contains(r.tools, op.Name) {
			t.Errorf("%s: %v", op.Name, !can)
		}
	}
	if !slices.Contains(r.moves, "paid>processing") || slices.Contains(r.moves, "paid>cancelled") || !slices.Contains(r.moves, ">") {
		t.Errorf("%v", r.moves)
	}
}

func loaded(t *testing.T) *contract.Contract {
	t.Helper()
	c, err := contract.Load(gen.OpenAPIJSON, gen.ToolsJSON)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
