// Package discovery serves documents about the service itself: its health, its
// contract, the cards and catalogs that make it discoverable, and the meaning of
// its problems.
package discovery

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

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
	add(e, "/openapi/tools.json", o.operations, o.Admit)
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
		"/openapi/events.json":              {name: "openapi.events.json", write: compact(gen.OpenAPIEventsJSON), mediaTypes: []string{typeJSON, typeOpenAPI}},
		"/openapi/postman.json":             {name: "postman.json", write: plain(o.postman), mediaTypes: []string{typeJSON}},
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

// The media types that more than one document uses.
const (
	typeJSON = "application/json"
	typeHTML = "text/html; charset=utf-8"
	typeText = "text/plain; charset=utf-8"

	typeMarkdown = "text/markdown; charset=utf-8"
)

// cacheFor is how long clients may cache a document, in seconds.
const cacheFor = 300

// source defines the document at a path.
type source struct {
	name       string                                       // unique among all documents
	write      func(base, mediaType string) ([]byte, error) // for the service at the given address
	mediaTypes []string                                     // the first, unless Accept prefers another
	forms      bool                                         // whether the bytes differ by media type
	everywhere bool                                         // whether the bytes are the same for every address of the service
	maxAge     int                                          // in seconds; 0 means cacheFor
	link       string                                       // a Link header
}

// serve responds with the document.
func (o *Options) serve(s source) echo.HandlerFunc {
	return func(c echo.Context) error { return o.send(c, s) }
}

// send responds with the document in the form that the caller prefers, or with
// 304 when the caller has it already.
func (o *Options) send(c echo.Context, s source) error {
	mediaType := document.Preferred(c.Request().Header, s.mediaTypes...)
	base, name := o.BaseURL(c.Request()), s.name
	if s.everywhere {
		base = ""
	}
	if s.forms {
		name += " as " + mediaType
	}
	d, err := o.library.Get(base, name, func() ([]byte, error) { return s.write(base, mediaType) })
	if err != nil {
		return err
	}
	return s.respond(c, d, mediaType)
}

// respond responds with a document of this source.
func (s source) respond(c echo.Context, d *document.Document, mediaType string) error {
	h := c.Response().Header()
	if len(s.mediaTypes) > 1 {
		h.Add("Vary", "Accept")
	}
	if s.link != "" {
		h.Set("Link", s.link)
	}
	if mediaType == typeHTML {
		guard(h)
	}
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(cmp.Or(s.maxAge, cacheFor)))
	h.Add("Vary", "Host")
	return d.Send(c, mediaType)
}

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
		{"service-desc", base + "/openapi/tools.json", typeJSON, "The operations alone, OpenAPI 3.1: generate a client from it"},
		{"service-desc", base + "/openapi/events.json", typeJSON, "What is sent to webhooks, OpenAPI 3.1: generate a receiver from it"},
		{"collection", base + "/api/v1/tools", typeJSON, "The operations with their scopes and hints; ?schema=input adds schemas, ?name, ?group and ?brief=true narrow it"},
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

func health(c echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// Readiness is the answer of /readyz while calls can be taken.
type Readiness struct {
	Status   string   `json:"status"`   // always "ready"
	Writable bool     `json:"writable"` // whether changes are possible
	Reasons  []string `json:"reasons"`  // what does not work as it should, in plain words
}

// readyWait is how long readiness waits for the database.
const readyWait = 2 * time.Second

func readiness(ready func(context.Context) (Readiness, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), readyWait)
		defer cancel()
		c.Response().Header().Set("Cache-Control", "no-store")
		report, err := ready(ctx)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, report)
	}
}
