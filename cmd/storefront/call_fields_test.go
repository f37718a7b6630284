package main

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/contract"
)

// Every example of every tool can be written with flags, as its help writes it, and is then what is sent.
func TestEveryExampleAsFlags(t *testing.T) {
	t.Parallel()
	known, err := outline()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range known.Tools {
		called, err := newCalledTool(&tool)
		if err != nil {
			t.Fatal(err)
		}
		if help := called.detail(); strings.Contains(help, "--json") {
			t.Errorf("%s: an example cannot be written as flags\n%s", tool.Name, help)
		}
		for _, example := range tool.Examples {
			args, err := called.arguments(example.Body)
			if err != nil {
				t.Fatal(err)
			}
			if sent := bodyOf(t, append([]string{"call", tool.Name}, args...)); !sameJSON(t, sent, example.Body) {
				t.Errorf("%s %q sends %s, want %s", tool.Name, args, sent, example.Body)
			}
		}
	}
}

// A field that was named as a flag of every call could not be given.
func TestNoFieldHasTheNameOfAnotherFlag(t *testing.T) {
	t.Parallel()
	known, err := outline()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range known.Tools {
		all := &commands{}
		program := kong.Must(all)
		if err := describeCall(program.Model, &all.Call, []string{"call", tool.Name}); err != nil {
			t.Fatal(err)
		}
		names := []string{"help"}
		for _, flag := range child(program.Model.Node, "call").Flags {
			names = append(append(names, flag.Name), flag.Aliases...)
		}
		slices.Sort(names)
		if unique := slices.Compact(slices.Clone(names)); len(unique) != len(names) {
			t.Errorf("%s has a flag twice: %q", tool.Name, names)
		}
	}
}

// The help of a flag shows its default, never an example in the place of one, and that of a list says how several are given.
func TestTheHelpShowsDefaults(t *testing.T) {
	t.Parallel()
	program := kong.Must(&commands{})
	var check func(node *kong.Node)
	check = func(node *kong.Node) {
		for _, flag := range node.Flags {
			shown, isExample := flag.FormatPlaceHolder(), strings.ContainsAny(flag.PlaceHolder, "0123456789")
			if flag.Default != "" && !flag.IsBool() && strings.Trim(shown, `"`) != flag.Default || isExample || strings.Count(shown, ",...") > 1 {
				t.Errorf("%s --%s=%s has the default %q", node.FullPath(), flag.Name, shown, flag.Default)
			}
		}
		for _, child := range node.Children {
			check(child)
		}
	}
	check(program.Model.Node)
	known, err := outline()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range known.Tools {
		called, err := newCalledTool(&tool)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range called.fields {
			if help := helpOf(&f); f.Kind == cli.List && !strings.Contains(help, "Several are") && !strings.Contains(help, "For several") {
				t.Errorf("%s --%s: %s", tool.Name, f.Name(), help)
			}
		}
	}
}

// What a key may do takes one line that can be read.
func TestScopesAreShort(t *testing.T) {
	t.Parallel()
	for want, scopes := range map[string][]string{
		"":                                  {},
		"catalog:read,orders:read":          {"catalog:read", "orders:read"},
		"owner":                             contract.Scopes,
		"all":                               contract.ShopScopes(),
		"all but analytics:read,audit:read": contract.ShopScopes()[2:],
	} {
		if got := scopesText(scopes); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFieldsOfACall(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want string // the body, or else part of the error
	}{
		{[]string{"products.search", "--q", "sol", "--limit", "3", "--in-stock"}, `{"q":"sol","limit":3,"inStock":true}`},
		{[]string{"products.search", "--inStock=false", "--maxPriceOere=5"}, `{"inStock":false,"maxPriceOere":5}`},
		{[]string{"products.search", "--in-stock", "false", "--q", ""}, `{"inStock":false,"q":""}`},
		{[]string{"products.search", "--q=--limit", "--slugs", "a,b", "--slugs", "c"}, `{"q":"--limit","slugs":["a,b","c"]}`},
		{[]string{"products.search", "--slugs", "[]"}, `{"slugs":[]}`},
		{[]string{"products.search", "--limit", "3", "--json", `{"limit":9,"q":"x"}`}, `{"limit":3,"q":"x"}`},
		{[]string{"products.search", "--limit", "3", "--json", "\ufeff" + `{"limit":9}`}, `{"limit":3}`},
		{[]string{"products.search", "--json", `{"unknown":9}`}, `{"unknown":9}`},
		{[]string{"products.search", "--json", `not JSON`}, `not JSON`}, // what the service says is better
		{[]string{"products.adjust_stock", "--slug", "a", "--delta", "-3"}, `{"slug":"a","delta":-3}`},
		{[]string{"products.update", "--slug", "a", "--patch.brand", "null", "--patch.stock", "5"}, `{"slug":"a","patch":{"brand":null,"stock":5}}`},
		{[]string{"products.update", "--patch.stock", "5", "--patch", `{"stock":4,"name":"n"}`}, `{"patch":{"stock":5,"name":"n"}}`},
		{[]string{"pages.set_layout", "--layout", "null", "--confirm"}, `{"layout":null,"confirm":true}`},
		{[]string{"webhooks.create", "--events", "order.created,order.refunded"}, `{"events":["order.created","order.refunded"]}`},
		{[]string{"settings.update_tax", "--patch.vat-rate-percent", "12.5"}, `{"patch":{"vatRatePercent":12.5}}`},
		{[]string{"--json", "{}", "products.get", "--slug", "a"}, `{"slug":"a"}`},

		{[]string{"products.search", "--limit", "three"}, `--limit: expected an integer, got "three"`},
		{[]string{"products.search", "--limit", "1.5"}, `--limit: expected an integer`},
		{[]string{"products.search", "--limit", "1", "--limit", "2"}, `--limit: is given twice`},
		{[]string{"products.search", "--limit"}, `--limit: expected an integer; one that begins with`},
		{[]string{"products.search", "--q", "--limit", "3"}, `--q: expected a text; one that begins with`},
		{[]string{"products.search", "--in-stock=maybe"}, `--in-stock: expected true or false`},
		{[]string{"products.search", "--attributes", "metal"}, `--attributes: expected a JSON object`},
		{[]string{"products.search", "--limt", "3"}, `did you mean "--limit"`},
		{[]string{"products.search", "--q", "\xff"}, `expected a text`},
		{[]string{"products.search", "three"}, `unexpected argument three`},
		{[]string{"products.search", "--limit", "3", "--json", "[]"}, `--json must be a JSON object`},
		{[]string{"products.update", "--patch.stock", "5", "--json", `{"patch":3}`}, `patch in --json is not an object`},
		{[]string{"product.search", "--q", "x"}, `the nearest is products.search`},
		{[]string{"listOrders"}, `the nearest is orders.list`},
	} {
		body, err := parse(append([]string{"call"}, test.args...))
		switch {
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%q: %v, want %s", test.args, err, test.want)
		case err == nil && string(body) != test.want && !sameJSON(t, body, []byte(test.want)):
			t.Errorf("%q sends %s, want %s", test.args, body, test.want)
		}
	}
}

// parse returns the body that a command line sends.
func parse(args []string) ([]byte, error) {
	all := &commands{}
	program, err := kong.New(all)
	if err != nil {
		return nil, err
	}
	if err := describeCall(program.Model, &all.Call, args); err != nil {
		return nil, err
	}
	if _, err := program.Parse(args); err != nil {
		return nil, err
	}
	return all.Call.body(nil) //nolint:staticcheck // nothing is read
}

func bodyOf(t *testing.T, args []string) []byte {
	t.Helper()
	body, err := parse(args)
	if err != nil {
		t.Errorf("%q: %v", args, err)
	}
	return body
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var left, right any
	return json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil && reflect.DeepEqual(left, right)
}
