// Package contract is the bundled OpenAPI document as the service uses it: its
// operations with their scopes and hints, and their compiled request schemas.
package contract

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/spelling"
)

// ToolPath is what stands before an operation's name in its path.
const ToolPath = "/api/v1/tools/"

// Contract is a loaded and validated document.
type Contract struct {
	Title   string
	Version string

	tools  []*Operation
	byName map[string]*Operation
}

// Operation is one tool.
type Operation struct {
	Name         string // products.search; also the operationId
	MCPName      string // products_search: many MCP clients refuse a name with a dot
	Tag          string
	Summary      string
	Description  string
	Scope        string // the one scope that a key needs
	Anonymous    bool   // whether it works without a key
	AnonymousMCP bool   // whether it does over MCP too; x-mcp can switch that off
	ReadOnly     bool
	Destructive  bool
	Idempotent   bool
	PersonalData bool // whether it shows personal data, so that reading leaves an audit row
	Deprecated   bool
	Deprecation  *Deprecation // nil when it is not deprecated
	Request      *schema.Schema
	Route        *routers.Route // the operation as kin-openapi validates requests for it
	Schemas
}

// Load reads a bundled document (gen.OpenAPIJSON) with the schemas of its
// operations (gen.ToolsJSON), and compiles the schemas of the requests. An error
// names the operation that cannot be served as described.
func Load(document, tools []byte) (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	if err := doc.Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	spec := specOf(doc)
	c := &Contract{Title: doc.Info.Title, Version: doc.Info.Version, byName: map[string]*Operation{}}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		name, isTool := strings.CutPrefix(path, ToolPath)
		if !isTool {
			continue
		}
		post := doc.Paths.Value(path).Post
		op, err := read(name, post)
		if err != nil {
			return nil, fmt.Errorf("contract: %s: %w", name, err)
		}
		op.setRoute(spec, post)
		c.tools = append(c.tools, op)
		c.byName[name] = op
	}
	return c, c.readSchemas(tools)
}

// Tools returns the operations by name.
func (c *Contract) Tools() []*Operation { return c.tools }

// Tool returns the operation of that name, or nil.
func (c *Contract) Tool(name string) *Operation { return c.byName[name] }

// Nearest returns the name of the operation that is spelt most like name, or ""
// when none is near.
func (c *Contract) Nearest(name string) string {
	const longest = 64
	best, least := "", 1+len(name)/3
	for _, op := range c.tools {
		if len(name) > longest {
			break
		}
		if d := spelling.Distance(strings.ToLower(name), op.Name); d < least {
			best, least = op.Name, d
		}
	}
	return best
}
