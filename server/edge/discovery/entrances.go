package discovery

// entrance is a link to a document of the service.
type entrance struct {
	Rel   string `json:"rel"` // registered with IANA
	Href  string `json:"href"`
	Type  string `json:"type"`
	Title string `json:"title"`
}

// entrances are the addresses that the home page and llms.txt link to.
func entrances(base string) []entrance {
	return []entrance{
		{"service-doc", base + "/docs", "text/html", "Reference of every operation"},
		{"service-desc", base + "/openapi.json", typeJSON, "The contract, OpenAPI 3.1"},
		{"collection", base + "/api/v1/tools", typeJSON, "The operations with their scopes and hints; ?schema=true adds schemas"},
		{"related", base + "/api/v1/key", typeJSON, "What the key that you send may do, and how many calls it has left"},
		{"alternate", base + "/api/mcp", typeJSON, "The same operations over the Model Context Protocol, streamable HTTP"},
		{"service-meta", base + "/api/mcp/server-card", typeCard, "The card of the MCP server"},
		{"api-catalog", base + "/.well-known/api-catalog", "application/linkset+json", "The catalog of the APIs (RFC 9727)"},
		{"describedby", base + "/llms.txt", "text/plain", "The same for language models"},
		{"section", base + "/products", "text/html", "The products as pages, or as markdown for Accept: text/markdown"},
		{"contents", base + "/sitemap.xml", "application/xml", "The address of every page"},
		{"enclosure", base + "/products.jsonl.gz", "application/gzip", "Every product in one file, a line for each"},
		{"status", base + "/healthz", typeJSON, "Whether the service is alive"},
	}
}
