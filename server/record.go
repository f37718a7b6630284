package server

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// auditRefusals writes an audit row about a refused call: every refused write, and
// everything that the caller was not allowed to do. The row of a successful
// write is part of the transaction of the write.
func (s *Server) auditRefusals(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if err == nil {
			return nil
		}
		in, p := call.From(c.Request().Context()), asProblem(err)
		if in.Anonymous() || p.Code == problem.Unavailable || op.ReadOnly && p.Status() != http.StatusForbidden {
			return p
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request().Context()), 2*time.Second)
		defer cancel()
		if err := s.store.InsertAudit(ctx, store.RefusedRow(in, s.store.Now(), p)); err != nil {
			s.log.Warn("a refused call was not audited", "request", in.RequestID, "error", err)
		}
		return p
	}
}

// auditAccess writes an audit row about a call that returns personal data, before the
// data is sent: without the row there is no response.
func (s *Server) auditAccess(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		in := call.From(c.Request().Context())
		if err != nil || !in.Operation.PersonalData {
			return response, err
		}
		return response, s.store.InsertAudit(c.Request().Context(), store.AccessRow(in, s.store.Now()))
	}
}

// countCalls counts the calls of each key, and those that are refused or fail, for
// analytics.agent_activity.
func (s *Server) countCalls(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if in := call.From(c.Request().Context()); !in.Anonymous() {
			s.counts.Called(in.Key, err != nil)
		}
		return err
	}
}
