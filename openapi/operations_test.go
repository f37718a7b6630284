package openapi_test

import (
	"maps"
	"slices"
	"testing"
)

// keyless are the operations that need no key, each with whether it needs none over MCP either. They are written here a
// second time, so that no operation becomes public without a change of this list.
var keyless = map[string]bool{
	"categories.list":  true,
	"products.facets":  false,
	"products.get":     true,
	"products.search":  true,
	"products.suggest": false,
	"services.get":     false,
	"services.list":    false,
	"site.get_page":    true,
	"site.get_shop":    false,
	"site.list_pages":  true,
}

// scopesOf are the scopes of each group. With the hints (TestEveryToolNeedsOneScope) they decide the scope of an operation.
var scopesOf = map[string][]string{
	"analytics":  {"analytics:read"},
	"audit":      {"audit:read", "audit:revert"},
	"cart":       {"cart:write"},
	"categories": {"categories:read", "categories:write"},
	"customer":   {"customer:read", "settings:write"},
	"discounts":  {"discounts:read", "discounts:write"},
	"features":   {"features:read", "features:write"},
	"marketing":  {"marketing:write"},
	"orders":     {"orders:read", "orders:write"},
	"pages":      {"pages:read", "pages:write"},
	"products":   {"catalog:read", "products:write"},
	"redirects":  {"settings:read", "settings:write"},
	"services":   {"pages:read", "pages:write"},
	"settings":   {"settings:read", "settings:write"},
	"site":       {"pages:read"},
	"webhooks":   {"settings:read", "settings:write"},
}

func TestWhoMayCallEachOperation(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	open, scopes := map[string]bool{}, map[string][]string{}
	for _, op := range c.Tools() {
		if op.Anonymous {
			open[op.Name] = op.AnonymousMCP
		}
		if !slices.Contains(scopesOf[op.Tag], op.Scope) {
			t.Errorf("%s needs the scope %s; scopesOf has %v for its group", op.Name, op.Scope, scopesOf[op.Tag])
		}
		scopes[op.Tag] = append(scopes[op.Tag], op.Scope)
	}
	if !maps.Equal(open, keyless) {
		t.Errorf("the operations that need no key, each with whether it needs none over MCP either, are\n%v; the list has\n%v", open, keyless)
	}
	for group, listed := range scopesOf {
		for _, scope := range listed {
			if !slices.Contains(scopes[group], scope) {
				t.Errorf("no operation of %s needs the scope %s", group, scope)
			}
		}
	}
}
