package discovery

import (
	"encoding/json"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// tool is an operation as the list of operations shows it.
type tool struct {
	Name         string          `json:"name"`
	MCPName      string          `json:"mcpName"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Method       string          `json:"method"`
	Path         string          `json:"path"`
	Scope        string          `json:"scope"`
	Anonymous    bool            `json:"anonymous"`
	ReadOnly     bool            `json:"readOnly"`
	Destructive  bool            `json:"destructive"`
	Idempotent   bool            `json:"idempotent"`
	Deprecated   bool            `json:"deprecated"`
	Deprecation  *deprecation    `json:"deprecation,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema,omitempty"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
}

// deprecation says until when a deprecated operation works, and what to do then.
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

// tools lists the operations; the query narrows them by scope and name, and
// schema=true adds their schemas.
func tools(described *contract.Contract) echo.HandlerFunc {
	return func(c echo.Context) error {
		list := []tool{}
		for _, op := range described.Tools() {
			if name := c.QueryParam("name"); name != "" && name != op.Name && name != op.MCPName {
				continue
			}
			if scope := c.QueryParam("scope"); scope != "" && scope != op.Scope {
				continue
			}
			t := tool{
				Name: op.Name, MCPName: op.MCPName, Title: op.Summary, Description: op.Description,
				Method: "POST", Path: contract.ToolPath + op.Name, Scope: op.Scope, Anonymous: op.Anonymous, ReadOnly: op.ReadOnly, Destructive: op.Destructive,
				Idempotent: op.Idempotent, Deprecated: op.Deprecated, Deprecation: deprecationOf(op.Deprecation),
			}
			if c.QueryParam("schema") == "true" {
				t.InputSchema, t.OutputSchema = op.InputSchema, op.OutputSchema
			}
			list = append(list, t)
		}
		body, err := json.Marshal(map[string]any{"count": len(list), "tools": list})
		if err != nil {
			return err
		}
		return conditional(c, typeJSON, body)
	}
}
