// Package contract is the bundled OpenAPI document in the form that the service
// uses: its operations with their scopes and hints, and their compiled request
// schemas.
package contract

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
)

// Contract is a loaded and validated document.
type Contract struct {
	Title   string
	Version string

	tools     []*Operation
	byName    map[string]*Operation
	byAnyName map[string]*Operation // its name, and its name over MCP

	queries  map[string]*Query         // by path
	bodies   map[string]*schema.Schema // of addresses that are no operations, by path
	sections []Section
	compiler schema.Compiler // of all schemas
}

// Load reads a bundled document (gen.OpenAPIJSON()) with its Tools
// (gen.ToolsJSON()), and compiles the schemas of the requests. An error names the
// operation that cannot be served as described.
func Load(document, tools []byte) (*Contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	if err := doc.Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		return nil, fmt.Errorf("contract: %w", err)
	}
	derived, err := readTools(tools)
	if err != nil {
		return nil, err
	}
	spec := specOf(doc)
	c := &Contract{
		Title: doc.Info.Title, Version: doc.Info.Version, byName: map[string]*Operation{}, byAnyName: map[string]*Operation{}, queries: map[string]*Query{}, bodies: map[string]*schema.Schema{},
		compiler: schema.Compiler{Synonyms: derived.Synonyms},
	}
	if err := c.readQueries(doc); err != nil {
		return nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		name, isTool := strings.CutPrefix(path, ToolPath)
		post := doc.Paths.Value(path).Post
		if !isTool {
			if err := c.readBody(path, post); err != nil {
				return nil, fmt.Errorf("contract: %s: %w", path, err)
			}
			continue
		}
		op, err := c.readOperation(name, post)
		if err != nil {
			return nil, fmt.Errorf("contract: %s: %w", name, err)
		}
		var described bool
		if op.Schemas, described = derived.Operations[name]; !described {
			return nil, fmt.Errorf("contract: %s: there are no schemas of it: run make generate", name)
		}
		op.setRoute(spec, post)
		c.tools = append(c.tools, op)
		c.byName[name], c.byAnyName[op.Name], c.byAnyName[op.MCPName] = op, op, op
	}
	for _, op := range c.tools {
		if err := c.readSections(doc, op, doc.Paths.Value(ToolPath+op.Name).Post); err != nil {
			return nil, fmt.Errorf("contract: %s: %w", op.Name, err)
		}
	}
	return c, nil
}

// readBody compiles the schema of the JSON that is sent to an address that is no operation.
func (c *Contract) readBody(path string, post *openapi3.Operation) (err error) {
	if post == nil || post.RequestBody == nil {
		return nil
	}
	if media := post.RequestBody.Value.Content[mediaType]; media != nil {
		c.bodies[path], err = c.compiler.Compile(media.Schema.Value)
	}
	return err
}

// Body returns the schema of what is sent to an address that is no operation, or nil.
func (c *Contract) Body(path string) *schema.Schema { return c.bodies[path] }

// Tools is what is derived from the contract for the readers of single operations,
// and is not in the published document. openapi/tools generates it.
type Tools struct {
	Operations map[string]Schemas  `json:"operations"`
	Synonyms   map[string][]string `json:"synonyms"` // as those of schema.Compiler: openapi/synonyms.yaml
}

// readTools reads the JSON of a Tools.
func readTools(text []byte) (t Tools, err error) {
	var plain bytes.Buffer
	if err := json.Compact(&plain, text); err != nil {
		return t, fmt.Errorf("contract: tools: %w", err)
	}
	if err := json.Unmarshal(plain.Bytes(), &t); err != nil {
		return t, fmt.Errorf("contract: tools: %w", err)
	}
	return t, nil
}

// Schemas are the JSON Schemas of an operation's request and response for its
// documentation, each self-contained.
type Schemas struct {
	InputSchema     json.RawMessage `json:"input"`    // of the request
	OutputSchema    json.RawMessage `json:"output"`   // of the whole response, {ok, result}
	MCPInputSchema  json.RawMessage `json:"mcpInput"` // the same two in the subset of JSON Schema that MCP hosts support
	MCPOutputSchema json.RawMessage `json:"mcpOutput"`
	MCPForm         json.RawMessage `json:"mcpForm,omitempty"`  // of the request with the fields that MCPInputSchema leaves out; nil for none
	Sections        []SectionSchema `json:"sections,omitempty"` // of the operation with x-sections
}

// Tools returns the operations by name.
func (c *Contract) Tools() []*Operation { return c.tools }

// OpenTo returns the names of the operations that a key with these scopes may call.
func (c *Contract) OpenTo(scopes []string) []string {
	names := []string{}
	for _, op := range c.tools {
		if slices.Contains(scopes, op.Scope) {
			names = append(names, op.Name)
		}
	}
	return names
}

// Tool returns the operation with that name, or nil.
func (c *Contract) Tool(name string) *Operation { return c.byName[name] }

// Named returns the operation with that name, or with that name over MCP, or nil.
func (c *Contract) Named(name string) *Operation { return c.byAnyName[name] }

// Groups returns the groups of the operations, by name: their tags.
func (c *Contract) Groups() []string {
	groups := make([]string, len(c.tools))
	for i, op := range c.tools {
		groups[i] = op.Tag
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// Toolsets returns the groups with operations that can be called over MCP.
func (c *Contract) Toolsets() []string {
	return slices.DeleteFunc(c.Groups(), func(group string) bool {
		return !slices.ContainsFunc(c.tools, func(op *Operation) bool { return op.Tag == group && !op.RESTOnly })
	})
}

// Group returns the names of the operations of a group, given in the singular or plural.
func (c *Contract) Group(name string) (names []string) {
	for _, op := range c.tools {
		if strings.TrimSuffix(op.Tag, "s") == strings.TrimSuffix(name, "s") {
			names = append(names, op.Name)
		}
	}
	return names
}

// Rename returns a text in which each name of an operation is what fn returns for
// it, but those in the query of an address, which are a part of it.
func (c *Contract) Rename(text string, fn func(op *Operation) string) string {
	return toolName.ReplaceAllStringFunc(text, func(name string) string {
		if op := c.Tool(name); op != nil {
			return fn(op)
		}
		return name
	})
}

// toolName finds names that may be those of operations. After "=" it is no name but a part of an address.
var toolName = regexp.MustCompile(`=?\b[a-z]+\.[a-z_]+\b`)

// ToolPath is the path of an operation without its name.
const ToolPath = "/api/v1/tools/"

// MaxBody is the largest body of a request, in bytes.
const MaxBody = 1 << 20

// Scopes are all scopes that a key can have.
var Scopes = []string{
	"analytics:read", "approvals:decide", "approvals:read", "audit:read", "audit:revert", "cart:write", "catalog:read", "categories:read", "categories:write",
	"customer:read", "discounts:read", "discounts:write", "features:read", "features:write", "keys:read", "keys:write", "marketing:write",
	"orders:read", "orders:write", "pages:read", "pages:write", "payments:read", "payments:write", "products:write", "settings:read", "settings:write",
}

// PersonalScopes are given to people alone: their holders decide what others may do.
var PersonalScopes = []string{"approvals:decide", "keys:write"}

// ShopScopes returns the scopes of the shop itself, which "all" stands for. Those about keys, approvals and payments are its owner's.
func ShopScopes() []string {
	return slices.DeleteFunc(slices.Clone(Scopes), func(scope string) bool {
		return strings.HasPrefix(scope, "keys:") || strings.HasPrefix(scope, "approvals:") || strings.HasPrefix(scope, "payments:")
	})
}
