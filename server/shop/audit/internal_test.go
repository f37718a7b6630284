package audit

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/undo"
	"github.com/storefront/storefront/server/shop/orders"
	"github.com/storefront/storefront/server/shop/settings"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, after, want string }{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, `[]`},
		{`{"a":1}`, `{"a":2}`, `[{"nextValue":2,"path":"/a","previousValue":1}]`},
		{`{"a":1}`, `{"a":1.0}`, `[{"nextValue":1.0,"path":"/a","previousValue":1}]`},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, `[{"nextValue":9007199254740992,"path":"/a","previousValue":9007199254740993}]`},
		{`{"a":{"b":1,"c":2}}`, `{"a":{"b":1,"c":3}}`, `[{"nextValue":3,"path":"/a/c","previousValue":2}]`},
		{`{"a":[1,2]}`, `{"a":[1,3]}`, `[{"nextValue":[1,3],"path":"/a","previousValue":[1,2]}]`},
		{`{"a":[{"x":1,"y":2}]}`, `{"a":[{"y":2,"x":1}]}`, `[]`},
		{`{"a":null}`, `{}`, `[]`},
		{`{"a":{"b":1}}`, `{"a":null}`, `[{"nextValue":null,"path":"/a","previousValue":{"b":1}}]`},
		{`{"a":"x"}`, `{"a":{"b":1}}`, `[{"nextValue":{"b":1},"path":"/a","previousValue":"x"}]`},
		{`{"a/b":1,"m~n":1}`, `{"a/b":2,"m~n":2}`, `[{"nextValue":2,"path":"/a~1b","previousValue":1},{"nextValue":2,"path":"/m~0n","previousValue":1}]`},
		{``, `{"id":"x","gone":null,"in":{"a":1}}`, `[{"nextValue":"x","path":"/id","previousValue":null},{"nextValue":{"a":1},"path":"/in","previousValue":null}]`},
		{`{"b":2,"a":1}`, ``, `[{"nextValue":null,"path":"/a","previousValue":1},{"nextValue":null,"path":"/b","previousValue":2}]`},
		{``, ``, `[]`},
	} {
		found, err := changes(json.RawMessage(c.before), json.RawMessage(c.after))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(found); err != nil || string(got) != c.want {
			t.Errorf("%s to %s: %s, %v; want %s", c.before, c.after, got, err, c.want)
		}
	}
	if _, err := changes(json.RawMessage(`{"a":`), nil); err == nil {
		t.Error("a text that is not JSON has no changes")
	}
}

func TestWhatCanBeReverted(t *testing.T) {
	t.Parallel()
	h := loaded(t)
	product, cart, order, feature, cancelled := "product", "cart", "order", "feature", "paid>cancelled"
	for _, k := range []struct {
		kind
		says string
	}{
		{kind{"products.update", &product, "success", nil}, ""},
		{kind{"cli.import.products", &product, "success", nil}, ""},
		{kind{"orders.set_tracking", &order, "success", new(">")}, ""},
		{kind{"orders.update_status", &order, "success", new("paid>processing")}, ""},
		{kind{"orders.update_status", &order, "success", &cancelled}, "cart.create"},
		{kind{"audit.revert_many", &order, "success", &cancelled}, ""},
		{kind{"features.set", &feature, "success", nil}, ""},
		{kind{"features.set", &feature, "success", new("agent_writes")}, "features.set"},
		{kind{"products.update", nil, "failure", nil}, "refused"},
		{kind{"products.update", nil, "denied", nil}, "refused"},
		{kind{"orders.list", nil, "success", nil}, "only read"},
		{kind{"orders.create", &order, "success", new(">pending_payment")}, "orders.update_status"},
		{kind{"cart.add", &cart, "success", nil}, "cart.remove"},
		{kind{"cli.keys.create", new("key"), "success", nil}, "type of thing"},
		{kind{"system.orders.expire", &order, "success", &cancelled}, "by itself"},
	} {
		got := h.kindReason(k.kind)
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
	r := h.revertRules()
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
	return Audit{Contract: c, Kinds: map[string]undo.Kind{"order": orders.Orders{}.Undo(), "feature": settings.Features{}.Undo(), "product": {}}}
}
