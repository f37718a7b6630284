package server

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// nameRestore tells a caller who may restore what was deleted how to, when a call is refused because it is not there.
// Others learn nothing of it. What was to be deleted need not be restored.
func (s *Server) nameRestore(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		p, refused := errors.AsType[*problem.Error](err)
		if !refused || p.Missing.Type == "" || strings.HasSuffix(operation, "Delete") {
			return response, err
		}
		find, op := s.deletedThing, "audit.revert"
		if p.Missing.Type == "product" {
			find, op = s.deletedProduct, "products.restore"
		}
		ctx := c.Request().Context()
		if permit(call.From(ctx), s.contract.Tool(op)) != nil {
			return response, err
		}
		restore, failed := find(ctx, p.Missing)
		switch {
		case failed == nil:
			restore(p)
		case !store.NotFound(failed):
			s.log.Warn("what was deleted was not looked for", "error", failed)
		}
		return response, err
	}
}

// advise sets the resolution of a problem.
type advise func(p *problem.Error)

// deletedProduct finds the deleted product that is meant. The error of none is that of a query without a row.
func (s *Server) deletedProduct(ctx context.Context, missing problem.Thing) (advise, error) {
	id, byID := store.ParseID(missing.Name)
	params := db.ProductDeletedParams{Slug: &missing.Name}
	if byID {
		params = db.ProductDeletedParams{ID: &id}
	}
	found, err := s.store.Read().ProductDeleted(ctx, params)
	if err != nil {
		return nil, err
	}
	return func(p *problem.Error) {
		p.Resolution = fmt.Sprintf("It was deleted: restore it with products.restore and the id %q", found.ID)
		steps := []problem.Step{problem.Call{Op: "products.restore", Args: map[string]any{"id": found.ID.String()}}}
		if byID {
			p.Resolution += fmt.Sprintf(`, set "slug" to %q`, found.Slug)
			steps = append(steps, problem.Set("slug", strconv.Quote(found.Slug)))
		}
		p.Resolution += ", then send the call again."
		_ = p.Then(steps...)
	}, nil
}

// deletedThing finds the entry of the audit that deleted what is meant.
func (s *Server) deletedThing(ctx context.Context, missing problem.Thing) (advise, error) {
	id, err := s.store.Read().AuditDeletion(ctx, db.AuditDeletionParams{EntityType: &missing.Type, Field: missing.Field, Name: missing.Name})
	if err != nil {
		return nil, err
	}
	return func(p *problem.Error) {
		p.Resolution = fmt.Sprintf("It was deleted: restore it with audit.revert and the auditLogId %q, then send the call again.", id)
		_ = p.Then(problem.Call{Op: "audit.revert", Args: map[string]any{"auditLogId": id.String()}})
	}, nil
}
