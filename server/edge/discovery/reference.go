// Package reference serves the API reference: a page that shows the contract as it
// arrives, and in which Scalar then renders all of it and calls can be tried out. It
// loads nothing from another host.
package discovery

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// ReferenceOptions are the dependencies of the reference.
type ReferenceOptions struct {
	BaseURL func(*http.Request) string // the address of the service, without a trailing slash
	Limit   echo.MiddlewareFunc        // counts a request
	Sandbox bool                       // whether the page says that the shop is a sandbox

	library document.Library
}

// policy lets the page run its own scripts and call its own host, and nothing
// else. The renderer sets styles from its script, hence unsafe-inline for those.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// briefly is the cache time of the page.
const briefly = "public, max-age=300"

// RegisterReference adds the routes, each for GET and HEAD.
func RegisterReference(e *echo.Echo, o *ReferenceOptions) {
	for path, handler := range map[string]echo.HandlerFunc{"/docs": o.page, "/docs/assets/:name": script} {
		e.GET(path, handler, o.Limit)
		e.HEAD(path, handler, o.Limit)
	}
}

func (o *ReferenceOptions) page(c echo.Context) error {
	base := o.BaseURL(c.Request())
	whole, err := o.library.Get(base, "docs", func() ([]byte, error) {
		text, err := write(base)
		if o.Sandbox {
			text = document.Sandboxed(text)
		}
		return text, err
	})
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "no-referrer")
	h.Add("Vary", "Host")
	return send(c, whole, "text/html; charset=utf-8", briefly)
}

func script(c echo.Context) error {
	file, ok := scripts[c.Param("name")]
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	age := briefly
	if c.QueryParam("v") == file.Tag() {
		age = "public, max-age=31536000, immutable"
	}
	return send(c, file, "text/javascript; charset=utf-8", age)
}

func send(c echo.Context, d *document.Document, mediaType, age string) error {
	h := c.Response().Header()
	h.Set("Cache-Control", age)
	h.Set("X-Content-Type-Options", "nosniff")
	return d.Send(c, mediaType)
}
