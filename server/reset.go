package server

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/ops/sandbox"
)

// sandboxed reports whether the service is a sandbox.
func (s *Server) sandboxed() bool { return s.reset != nil }

// mountReset adds the route that restores the first state of a sandbox. It is written by hand:
// the generated interface is that of the contract, which has no such operation.
func (s *Server) mountReset() {
	if !s.sandboxed() {
		return
	}
	s.echo.POST(sandbox.ResetPath, func(c echo.Context) error {
		if err := s.reset(c.Request().Context()); err != nil {
			return err
		}
		return c.NoContent(http.StatusNoContent)
	})
}
