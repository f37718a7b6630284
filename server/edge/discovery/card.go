package discovery

import (
	"encoding/json"

	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

const (
	typeCard   = "application/mcp-server-card+json"
	cardSchema = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"

	title   = "Storefront"
	summary = "Search and run a shop: products, categories, orders, discounts, pages and services."
)

// serverCard describes the MCP server to clients that have not connected yet
// (SEP-2127). The specification defines the fields up to Remotes; programs that
// search for MCP servers read the others.
type serverCard struct {
	Schema      string   `json:"$schema"`
	Name        string   `json:"name"`
	Version     string   `json:"version"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	WebsiteURL  string   `json:"websiteUrl"`
	Remotes     []remote `json:"remotes"`

	ServerInfo   serverInfo                 `json:"serverInfo"`
	Transport    transport                  `json:"transport"`
	Capabilities map[string]map[string]bool `json:"capabilities"`
	Tools        []cardTool                 `json:"tools"`
	Toolsets     toolsets                   `json:"toolsets"`
}

type remote struct {
	Type     string         `json:"type"`
	URL      string         `json:"url"`
	Headers  []remoteHeader `json:"headers"`
	Versions []string       `json:"supportedProtocolVersions"`
}

type remoteHeader struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Placeholder string `json:"placeholder"`
	IsRequired  bool   `json:"isRequired"`
	IsSecret    bool   `json:"isSecret"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

type transport struct {
	Type     string `json:"type"`
	Endpoint string `json:"endpoint"`
}

// toolsets say how tools/list is narrowed to what an agent needs.
type toolsets struct {
	Description string   `json:"description"`
	Example     string   `json:"example"` // an address
	Names       []string `json:"names"`
}

// cardTool is the summary of a tool; tools/list has the details.
type cardTool struct {
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	InputSchema json.RawMessage   `json:"inputSchema"`
	Meta        map[string]string `json:"_meta"` // operation: its name in the contract, with a dot
}

func (o *Options) card(base string) ([]byte, error) {
	const streamable = "streamable-http"
	endpoint := base + "/api/mcp"
	host, _ := publisher(base)
	return wire.Marshal(serverCard{
		Schema: cardSchema, Name: reversed(host) + "/" + serverName, Version: o.Contract.Version, Title: title,
		Description: summary, WebsiteURL: base + "/docs",
		Remotes: []remote{{Type: streamable, URL: endpoint, Versions: mcp.Versions, Headers: []remoteHeader{{
			Name: "Authorization", Placeholder: "Bearer sfk_…", IsSecret: true,
			Description: "A key of the shop. Without one only the public tools are available.",
		}}}},
		ServerInfo:   serverInfo{Name: serverName, Title: title, Version: o.Contract.Version},
		Transport:    transport{Type: streamable, Endpoint: endpoint},
		Capabilities: map[string]map[string]bool{"tools": {"listChanged": false}},
		Tools:        publicTools(o.Contract),
		Toolsets: toolsets{
			Description: "Groups of tools. The parameter toolsets, with some of the names separated by commas, has tools/list return those groups alone.",
			Example:     endpoint + "?toolsets=products,orders", Names: o.Contract.Groups(),
		},
	})
}

// publicTools are the tools that anonymous callers may use over MCP.
func publicTools(described *contract.Contract) []cardTool {
	list := []cardTool{}
	for _, op := range described.Tools() {
		if op.AnonymousMCP {
			list = append(list, cardTool{
				Name: op.MCPName, Title: op.Summary, Description: op.Description, InputSchema: op.InputSchema,
				Meta: map[string]string{"operation": op.Name},
			})
		}
	}
	return list
}
