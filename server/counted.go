package server

import (
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
)

// counted counts the calls of each key, and those that are refused or fail, for
// analytics.agent_activity.
func (s *Server) counted(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if in := call.From(c.Request().Context()); !in.Anonymous() {
			s.counts.Called(in.Key, err != nil)
		}
		return err
	}
}
