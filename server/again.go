package server

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/contract"
)

// again runs a call that only reads once more when the database goes away while it
// waits for it, and memory may be used instead.
func (s *Server) again(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if !op.ReadOnly || s.config.StaleReads == 0 {
		return next
	}
	return func(c echo.Context) (err error) {
		r := c.Request()
		defer c.SetRequest(r)
		_ = s.feed.Read(r.Context(), func(ctx context.Context) error { // err is that of the last run
			c.SetRequest(r.WithContext(ctx))
			if err = next(c); c.Response().Committed {
				return nil // it was read; the caller may have gone
			}
			return err
		})
		return err
	}
}
