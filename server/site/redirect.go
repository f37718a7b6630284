package site

import (
	"context"
	"net/http"
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
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout)
	defer cancel()
	path := (&url.URL{Path: r.URL.Path}).EscapedPath() // as redirects.import stores it
	found, err := s.Store.Read().RedirectGet(ctx, []string{path, strings.TrimRight(path, "/")})
	if store.NotFound(err) {
		return s.withoutSlash(c)
	}
	if err != nil {
		return false, err
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return true, c.Redirect(int(found.Status), withQuery(found.ToPath, r.URL.RawQuery))
}

// withoutSlash leads from the path of a page with a slash after it to the page.
func (s *Site) withoutSlash(c echo.Context) (bool, error) {
	u := c.Request().URL
	path, slash := strings.CutSuffix(u.EscapedPath(), "/")
	if !slash || !s.routed(path) {
		return false, nil
	}
	return true, c.Redirect(http.StatusPermanentRedirect, withQuery(path, u.RawQuery))
}

// routed reports whether a page has this path, or would have it if its slug existed.
func (s *Site) routed(path string) bool {
	for route := range s.pages() {
		folder, ofSlug := strings.CutSuffix(route, ":slug")
		slug, below := strings.CutPrefix(path, folder)
		if path == route || ofSlug && below && slug != "" && !strings.Contains(slug, "/") {
			return true
		}
	}
	return false
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
