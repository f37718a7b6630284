package discovery

import (
	"encoding/json"

	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/wire"
)

const typeAICatalog = "application/ai-catalog+json"

// aiCatalog is the AI Catalog, which is also the manifest of Agentic Resource
// Discovery: what a model can use here, and which questions it can answer.
type aiCatalog struct {
	SpecVersion string      `json:"specVersion"`
	Host        catalogHost `json:"host"`
	Entries     []entry     `json:"entries"`
}

type catalogHost struct {
	DisplayName      string `json:"displayName"`
	Identifier       string `json:"identifier"`
	DocumentationURL string `json:"documentationUrl"`
}

type entry struct {
	Identifier  string   `json:"identifier"`
	DisplayName string   `json:"displayName"`
	Type        string   `json:"type"`
	URL         string   `json:"url"`
	Description string   `json:"description"`
	Queries     []string `json:"representativeQueries"`
}

func (o *Options) aiCatalog(base string) ([]byte, error) {
	host, port := publisher(base)
	did := "did:web:" + host
	if port != "" {
		did += "%3A" + port
	}
	return wire.Marshal(aiCatalog{
		SpecVersion: "1.0",
		Host:        catalogHost{DisplayName: title, Identifier: did, DocumentationURL: base + "/docs"},
		Entries: []entry{{
			Identifier: "urn:air:" + host + ":mcp:" + serverName, DisplayName: title, Type: typeCard,
			URL: base + "/api/mcp/server-card", Description: summary,
			Queries: []string{
				"Which sunglasses does the shop have below 1000 kroner?",
				"Is this product in stock, and what does it cost?",
				"Which paid orders have not been shipped yet?",
				"Make a discount code of 10 percent for the autumn",
			},
		}},
	})
}

const typeLinkset = `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`

// target is the target of a link in a linkset (RFC 9264).
type target struct {
	Href  string `json:"href"`
	Type  string `json:"type"`
	Title string `json:"title,omitempty"`
}

// apiCatalog lists the two ways to call the service, and the documents about
// each (RFC 9727).
func apiCatalog(base string) ([]byte, error) {
	rest, mcp := base+"/api/v1/tools", base+"/api/mcp"
	card := []target{{Href: base + "/api/mcp/server-card", Type: typeCard}}
	docs := []target{{Href: base + "/docs", Type: "text/html"}}
	status := []target{{Href: base + "/healthz", Type: typeJSON}}
	return wire.Marshal(map[string]any{"linkset": []map[string]any{
		{
			"anchor": base + "/.well-known/api-catalog",
			"item": []target{
				{Href: rest, Type: typeJSON, Title: "REST: the operations of the service"},
				{Href: mcp, Type: typeJSON, Title: "Model Context Protocol, streamable HTTP"},
			},
		},
		{
			"anchor": rest,
			"service-desc": []target{
				{Href: base + "/openapi/tools.json", Type: typeJSON, Title: "OpenAPI 3.1, the operations alone: for clients"},
				{Href: base + "/openapi.json", Type: typeJSON, Title: "OpenAPI 3.1, every address"},
				{Href: base + "/openapi.yaml", Type: "application/yaml", Title: "OpenAPI 3.1, every address"},
				{Href: base + "/openapi/postman.json", Type: typeJSON, Title: "A collection for Postman"},
				{Href: base + "/openapi/events.json", Type: typeJSON, Title: "OpenAPI 3.1, the messages to webhooks: for receivers"},
			},
			"service-doc": docs, "service-meta": card, "status": status,
		},
		{"anchor": mcp, "service-doc": docs, "service-meta": card, "status": status},
	}})
}

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
			Example:     endpoint + "?toolsets=products,orders", Names: o.Contract.Toolsets(),
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
