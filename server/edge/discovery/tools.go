package discovery

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

// tool is an operation in the list of operations.
type tool struct {
	Name          string          `json:"name"`
	MCPName       string          `json:"mcpName"`
	Title         string          `json:"title"`
	Description   string          `json:"description"`
	Method        string          `json:"method"`
	Path          string          `json:"path"`
	Scope         string          `json:"scope"`
	Anonymous     bool            `json:"anonymous"`
	AnonymousOver []string        `json:"anonymousOver"`
	ReadOnly      bool            `json:"readOnly"`
	Destructive   bool            `json:"destructive"`
	Idempotent    bool            `json:"idempotent"`
	Deprecated    bool            `json:"deprecated"`
	Deprecation   *deprecation    `json:"deprecation,omitempty"`
	InputSchema   json.RawMessage `json:"inputSchema,omitempty"`
	OutputSchema  json.RawMessage `json:"outputSchema,omitempty"`
}

// anonymousOver lists what the operation works over without a key.
func anonymousOver(op *contract.Operation) []string {
	over := []string{}
	if op.Anonymous {
		over = append(over, "rest")
	}
	if op.AnonymousMCP {
		over = append(over, "mcp")
	}
	return over
}

// deprecation is the time until which a deprecated operation works, and a link
// to what replaces it.
type deprecation struct {
	Date   string `json:"date"`
	Sunset string `json:"sunset"`
	Link   string `json:"link"`
}

func deprecationOf(d *contract.Deprecation) *deprecation {
	if d == nil {
		return nil
	}
	return &deprecation{d.Date.Format(time.DateOnly), d.Sunset.Format(time.DateOnly), d.Link}
}

// selection is which operations are listed, and how. It contains only names of
// the contract, so that the number of different selections is small.
type selection struct {
	name    string // of one operation; "" for any
	scope   string // "" for any
	schemas bool
}

func (s selection) has(op *contract.Operation) bool {
	return (s.name == "" || s.name == op.Name) && (s.scope == "" || s.scope == op.Scope)
}

// tools lists the operations; the query, which matches the contract, narrows
// them by scope and name, and schema=true adds their schemas.
func (o *Options) tools(c echo.Context) error {
	selected := selection{scope: c.QueryParam("scope"), schemas: c.QueryParam("schema") == "true"}
	if name := c.QueryParam("name"); name != "" {
		op := o.Contract.Named(name)
		if op == nil {
			return o.ToolNotFound(name)
		}
		selected.name = op.Name
	}
	return o.send(c, source{
		name: fmt.Sprintf("tools %+v", selected), mediaTypes: []string{typeJSON}, everywhere: true,
		write: func(string, string) ([]byte, error) { return o.listed(selected) },
	})
}

func (o *Options) listed(selected selection) ([]byte, error) {
	list := []tool{}
	for _, op := range o.Contract.Tools() {
		if !selected.has(op) {
			continue
		}
		t := tool{
			Name: op.Name, MCPName: op.MCPName, Title: op.Summary, Description: op.Description,
			Method: "POST", Path: contract.ToolPath + op.Name, Scope: op.Scope, Anonymous: op.Anonymous, AnonymousOver: anonymousOver(op), ReadOnly: op.ReadOnly, Destructive: op.Destructive,
			Idempotent: op.Idempotent, Deprecated: op.Deprecated, Deprecation: deprecationOf(op.Deprecation),
		}
		if selected.schemas {
			t.InputSchema, t.OutputSchema = op.InputSchema, op.OutputSchema
		}
		list = append(list, t)
	}
	return wire.Marshal(map[string]any{"count": len(list), "tools": list})
}
