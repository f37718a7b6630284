package server

import (
	"context"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3filter"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
)

// authorise checks that the caller may call the operation and that it is not
// switched off, and then gives kin-openapi the body that was withheld so far.
func (s *Server) authorise(ctx context.Context, input *openapi3filter.AuthenticationInput) (err error) {
	in := call.From(ctx)
	if err := permit(in, in.Operation); err != nil {
		return err
	}
	if err := s.switches.Allow(ctx, in); err != nil {
		return err
	}
	r := input.RequestValidationInput.Request
	r.Body, err = r.GetBody()
	return err
}

// permit checks the caller against the one scope of the operation.
func permit(in *call.Call, op *contract.Operation) error {
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
		if anonymous {
			p.Resolution = strings.TrimSuffix(p.Resolution, ".") + ", or leave the header out."
		}
		p.RequiredScope = op.Scope
		return p
	}
	return nil
}
