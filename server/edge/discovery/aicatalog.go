package discovery

import (
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
