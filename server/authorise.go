package server

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// authorise holds the caller against the one scope of the operation.
func (s *Server) authorise(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		in := call.From(c.Request().Context())
		in.Tool, in.Operation = op.Name, op
		anonymous := op.Anonymous
		if in.Channel == call.MCP {
			anonymous = op.AnonymousMCP
		}
		if in.Anonymous() && !anonymous {
			return problem.New(problem.AuthenticationRequired, op.Name+" is not open to anonymous callers.",
				fmt.Sprintf(`Send "Authorization: Bearer <key>" with a key that holds the scope %s.`, op.Scope))
		}
		if !in.Anonymous() && !in.May(op.Scope) {
			p := problem.New(problem.InsufficientScope, fmt.Sprintf("%s needs the scope %s, which this key does not hold.", op.Name, op.Scope),
				fmt.Sprintf("Ask the owner of the shop for a key with the scope %s.", op.Scope))
			p.RequiredScope = op.Scope
			return p
		}
		return next(c)
	}
}
