package server

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
)

// toolMiddleware is one check before an operation.
type toolMiddleware func(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc

// toolRouter puts the chain of checks before each generated route. Each check
// gets the operation that it is for.
type toolRouter struct {
	api.EchoRouter
	contract *contract.Contract
	edge     []toolMiddleware            // checks of the request
	chain    []toolMiddleware            // checks of the call, for HTTP and MCP
	within   []toolMiddleware            // before chain, of a call that comes from inside the process
	inside   map[string]echo.HandlerFunc // the operations by name, with within and chain only
	err      error
}

// POST registers an operation's route.
func (r *toolRouter) POST(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) *echo.Route {
	op := r.contract.Tool(strings.TrimPrefix(path, contract.ToolPath))
	if op == nil {
		r.err = fmt.Errorf("the generated route %s is not in the contract", path)
		return nil
	}
	h = wrapped(op, h, r.chain)
	r.inside[op.Name] = wrapped(op, h, r.within)
	return r.EchoRouter.POST(path, wrapped(op, h, r.edge), m...)
}

// wrapped puts checks before a handler, the first one outermost.
func wrapped(op *contract.Operation, h echo.HandlerFunc, checks []toolMiddleware) echo.HandlerFunc {
	for _, check := range slices.Backward(checks) {
		h = check(op, h)
	}
	return h
}

// binder passes the validated body to the generated code.
type binder struct{}

// Bind decodes the validated body into the request of an operation.
func (binder) Bind(into any, c echo.Context) error {
	return json.Unmarshal(call.From(c.Request().Context()).Args, into)
}

// answered checks that a handler returned either a response or an error.
func answered(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	return func(c echo.Context, request any) (any, error) {
		response, err := next(c, request)
		if err == nil && response == nil {
			err = fmt.Errorf("%s returned neither a response nor an error", operation)
		}
		return response, err
	}
}
