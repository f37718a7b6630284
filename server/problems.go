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
		p.Detail = "The database went away while the change was committed: it may have been made or not."
		p.Resolution = "Read what the call was to change, then send the call again if the change was not made."
	case errors.Is(p.Cause, context.DeadlineExceeded):
		p = problem.Away(p.Cause)
		p.Detail = "The call took longer than it may. Nothing was written."
	case errors.Is(p.Cause, context.Canceled):
		p = problem.Away(p.Cause)
		p.Detail = "The caller ended the call. Nothing was written."
	case store.Unreachable(p.Cause):
		p = problem.Away(p.Cause)
	}
	return p
}
