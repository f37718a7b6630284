// Package reference serves the API reference: a page in which Scalar renders the
// contract and calls can be tried out. It loads nothing from another host.
package reference

import (
	_ "embed"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

//go:embed page.html
var page string

//go:embed start.js
var start []byte

// rendererGzip is made by "make reference-asset".
//
//go:embed assets/scalar.js.gz
var rendererGzip []byte

// policy lets the page run its own scripts and call its own host, and nothing
// else. The renderer sets styles from its script, hence unsafe-inline for those.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// briefly is the cache time of the page.
const briefly = "public, max-age=300"

// Register adds the routes, each for GET and HEAD; limit counts their requests. The page of
// a sandbox says that it is one.
func Register(e *echo.Echo, limit echo.MiddlewareFunc, sandbox bool) {
	scripts, text := map[string]*document.Document{}, page
	for name, script := range map[string]*document.Document{"start": document.New(start), "scalar": document.FromGzip(rendererGzip)} {
		scripts[name+".js"] = script
		text = strings.Replace(text, "docs/assets/"+name+".js", "docs/assets/"+name+".js?v="+script.Tag(), 1)
	}
	if sandbox {
		const body = "<body>\n"
		text = strings.Replace(text, body, body+`<p role="note" class="sandbox">`+document.SandboxNotice+"</p>\n", 1)
	}
	whole := document.New([]byte(text))
	for path, handler := range map[string]echo.HandlerFunc{
		"/docs": func(c echo.Context) error {
			h := c.Response().Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
			h.Set("Referrer-Policy", "no-referrer")
			return send(c, whole, "text/html; charset=utf-8", briefly)
		},
		"/docs/assets/:name": func(c echo.Context) error {
			script, ok := scripts[c.Param("name")]
			if !ok {
				return echo.NewHTTPError(http.StatusNotFound)
			}
			age := briefly
			if c.QueryParam("v") == script.Tag() {
				age = "public, max-age=31536000, immutable"
			}
			return send(c, script, "text/javascript; charset=utf-8", age)
		},
	} {
		e.GET(path, handler, limit)
		e.HEAD(path, handler, limit)
	}
}

func send(c echo.Context, d *document.Document, mediaType, age string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", age)
	h.Set("X-Content-Type-Options", "nosniff")
	return d.Send(c, mediaType)
}
