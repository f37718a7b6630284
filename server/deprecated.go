package server

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// announce has every answer of a deprecated operation say so, refusals too. It
// stands before all that may refuse; other operations do without it.
func (s *Server) announce(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if op.Deprecation == nil {
		return next
	}
	return func(c echo.Context) error {
		s.setDeprecation(c, op.Deprecation)
		return next(c)
	}
}

// announceUnrouted does it for a call that reached no operation, because its
// method is another.
func (s *Server) announceUnrouted(c echo.Context) {
	name, isTool := strings.CutPrefix(c.Request().URL.Path, contract.ToolPath)
	if op := s.contract.Tool(name); isTool && op != nil && op.Deprecation != nil {
		s.setDeprecation(c, op.Deprecation)
	}
}

// setDeprecation sets the headers of RFC 9745 and RFC 8594. The answer may have
// other links.
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
