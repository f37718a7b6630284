package server

import (
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/problem"
)

// checkQuery refuses a query with a parameter that the address does not have, or
// with a wrong value, as the contract says: a mistyped name that was silently
// ignored would mislead the caller. Pages, and files for crawlers, ignore
// parameters that they do not know.
func (s *Server) checkQuery(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		q := s.contract.Query(c.Path())
		if q == nil || c.Request().URL.RawQuery == "" {
			return next(c)
		}
		if faults := q.Check(c.Request().URL.RawQuery); len(faults) > 0 {
			return problem.InvalidBody(faults)
		}
		return next(c)
	}
}
