package server

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// announce adds the deprecation headers to every response of a deprecated
// operation, including refusals. It runs before every check that may refuse;
// other operations do not have it.
func (s *Server) announce(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if op.Deprecation == nil {
		return next
	}
	return func(c echo.Context) error {
		s.setDeprecation(c, op.Deprecation)
		return next(c)
	}
}

// announceUnrouted does the same for a call that matched no operation because of
// its method.
func (s *Server) announceUnrouted(c echo.Context) {
	name, isTool := strings.CutPrefix(c.Request().URL.Path, contract.ToolPath)
	if op := s.contract.Tool(name); isTool && op != nil && op.Deprecation != nil {
		s.setDeprecation(c, op.Deprecation)
	}
}

// setDeprecation sets the headers of RFC 9745 and RFC 8594. It keeps other Link
// headers of the response.
func (s *Server) setDeprecation(c echo.Context, d *contract.Deprecation) {
	link := d.Link
	if strings.HasPrefix(link, "/") {
		link = s.baseURL(c.Request()) + link
	}
	h := c.Response().Header()
	h.Set("Deprecation", "@"+strconv.FormatInt(d.Date.Unix(), 10))
	h.Set("Sunset", d.Sunset.UTC().Format(http.TimeFormat))
	h.Add("Link", "<"+link+`>; rel="deprecation"`)
}
