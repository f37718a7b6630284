//go:build oasdiff

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const released = "../../../../openapi/released/v1.json"

type object = map[string]any

// contract is a copy of the released contract, to be edited.
type contract object

func (c contract) at(names ...string) object {
	in := object(c)
	for _, name := range names {
		in, _ = in[name].(object)
	}
	return in
}

func (c contract) tool(name string) object   { return c.at("paths", "/api/v1/tools/"+name, "post") }
func (c contract) schema(name string) object { return c.at("components", "schemas", name) }
func (c contract) fields(schema string) object {
	return c.at("components", "schemas", schema, "properties")
}

// compare compares the released contract with an edited one, and returns what
// was written and whether it may change like that.
func compare(t *testing.T, entries string, edit func(contract)) (string, bool) {
	t.Helper()
	text, err := os.ReadFile(released)
	if err != nil {
		t.Fatal(err)
	}
	var edited contract
	if err := json.Unmarshal(text, &edited); err != nil {
		t.Fatal(err)
	}
	edit(edited)
	now, err := json.Marshal(edited)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	o := options{
		Oasdiff: os.Getenv("OASDIFF"), Released: released,
		Contract: filepath.Join(folder, "openapi.json"), Changelog: filepath.Join(folder, "CHANGELOG.md"),
	}
	changelog := "# Changelog\n\n## Unreleased\n\n" + entries + "\n\n## 1.0.0\n\n- `pages.rename` is in an older release, as is `colour` of `products.search`.\n"
	if err := os.WriteFile(o.Contract, now, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(o.Changelog, []byte(changelog), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err = o.run(t.Context(), &out)
	if err != nil && !strings.Contains(err.Error(), "docs/contract.md") {
		t.Fatal(err)
	}
	return out.String(), err == nil
}

func TestTheSameContract(t *testing.T) {
	t.Parallel()
	if out, kept := compare(t, "", func(contract) {}); !kept {
		t.Error(out)
	}
}

func TestBreakingChanges(t *testing.T) {
	t.Parallel()
	for want, edit := range map[string]func(contract){
		"pages.delete: api path removed":                            func(c contract) { delete(c.at("paths"), "/api/v1/tools/pages.delete") },
		"pages.delete: api operation id `pages.delete` removed":     func(c contract) { c.tool("pages.delete")["operationId"] = "pages.remove" },
		"removed the required property `result/items/slug`":         func(c contract) { delete(c.fields("ProductHit"), "slug") },
		"`result/items/slug` became optional":                       func(c contract) { delete(c.schema("ProductHit"), "required") },
		"removed the optional property `retryAfter`":                func(c contract) { delete(c.fields("Problem"), "retryAfter") },
		"products.search: removed the request property `inStock`":   func(c contract) { delete(c.fields("ProductsSearchRequest"), "inStock") },
		"products.get: added the new required request property `q`": requireQ,
		"`q` request property's maxLength was decreased to `3`":     func(c contract) { c.fields("ProductsSearchRequest")["q"].(object)["maxLength"] = 3 },
		"changed the pattern of the request property `q`":           func(c contract) { c.fields("ProductsSearchRequest")["q"].(object)["pattern"] = "^[a-z]+$" },
		"`priceString` became not nullable":                         func(c contract) { c.schema("PriceStringOrNull")["type"] = "string" },
		"removed the enum value `updated` of the request property":  dropLastSort,
		"`limit` request property default value changed":            func(c contract) { c.schema("Limit")["default"] = 3 },
		"products.get: removed the non-success response":            func(c contract) { delete(c.tool("products.get")["responses"].(object), "404") },
		"the mandatory response header `ratelimit` removed":         dropHeader,
		"the security scope `pages:write` was added": func(c contract) {
			c.tool("products.create")["security"] = []any{object{"bearer": []any{"pages:write"}}}
		},
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			out, kept := compare(t, "- every operation: `q`, `slug`", edit)
			if kept || !strings.Contains(out, "Breaking") || !strings.Contains(out, want) {
				t.Errorf("kept: %v\n%s", kept, out)
			}
		})
	}
}

func requireQ(c contract) {
	c.fields("ProductsGetRequest")["q"] = object{"type": "string"}
	c.schema("ProductsGetRequest")["required"] = []any{"q"}
}

func dropLastSort(c contract) {
	values := c.schema("ProductSort")["enum"].([]any)
	c.schema("ProductSort")["enum"] = slices.DeleteFunc(values, func(v any) bool { return v == "updated" })
}

func dropHeader(c contract) {
	delete(c.tool("products.get")["responses"].(object)["200"].(object)["headers"].(object), "RateLimit")
}

func TestAdditionsAreAnnounced(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edit     func(contract)
		silent   string // entries that do not announce it
		announce string // one that does
	}{
		"an operation": {addOperation, "- `pages.delete` deletes.", "- `pages.rename` renames a page."},
		"a field of a request": {
			func(c contract) { c.fields("ProductsSearchRequest")["colour"] = object{"type": "string"} },
			"- `products.search` takes another field.\n- `colour` is a field of `products.get`.", "- `products.search` takes `colour`,\n  a text.",
		},
		"a field of an answer": {
			func(c contract) { c.fields("ProductHit")["colour"] = object{"type": "string"} },
			"- `products.search` answers with more.", "- `products.search` answers with `colour`.",
		},
		"a field of every problem": {
			func(c contract) { c.fields("Problem")["hint"] = object{"type": "string"} },
			"- `products.search` answers with `hint`.", "- Problems of every operation have a `hint`.",
		},
		"a value of an answer": {
			func(c contract) {
				c.schema("OrderStatus")["enum"] = append(c.schema("OrderStatus")["enum"].([]any), "lost")
			},
			"- `orders.get`: parcels can be lost.", "- The status `lost`, in every operation.",
		},
		"a parameter": {addParameter, "- `system.list_tools` takes a parameter of its `query`.", "- `system.list_tools` takes `tag`."},
		"a status":    {addStatus, "- `products.get` may be refused.", "- `products.get` may be refused with `410`."},
		"a header":    {addHeader, "- `products.get` has a header.", "- `products.get` has the header `X-Stock`."},
		"a deprecation": {
			func(c contract) { c.tool("products.get")["deprecated"] = true },
			"- `products.get` is faster.", "- `products.get` is deprecated.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, kept := compare(t, test.silent, test.edit); kept || !strings.Contains(out, "Not in ") || strings.Contains(out, "Breaking") {
				t.Errorf("without an entry: kept: %v\n%s", kept, out)
			}
			if out, kept := compare(t, test.announce, test.edit); !kept || !strings.Contains(out, "Announced:") {
				t.Errorf("with an entry: kept: %v\n%s", kept, out)
			}
		})
	}
}

func addOperation(c contract) {
	added := object{}
	for name, value := range c.tool("pages.delete") {
		added[name] = value
	}
	added["operationId"] = "pages.rename"
	c.at("paths")["/api/v1/tools/pages.rename"] = object{"post": added}
}

func addParameter(c contract) {
	list := c.at("paths", "/api/v1/tools", "get")
	list["parameters"] = append(list["parameters"].([]any), object{"name": "tag", "in": "query", "schema": object{"type": "string"}})
}

func addStatus(c contract) {
	responses := c.tool("products.get")["responses"].(object)
	responses["410"] = responses["404"]
}

func addHeader(c contract) {
	c.tool("products.get")["responses"].(object)["200"].(object)["headers"].(object)["X-Stock"] = object{"schema": object{"type": "string"}}
}
