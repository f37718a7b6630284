package discovery

import (
	"github.com/storefront/storefront/server/platform/wire"
)

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
				{Href: base + "/openapi.json", Type: typeJSON, Title: "OpenAPI 3.1, with the messages to webhooks"},
				{Href: base + "/openapi.yaml", Type: "application/yaml", Title: "OpenAPI 3.1, with the messages to webhooks"},
			},
			"service-doc": docs, "service-meta": card, "status": status,
		},
		{"anchor": mcp, "service-doc": docs, "service-meta": card, "status": status},
	}})
}
