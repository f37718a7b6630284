package server_test

import (
	"slices"
	"strings"
	"testing"
)

// module is the prefix of the packages of this repository.
const module = "github.com/storefront/storefront/"

// importsOf lists which packages of the shop another may import. Any other import from
// one package of the shop by another is an error.
var importsOf = map[string][]string{
	"orders":    {"catalog", "discounts", "settings"},
	"payments":  {"orders", "settings"},
	"testbank":  {"payments"},
	"stripe":    {"payments"},
	"catalog":   {"images", "search"},
	"content":   {"images"},
	"settings":  {"images"},
	"imports":   {"catalog"},
	"search":    {"settings"},
	"insight":   {"search", "discounts"},
	"customers": {"orders"},
	"keys":      {"limits"},
	"limits":    {"audit"},
}

// mayImport reports whether a package below server/ may import another package
// of this repository. Both are paths relative to server/; "" is the root.
func mayImport(from, to string) bool {
	group, name, _ := strings.Cut(from, "/")
	toGroup, toName, _ := strings.Cut(to, "/")
	switch {
	case group == "test" || from == "":
		return true
	case to == "" || toGroup == "test":
		return false // only tests and the program may import everything
	case group == "platform":
		return toGroup == "platform"
	case group == "edge":
		return toGroup == "edge" || toGroup == "platform"
	case group == "shop":
		name, _, _ = strings.Cut(name, "/")
		toName, _, _ = strings.Cut(toName, "/")
		return toGroup == "platform" || toGroup == "shop" && (name == toName || slices.Contains(importsOf[name], toName))
	case group == "site":
		return toGroup == "site" || toGroup == "edge" || toGroup == "platform" // it shows what operations answer, and knows none of them
	case group == "config":
		return toGroup == "edge" || toGroup == "platform"
	case name == "contracttest" || strings.HasPrefix(name, "contracttest/"):
		return strings.HasPrefix(to, "ops/contracttest") || toGroup == "platform" && toName != "store" // it knows a deployment by its answers alone
	}
	return group == "ops"
}

// TestEachPackageImportsOnlyWhatTheLayoutAllows checks the rules of
// docs/architecture.md: which packages below server/ may import which.
func TestEachPackageImportsOnlyWhatTheLayoutAllows(t *testing.T) {
	t.Parallel()
	for _, f := range sourceFiles(t) {
		from, below := strings.CutPrefix(f.folder()+"/", "server/")
		if !below {
			continue
		}
		from = strings.TrimSuffix(from, "/")
		for _, name := range f.imports {
			if to, ok := strings.CutPrefix(name+"/", module+"server/"); ok && !mayImport(from, strings.TrimSuffix(to, "/")) {
				t.Errorf("%s imports %s: docs/architecture.md says who may import whom", f.path, name)
			}
			if strings.HasPrefix(name, module+"openapi/") {
				t.Errorf("%s imports %s: the contract is read and rewritten only by cmd/generate", f.path, name)
			}
			if group, _, _ := strings.Cut(from, "/"); (group == "shop" || group == "platform") && strings.HasPrefix(name, "github.com/labstack/") {
				t.Errorf("%s imports %s: only the chain, edge and site know echo", f.path, name)
			}
		}
	}
}

func TestTheLayoutForbidsWhatItSays(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{
		{"platform/store", "shop/catalog"}, {"platform/store", "edge/mcp"}, {"platform/store", ""}, {"edge/mcp", "shop/orders"},
		{"shop/orders", "shop/insight"}, {"shop/catalog", "shop/orders"}, {"shop/catalog", "edge/ratelimit"}, {"shop/catalog", "config"},
		{"ops/demo", "test/servertest"}, {"site", "ops/demo"}, {"config", "shop/orders"},
		{"ops/contracttest", "shop/orders"}, {"ops/contracttest/internal/openapi", "platform/store"},
	} {
		if mayImport(pair[0], pair[1]) {
			t.Errorf("%q may import %q", pair[0], pair[1])
		}
	}
}
