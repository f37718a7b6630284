package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// asProblem turns whatever a handler returned into a problem.
func asProblem(err error) *problem.Error {
	p := problem.From(err)
	if p.Code != problem.InternalError || p.Cause == nil {
		return p
	}
	fault := store.FaultOf(p.Cause)
	switch {
	case errors.Is(p.Cause, store.ErrUncertain):
		p = problem.Away(p.Cause)
		p.Detail = "The connection to the database was lost during the commit: the change may or may not have been made."
		p.Resolution = "Read what the call was meant to change, then send the call again if the change was not made."
	case errors.Is(p.Cause, context.Canceled):
		p = problem.Away(p.Cause)
		p.Detail = "The caller cancelled the call. Nothing was written."
	case fault != store.NoFault:
		p = unavailable(fault, p.Cause)
	}
	return p
}

// unavailable says what the database cannot do right now, to the caller and in
// the log.
func unavailable(fault store.Fault, cause error) *problem.Error {
	p := problem.Away(fmt.Errorf("%s: %w", fault, cause))
	p.Detail = strings.ToUpper(string(fault[:1])) + string(fault[1:]) + ". Nothing was written."
	return p
}
