package server

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// limitTime sets a deadline for the operation, so that a database that does not
// answer cannot block callers for ever.
func (s *Server) limitTime(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		ctx, cancel := context.WithTimeout(r.Context(), s.config.CallTimeout)
		defer cancel()
		c.SetRequest(r.WithContext(ctx))
		defer c.SetRequest(r) // the deadline applies to the operation, not to the response
		return next(c)
	}
}
