// Package cli is what the command line needs beside the program: it reads names, texts and
// examples of operations from the contract, makes the body of a call of flags, calls a
// deployment for a person or a script, shows answers to people and asks them, and completes
// words in a shell.
package cli

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/server/platform/contract"
)

// Outline is what the contract describes.
type Outline struct {
	Tools  []Tool // by name
	Scopes []Scope
	paths  map[string]string
}

// Tool is an operation, as "storefront tools --json" prints it.
type Tool struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Path        string `json:"path"`
	Scope       string `json:"scope"`
	Anonymous   bool   `json:"anonymous"` // whether it works without a key
	ReadOnly    bool   `json:"readOnly"`
	Destructive bool   `json:"destructive"`
	Idempotent  bool   `json:"idempotent"`
	// Repeatable is whether it takes an Idempotency-Key.
	Repeatable bool      `json:"-"`
	Examples   []Example `json:"-"`
}

// Example is a request.
type Example struct {
	Summary string
	Body    json.RawMessage
}

type document struct {
	Paths      map[string]struct{ Get, Post *operation }
	Components struct {
		SecuritySchemes map[string]struct{ Description string }
	}
}

type operation struct {
	OperationID          string
	Summary, Description string
	Security             []map[string][]string
	Parameters           []struct {
		Ref string `json:"$ref"`
	}
	Hints struct {
		ReadOnly, Destructive, Idempotent bool
	} `json:"x-agent-hints"`
	RequestBody struct {
		Content map[string]struct {
			Examples map[string]struct {
				Summary string
				Value   json.RawMessage
			}
		}
	}
}

// ReadOutline reads a bundled document, gen.OpenAPIJSON().
func ReadOutline(text []byte) (*Outline, error) {
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("outline of the contract: %w", err)
	}
	o := &Outline{paths: map[string]string{}, Scopes: readScopes(d.Components.SecuritySchemes["bearer"].Description)}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		item := d.Paths[path]
		if item.Get != nil {
			o.paths[item.Get.OperationID] = path
		}
		if item.Post != nil && strings.HasPrefix(path, contract.ToolPath) {
			o.Tools = append(o.Tools, item.Post.tool(path))
		}
	}
	return o, nil
}

func (op *operation) tool(path string) Tool {
	t := Tool{
		Name: op.OperationID, Title: op.Summary, Description: contract.Unwrapped(op.Description), Path: path,
		ReadOnly: op.Hints.ReadOnly, Destructive: op.Hints.Destructive, Idempotent: op.Hints.Idempotent,
	}
	for _, requirement := range op.Security {
		if scopes := requirement["bearer"]; len(scopes) == 1 {
			t.Scope = scopes[0]
		}
		t.Anonymous = t.Anonymous || len(requirement) == 0
	}
	for _, p := range op.Parameters {
		t.Repeatable = t.Repeatable || strings.HasSuffix(p.Ref, "/IdempotencyKey")
	}
	for _, content := range op.RequestBody.Content {
		for _, name := range slices.Sorted(maps.Keys(content.Examples)) {
			e := content.Examples[name]
			t.Examples = append(t.Examples, Example{Summary: e.Summary, Body: e.Value})
		}
	}
	return t
}

// Tool returns the operation with that name, or nil.
func (o *Outline) Tool(name string) *Tool {
	i, found := slices.BinarySearchFunc(o.Tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !found {
		return nil
	}
	return &o.Tools[i]
}

// Unknown returns the error for a name that no operation has.
func (o *Outline) Unknown(name string) error {
	names := make([]string, len(o.Tools))
	for i, t := range o.Tools {
		names[i] = t.Name
	}
	if near := contract.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no tool %q; the nearest is %s", name, near)
	}
	return fmt.Errorf(`there is no tool %q; "storefront tools" lists them`, name)
}

// Path returns where a document is served, by the name of its operation such as
// system.readiness; "" if there is none.
func (o *Outline) Path(name string) string { return o.paths[name] }

// Scope is what a key can be allowed.
type Scope struct{ Name, Description string }

var (
	// scopeLine is a line of the list of scopes in the contract: - `a:read`, `a:write`: what they are for.
	scopeLine = regexp.MustCompile("(?m)^- ((?:`[a-z]+:[a-z]+`(?:, )?)+): (.*)$")
	scopeName = regexp.MustCompile("[a-z]+:[a-z]+")
)

// readScopes returns all scopes in their order, with the descriptions of the contract.
func readScopes(text string) []Scope {
	described := map[string]string{}
	for _, line := range scopeLine.FindAllStringSubmatch(contract.Unwrapped(text), -1) {
		for _, name := range scopeName.FindAllString(line[1], -1) {
			described[name] = strings.TrimSpace(line[2])
		}
	}
	scopes := make([]Scope, len(contract.Scopes))
	for i, name := range contract.Scopes {
		scopes[i] = Scope{Name: name, Description: described[name]}
	}
	return scopes
}
