// Package openapi_test checks the contract against the rules of this project.
package openapi_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

const maxInteger = 9007199254740991

// The contract as a document and as the service loads it, each parsed once.
var (
	parsed = sync.OnceValues(func() (*openapi3.T, error) { return openapi3.NewLoader().LoadFromData(gen.OpenAPIJSON()) })
	loaded = sync.OnceValues(func() (*contract.Contract, error) { return contract.Load(gen.OpenAPIJSON(), gen.ToolsJSON()) })
)

func load(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// tools calls fn for each operation of the contract that is a tool.
func tools(t *testing.T, fn func(t *testing.T, name string, op *openapi3.Operation)) {
	t.Helper()
	found := 0
	for path, item := range load(t).Paths.Map() {
		name, isTool := strings.CutPrefix(path, contract.ToolPath)
		if !isTool {
			continue
		}
		found++
		t.Run(name, func(t *testing.T) {
			if len(item.Operations()) != 1 || item.Post == nil {
				t.Fatalf("methods %v, want POST only", item.Operations())
			}
			fn(t, name, item.Post)
		})
	}
	if found == 0 {
		t.Error("no tools")
	}
}

func TestEveryToolIsDescribed(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`^[a-z]+\.[a-z_]+$`)
	tools(t, func(t *testing.T, tool string, op *openapi3.Operation) {
		if op.OperationID != tool || !name.MatchString(tool) {
			t.Errorf("operationId %q at %s", op.OperationID, tool)
		}
		if resource, _, _ := strings.Cut(tool, "."); len(op.Tags) != 1 || op.Tags[0] != resource {
			t.Errorf("tags %v", op.Tags)
		}
		if op.Summary == "" || len(strings.TrimSpace(op.Description)) < 40 {
			t.Errorf("summary %q, description %q", op.Summary, op.Description)
		}
	})
}

func TestEveryToolNeedsOneScope(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	tools(t, func(t *testing.T, name string, _ *openapi3.Operation) {
		op := c.Tool(name)
		if !slices.Contains(contract.Scopes, op.Scope) {
			t.Errorf("scope %q", op.Scope)
		}
		if op.ReadOnly && op.Destructive || op.Anonymous && !op.ReadOnly {
			t.Errorf("hints: %+v", op)
		}
		if write := strings.HasSuffix(op.Scope, ":write") || op.Scope == "audit:revert" || op.Scope == "approvals:decide"; write == op.ReadOnly && op.Scope != "cart:write" && op.Scope != "marketing:write" && // there is no scope for reading carts and campaigns
			op.Name != "products.list_deleted" { // which is for those who restore, and not public as the catalogue is
			t.Errorf("readOnly %v with the scope %s", op.ReadOnly, op.Scope)
		}
	})
}

func TestEveryToolHasExamples(t *testing.T) {
	t.Parallel()
	tools(t, func(t *testing.T, _ string, op *openapi3.Operation) {
		if !op.RequestBody.Value.Required || len(op.RequestBody.Value.Content["application/json"].Examples) == 0 {
			t.Error("the request is not required or has no example")
		}
		if len(op.Responses.Value("200").Value.Content["application/json"].Examples) == 0 {
			t.Error("the answer has no example")
		}
	})
}

// Several hosts of models refuse a dot in the name of a tool.
func TestEveryToolHasANameForMCP(t *testing.T) {
	t.Parallel()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range c.Tools() {
		if !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(op.MCPName) || strings.Replace(op.MCPName, "_", ".", 1) != op.Name {
			t.Errorf("%s is called %s over MCP", op.Name, op.MCPName)
		}
	}
}

func dig(node any, path ...string) any {
	for _, step := range path {
		node = asMap(node)[step]
	}
	return node
}

func asMap(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func typesOf(s map[string]any) []string {
	switch v := s["type"].(type) {
	case string:
		return []string{v}
	case []any:
		var out []string
		for _, t := range v {
			out = append(out, fmt.Sprint(t))
		}
		return out
	}
	return nil
}
