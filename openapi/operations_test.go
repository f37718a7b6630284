package openapi_test

import (
	"slices"
	"testing"
)

// keyless are the operations that need no key, and keylessOverMCP those that need none over MCP either. They are written
// here a second time, so that no operation becomes public without a change of these lists.
var (
	keyless = []string{
		"categories.list",
		"products.facets",
		"products.get",
		"products.search",
		"products.suggest",
		"services.get",
		"services.list",
		"site.get_page",
		"site.get_shop",
		"site.list_pages",
	}
	keylessOverMCP = []string{"categories.list", "products.get", "products.search", "site.get_page", "site.list_pages"}
)

// scopesOf are the scopes of each group. With the hints (TestEveryToolNeedsOneScope) they decide the scope of an operation.
var scopesOf = map[string][]string{
	"analytics":  {"analytics:read"},
	"approvals":  {"approvals:decide", "approvals:read"},
	"audit":      {"audit:read", "audit:revert"},
	"cart":       {"cart:write"},
	"categories": {"categories:read", "categories:write"},
	"customer":   {"customer:read", "settings:write"},
	"discounts":  {"discounts:read", "discounts:write"},
	"features":   {"features:read", "features:write"},
	"images":     {"products:write"},
	"keys":       {"keys:read", "keys:write"},
	"marketing":  {"marketing:write"},
	"orders":     {"orders:read", "orders:write"},
	"pages":      {"pages:read", "pages:write"},
	"payments":   {"payments:read", "payments:write"},
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
	var open, openOverMCP []string
	scopes := map[string][]string{}
	for _, op := range c.Tools() {
		if op.Anonymous {
			open = append(open, op.Name)
		}
		if op.AnonymousMCP {
			openOverMCP = append(openOverMCP, op.Name)
		}
		if !slices.Contains(scopesOf[op.Tag], op.Scope) {
			t.Errorf("%s needs the scope %s; scopesOf has %v for its group", op.Name, op.Scope, scopesOf[op.Tag])
		}
		scopes[op.Tag] = append(scopes[op.Tag], op.Scope)
	}
	slices.Sort(open)
	slices.Sort(openOverMCP)
	if !slices.Equal(open, keyless) {
		t.Errorf("these operations need no key: %v; the list keyless is %v", open, keyless)
	}
	if !slices.Equal(openOverMCP, keylessOverMCP) {
		t.Errorf("these operations need no key over MCP: %v; the list keylessOverMCP is %v", openOverMCP, keylessOverMCP)
	}
	for group, listed := range scopesOf {
		for _, scope := range listed {
			if !slices.Contains(scopes[group], scope) {
				t.Errorf("no operation of %s needs the scope %s", group, scope)
			}
		}
	}
}
