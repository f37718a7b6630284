package audit

import (
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/orders"
)

func TestWhatCanBeReverted(t *testing.T) {
	t.Parallel()
	h := loaded(t)
	product, cart, order, cancelled := "product", "cart", "order", "paid>cancelled"
	for _, k := range []struct {
		kind
		says string
	}{
		{kind{"products.update", &product, "success", nil}, ""},
		{kind{"cli.import.products", &product, "success", nil}, ""},
		{kind{"orders.set_tracking", &order, "success", new(">")}, ""},
		{kind{"orders.update_status", &order, "success", new("paid>processing")}, ""},
		{kind{"orders.update_status", &order, "success", &cancelled}, "cart.create"},
		{kind{"products.update", nil, "failure", nil}, "refused"},
		{kind{"products.update", nil, "denied", nil}, "refused"},
		{kind{"orders.list", nil, "success", nil}, "only read"},
		{kind{"orders.create", &order, "success", new(">pending_payment")}, "orders.update_status"},
		{kind{"cart.add", &cart, "success", nil}, "cart.remove"},
		{kind{"cli.keys.create", new("key"), "success", nil}, "type of thing"},
		{kind{"system.orders.expire", &order, "success", &cancelled}, "by itself"},
	} {
		got := h.reason(k.kind)
		if k.says == "" && got != "" || k.says != "" && !strings.Contains(got, k.says) {
			t.Errorf("%+v: %q, want %q", k.kind, got, k.says)
		}
	}
}

// The contract says of each operation that cannot be reverted what to call instead.
func TestReasonsNameOperations(t *testing.T) {
	t.Parallel()
	c := loaded(t).Contract
	for _, op := range c.Tools() {
		if why := op.NotRevertible; why != "" && why == c.Rename(why, func(*contract.Operation) string { return "" }) {
			t.Errorf("%s names no operation to call instead: %s", op.Name, why)
		}
	}
}

// The lists for statements are what the rule accepts.
func TestTheRulesAreTheRule(t *testing.T) {
	t.Parallel()
	h := loaded(t)
	r := h.rules()
	for _, op := range h.Contract.Tools() {
		if can := !op.ReadOnly && op.NotRevertible == ""; can != slices.Contains(r.tools, op.Name) {
			t.Errorf("%s: %v", op.Name, !can)
		}
	}
	if !slices.Contains(r.moves, "paid>processing") || slices.Contains(r.moves, "paid>cancelled") || !slices.Contains(r.moves, ">") {
		t.Errorf("%v", r.moves)
	}
}

func loaded(t *testing.T) Audit {
	t.Helper()
	c, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	return Audit{Contract: c, Kinds: map[string]undo.Kind{"order": orders.Orders{}.Undo(), "product": {}}}
}
