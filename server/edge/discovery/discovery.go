// Package discovery serves documents about the service itself: its health, its
// contract, the cards and catalogs that make it discoverable, and the meaning of
// its problems.
package discovery

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// Options are the dependencies of the documents.
type Options struct {
	Contract     *contract.Contract
	BaseURL      func(*http.Request) string               // the address of the service, without a trailing slash
	Ready        func(context.Context) (Readiness, error) // whether calls can be served; the error is shown to the caller
	Admit        echo.MiddlewareFunc                      // counts a request for a document and validates its query
	Home         echo.HandlerFunc                         // the home page of the shop
	ToolNotFound func(name string) *problem.Error         // the problem for an operation that does not exist
	Sandbox      bool                                     // whether the service is a sandbox: its contract says so, and so does every page

	library document.Library
}

// Register adds the routes, each for GET and HEAD. All but health and readiness
// are limited.
func Register(e *echo.Echo, o *Options) {
	for path, s := range o.sources() {
		add(e, path, o.serve(s), o.Admit)
	}
	add(e, "/", o.index, o.Admit)
	add(e, "/problems", o.catalogue, o.Admit)
	add(e, "/problems/:code", o.meaning, o.Admit)
	add(e, "/api/v1/tools", o.tools, o.Admit)
	add(e, "/healthz", health)
	add(e, "/readyz", readiness(o.Ready))
}

func add(e *echo.Echo, path string, handler echo.HandlerFunc, before ...echo.MiddlewareFunc) {
	e.GET(path, handler, before...)
	e.HEAD(path, handler, before...)
}

// sources returns the documents by their paths.
func (o *Options) sources() map[string]source {
	asJSON, asYAML := gen.OpenAPIJSON, gen.OpenAPIYAML
	if o.Sandbox {
		asJSON, asYAML = gen.SandboxJSON, gen.SandboxYAML
	}
	contractJSON := source{name: "openapi.json", write: compact(asJSON), mediaTypes: []string{typeJSON, typeOpenAPI}}
	card := source{name: "card", write: plain(o.card), mediaTypes: []string{typeCard, typeJSON}, maxAge: 3600}
	cardAlias := source{name: "card", write: plain(o.card), mediaTypes: []string{typeJSON, typeCard}, maxAge: 3600}
	aiCatalog := source{name: "ai-catalog", write: plain(o.aiCatalog), mediaTypes: []string{typeJSON, typeAICatalog}}
	return map[string]source{
		"/openapi.json":                     contractJSON,
		"/api/openapi.json":                 contractJSON,
		"/openapi/tools.json":               {name: "openapi.tools.json", write: compact(gen.OpenAPIToolsJSON), mediaTypes: []string{typeJSON, typeOpenAPI}},
		"/openapi.yaml":                     {name: "openapi.yaml", write: yaml(asYAML), mediaTypes: []string{"application/yaml"}},
		"/api/mcp/server-card":              card,
		"/.well-known/mcp/server-card.json": cardAlias,
		"/.well-known/mcp.json":             cardAlias,
		"/.well-known/api-catalog":          {name: "api-catalog", write: plain(apiCatalog), mediaTypes: []string{typeLinkset}, link: `</.well-known/api-catalog>; rel="api-catalog"`},
		"/.well-known/ai-catalog.json":      aiCatalog,
		"/.well-known/ard.json":             aiCatalog,
		"/llms.txt":                         {name: "llms.txt", write: plain(o.llms), mediaTypes: []string{typeText, typeMarkdown}},
		"/robots.txt":                       {name: "robots.txt", write: plain(robots), mediaTypes: []string{typeText}},
	}
}

// plain is a document with one form only.
func plain(write func(base string) ([]byte, error)) func(base, mediaType string) ([]byte, error) {
	return func(base, _ string) ([]byte, error) { return write(base) }
}
