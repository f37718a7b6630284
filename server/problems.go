package server

import (
	"context"
	"errors"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// asProblem turns whatever a handler returned into a problem.
func asProblem(err error) *problem.Error {
	p := problem.From(err)
	switch {
	case p.Code != problem.InternalError || p.Cause == nil:
	case errors.Is(p.Cause, store.ErrUncertain):
		p = problem.Away(p.Cause)
		p.Detail = "The connection to the database was lost during the commit: the change may or may not have been made."
		p.Resolution = "Read what the call was meant to change, then send the call again if the change was not made."
	case errors.Is(p.Cause, context.DeadlineExceeded):
		p = problem.Away(p.Cause)
		p.Detail = "The call exceeded its time limit. Nothing was written."
	case errors.Is(p.Cause, context.Canceled):
		p = problem.Away(p.Cause)
		p.Detail = "The caller cancelled the call. Nothing was written."
	case store.Unreachable(p.Cause):
		p = problem.Away(p.Cause)
	}
	return p
}
