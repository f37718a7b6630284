package server

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// limitTime gives the operation a deadline, so that a database that does not
// answer does not keep callers waiting for ever.
func (s *Server) limitTime(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		ctx, cancel := context.WithTimeout(r.Context(), s.config.CallTimeout)
		defer cancel()
		c.SetRequest(r.WithContext(ctx))
		defer c.SetRequest(r) // the deadline is the operation's, not the answer's
		return next(c)
	}
}
