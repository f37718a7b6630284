package site

import (
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/store"
)

// Redirect leads on from a path where nothing is, if there is a redirect from it,
// and reports whether it did. The error is that of the database.
func (s *Site) Redirect(c echo.Context) (bool, error) {
	r := c.Request()
	if !isPage(r) {
		return false, nil
	}
	path := (&url.URL{Path: r.URL.Path}).EscapedPath() // as redirects.import stores it
	found, err := s.Store.Read().RedirectGet(r.Context(), []string{path, strings.TrimRight(path, "/")})
	if store.NotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return true, c.Redirect(int(found.Status), withQuery(found.ToPath, r.URL.RawQuery))
}

// withQuery adds the query of a request, unless the address has one.
func withQuery(address, query string) string {
	target, err := url.Parse(address)
	if err != nil || query == "" || target.RawQuery != "" {
		return address
	}
	target.RawQuery = query
	return target.String()
}
