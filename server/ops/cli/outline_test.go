package cli_test

import (
	"testing"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/ops/cli"
	"github.com/storefront/storefront/server/platform/contract"
)

// The outline and the contract that the service uses say the same.
func TestTheOutlineIsThatOfTheContract(t *testing.T) {
	t.Parallel()
	whole, err := contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON())
	if err != nil {
		t.Fatal(err)
	}
	o, err := cli.ReadOutline(gen.OpenAPIJSON())
	if err != nil {
		t.Fatal(err)
	}
	if len(o.Tools) != len(whole.Tools()) {
		t.Fatalf("%d tools, want %d", len(o.Tools), len(whole.Tools()))
	}
	for _, op := range whole.Tools() {
		tool := o.Tool(op.Name)
		if tool == nil {
			t.Errorf("%s is missing", op.Name)
			continue
		}
		if tool.Title != op.Summary || tool.Description != op.Description || tool.Scope != op.Scope || tool.Anonymous != op.Anonymous ||
			tool.ReadOnly != op.ReadOnly || tool.Destructive != op.Destructive || tool.Idempotent != op.Idempotent || tool.Path != contract.ToolPath+op.Name {
			t.Errorf("%s: %+v", op.Name, tool)
		}
		if tool.Repeatable == op.ReadOnly {
			t.Errorf("%s reads: %v, takes an Idempotency-Key: %v", op.Name, op.ReadOnly, tool.Repeatable)
		}
		if len(tool.Examples) == 0 || len(tool.Examples[0].Body) == 0 {
			t.Errorf("%s has no example", op.Name)
		}
	}
}

func TestEveryScopeIsDescribed(t *testing.T) {
	t.Parallel()
	o, err := cli.ReadOutline(gen.OpenAPIJSON())
	if err != nil {
		t.Fatal(err)
	}
	for i, scope := range o.Scopes {
		if scope.Name != contract.Scopes[i] || scope.Description == "" {
			t.Errorf("scope %d is %+v", i, scope)
		}
	}
}

func TestAMisspeltToolNamesTheNearest(t *testing.T) {
	t.Parallel()
	o, err := cli.ReadOutline(gen.OpenAPIJSON())
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"products.serch": `there is no tool "products.serch"; the nearest is products.search`,
		"listProducts":   `there is no tool "listProducts"; the nearest is products.search`,
		"":               `there is no tool ""; "storefront tools" lists them`,
	} {
		if got := o.Unknown(name).Error(); got != want {
			t.Errorf("%s", got)
		}
	}
	if o.Path("system.readiness") != "/readyz" || o.Path("system.nothing") != "" {
		t.Error(o.Path("system.readiness"))
	}
}
