package discovery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

// typeOpenAPI is the media type of an OpenAPI document as JSON.
const typeOpenAPI = "application/vnd.oai.openapi+json;version=3.1"

// placeholder is the address of the service in the contract: as its server, and
// before that in its introduction.
const placeholder = "https://shop.example"

// addressed writes the contract with the address of the service. server is how the
// contract names its server: key, then the placeholder, perhaps in quotes. inText returns
// an address as it is within a text of the contract.
func addressed(text []byte, key, server string, inText func(base string, quoted []byte) []byte) func(base, mediaType string) ([]byte, error) {
	before, after, _ := bytes.Cut(text, []byte(key+server))
	return func(base, _ string) ([]byte, error) {
		quoted, err := json.Marshal(base) // a JSON string is valid in YAML too
		if err != nil {
			return nil, err
		}
		introduced := bytes.ReplaceAll(before, []byte(placeholder), inText(base, quoted))
		return bytes.Join([][]byte{introduced, []byte(key), quoted, after}, nil), nil
	}
}

// compact writes a bundled document as addressed does, without the white space
// that makes it readable for reviewers, which is removed when it is written first.
func compact(document func() []byte) func(base, mediaType string) ([]byte, error) {
	write := sync.OnceValues(func() (func(base, mediaType string) ([]byte, error), error) {
		var text bytes.Buffer
		err := json.Compact(&text, document())
		return addressed(text.Bytes(), `"url":`, `"`+placeholder+`"`, func(_ string, quoted []byte) []byte { return quoted[1 : len(quoted)-1] }), err
	})
	return func(base, mediaType string) ([]byte, error) {
		w, err := write()
		if err != nil {
			return nil, err
		}
		return w(base, mediaType)
	}
}

// yaml writes a bundled document as addressed does. Its texts are blocks, in which
// nothing is escaped.
func yaml(document func() []byte) func(base, mediaType string) ([]byte, error) {
	write := sync.OnceValue(func() func(base, mediaType string) ([]byte, error) {
		return addressed(document(), "url: ", `"`+placeholder+`"`, func(base string, _ []byte) []byte { return []byte(base) })
	})
	return func(base, mediaType string) ([]byte, error) { return write()(base, mediaType) }
}

// tool is an operation in the list of operations.
type tool struct {
	Name          string          `json:"name"`
	MCPName       string          `json:"mcpName"`
	RESTOnly      bool            `json:"restOnly"`
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

// selection is which operations are listed, and how. It contains only names of the contract.
type selection struct {
	names, groups []string // none for any
	scope         string   // "" for any
	schema        string   // the parameter
	brief         bool     // without descriptions
}

func (s selection) has(op *contract.Operation) bool {
	return (s.names == nil || slices.Contains(s.names, op.Name)) && (s.groups == nil || slices.Contains(s.groups, op.Tag)) &&
		(s.scope == "" || s.scope == op.Scope)
}

// tools lists the operations that the query selects; it matches the contract.
func (o *Options) tools(c echo.Context) error {
	selected := selection{scope: c.QueryParam("scope"), schema: c.QueryParam("schema"), brief: c.QueryParam("brief") == "true"}
	if names := c.QueryParam("name"); names != "" {
		for name := range strings.SplitSeq(names, ",") {
			op := o.Contract.Named(name)
			if op == nil {
				return o.ToolNotFound(name)
			}
			selected.names = append(selected.names, op.Name)
		}
	}
	if groups := c.QueryParam("group"); groups != "" {
		selected.groups = strings.Split(groups, ",")
	}
	list := source{
		name: fmt.Sprintf("tools %+v", selected), mediaTypes: []string{typeJSON}, everywhere: true,
		write: func(string, string) ([]byte, error) { return o.listed(selected) },
	}
	if selected.names == nil && selected.groups == nil {
		return o.send(c, list)
	}
	text, err := o.listed(selected) // there are too many lists of names and of groups to keep each
	if err != nil {
		return err
	}
	return list.respond(c, document.New(text), typeJSON)
}

func (o *Options) listed(selected selection) ([]byte, error) {
	list := []tool{}
	for _, op := range o.Contract.Tools() {
		if !selected.has(op) {
			continue
		}
		t := tool{
			Name: op.Name, MCPName: op.MCPName, RESTOnly: op.RESTOnly, Title: op.Summary, Description: op.Description,
			Method: "POST", Path: contract.ToolPath + op.Name, Scope: op.Scope, Anonymous: op.Anonymous, AnonymousOver: anonymousOver(op), ReadOnly: op.ReadOnly, Destructive: op.Destructive,
			Idempotent: op.Idempotent, Deprecated: op.Deprecated, Deprecation: deprecationOf(op.Deprecation),
		}
		if selected.brief {
			t.Description = ""
		}
		if selected.schema == "true" || selected.schema == "input" {
			t.InputSchema = op.InputSchema
		}
		if selected.schema == "true" {
			t.OutputSchema = op.OutputSchema
		}
		list = append(list, t)
	}
	return wire.Marshal(map[string]any{"count": len(list), "tools": list})
}
