// Package discovery serves what is known about the service itself: its health,
// its contract, the cards and catalogs by which it is found, and the meaning of
// its problems.
package discovery

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/platform/contract"
)

// Options are what the documents depend on.
type Options struct {
	Contract *contract.Contract
	BaseURL  func(*http.Request) string               // the address of the service, without a slash at its end
	Ready    func(context.Context) (Readiness, error) // whether calls can be taken; the error is what a caller is told
}

// Register adds the routes, each for GET and HEAD.
func Register(e *echo.Echo, o Options) {
	for path, d := range o.documents() {
		add(e, path, o.serve(d))
	}
	add(e, "/", o.index)
	add(e, "/healthz", health)
	add(e, "/readyz", readiness(o.Ready))
	add(e, "/problems/:code", meaning)
	add(e, "/api/v1/tools", tools(o.Contract))
}

func add(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.GET(path, handler)
	e.HEAD(path, handler)
}

// documents returns what is served at which address.
func (o Options) documents() map[string]document {
	contractJSON := document{write: withServer(gen.OpenAPIJSON, `"url": "/"`), mediaTypes: []string{typeJSON, typeOpenAPI}}
	card := document{write: o.card, mediaTypes: []string{typeCard, typeJSON}, maxAge: 3600}
	cardAlias := document{write: o.card, mediaTypes: []string{typeJSON, typeCard}, maxAge: 3600}
	aiCatalog := document{write: o.aiCatalog, mediaTypes: []string{typeJSON, typeAICatalog}}
	return map[string]document{
		"/openapi.json":                     contractJSON,
		"/api/openapi.json":                 contractJSON,
		"/openapi.yaml":                     {write: withServer(gen.OpenAPIYAML, "url: /"), mediaTypes: []string{"application/yaml"}},
		"/api/mcp/server-card":              card,
		"/.well-known/mcp/server-card.json": cardAlias,
		"/.well-known/mcp.json":             cardAlias,
		"/.well-known/api-catalog":          {write: apiCatalog, mediaTypes: []string{typeLinkset}, link: `</.well-known/api-catalog>; rel="api-catalog"`},
		"/.well-known/ai-catalog.json":      aiCatalog,
		"/.well-known/ard.json":             aiCatalog,
		"/llms.txt":                         {write: o.llms, mediaTypes: []string{typeText, "text/markdown; charset=utf-8"}},
		"/robots.txt":                       {write: robots, mediaTypes: []string{typeText}},
		"/sitemap.xml":                      {write: sitemap, mediaTypes: []string{"application/xml"}},
	}
}
