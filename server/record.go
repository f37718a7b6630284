package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// auditRefusals writes an audit row about a refused call that is to leave one. The row of
// a successful write is part of the transaction of the write.
func (s *Server) auditRefusals(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if err == nil {
			return nil
		}
		in, p := call.From(c.Request().Context()), asProblem(err)
		if !refusalIsAudited(in, op, p) {
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

// refusalIsAudited reports whether a refused call leaves a row: everything that the caller
// was not allowed to do, every refused write, and every question about a person. What the
// state of the shop refuses of a dry run leaves none: it was not to be done.
func refusalIsAudited(in *call.Call, op *contract.Operation, p *problem.Error) bool {
	switch {
	case in.Anonymous() || p.Code == problem.Unavailable:
		return false
	case p.Status() == http.StatusForbidden:
		return true
	case op.ReadOnly:
		return op.Scope == "customer:read"
	}
	return p.Status() >= http.StatusInternalServerError || !dryRun(in)
}

// accessIsAudited reports whether a call leaves a row because its answer shows personal data. A
// write has left its own.
func accessIsAudited(in *call.Call) bool {
	return in.Operation.PersonalData && !in.ShowsNobody && (in.Operation.ReadOnly || dryRun(in))
}

// dryRun reports whether the arguments, which match the schema, say so.
func dryRun(in *call.Call) bool {
	var args struct{ DryRun bool }
	return json.Unmarshal(in.Args, &args) == nil && args.DryRun
}

// auditAccess writes an audit row about a call that shows personal data, before the
// data is sent: without the row there is no response.
func (s *Server) auditAccess(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		in := call.From(c.Request().Context())
		if err != nil || !accessIsAudited(in) {
			return response, err
		}
		return response, s.store.InsertAudit(c.Request().Context(), store.AccessRow(in, s.store.Now()))
	}
}

// countCalls counts the calls of each key, and those that are refused or fail, for
// analytics.agent_activity and analytics.key_activity.
func (s *Server) countCalls(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if in := call.From(c.Request().Context()); !in.Anonymous() {
			code := ""
			if err != nil {
				code = string(asProblem(err).Code)
			}
			s.counts.Called(in.Key, op.Name, code)
		}
		return err
	}
}
