// Package reference serves the reference of the API: a page in which a
// well-kept renderer draws the contract, and calls can be tried out. Nothing of
// it comes from another host.
package reference

import (
	_ "embed"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
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

// briefly is how long the page may be kept.
const briefly = "public, max-age=300"

// Register adds the routes, each for GET and HEAD.
func Register(e *echo.Echo) {
	scripts, text := map[string]file{}, page
	for name, script := range map[string]file{"start": plain(start), "scalar": compressed(rendererGzip)} {
		scripts[name+".js"] = script
		text = strings.Replace(text, "docs/assets/"+name+".js", "docs/assets/"+name+".js?v="+script.digest, 1)
	}
	whole := plain([]byte(text))
	for path, handler := range map[string]echo.HandlerFunc{
		"/docs": func(c echo.Context) error {
			h := c.Response().Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("Cache-Control", briefly)
			return whole.send(c, "text/html; charset=utf-8")
		},
		"/docs/assets/:name": func(c echo.Context) error {
			script, ok := scripts[c.Param("name")]
			if !ok {
				return echo.NewHTTPError(http.StatusNotFound)
			}
			age := briefly
			if c.QueryParam("v") == script.digest {
				age = "public, max-age=31536000, immutable"
			}
			c.Response().Header().Set("Cache-Control", age)
			return script.send(c, "text/javascript; charset=utf-8")
		},
	} {
		e.GET(path, handler)
		e.HEAD(path, handler)
	}
}
