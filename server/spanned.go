package server

import (
	"strings"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/tracing"
)

// spanned makes a span of every request, if traces are configured. It is named by the
// operation, or else by the route.
func (s *Server) spanned(next echo.HandlerFunc) echo.HandlerFunc {
	if s.spans == nil {
		return next
	}
	return func(c echo.Context) error {
		r := c.Request()
		ctx, span := s.spans.Request(r, s.spanName(c), c.Path())
		if tracing.Recording(ctx) {
			tracing.Describe(ctx, attribute.String("storefront.request.id", call.From(ctx).RequestID.String()))
		}
		c.SetRequest(r.WithContext(ctx))
		err := next(c)
		tracing.Answered(span, c.Response().Status)
		return err
	}
}

// spanName returns a name of which there are few, whatever callers send.
func (s *Server) spanName(c echo.Context) string {
	name, isTool := strings.CutPrefix(c.Path(), contract.ToolPath)
	if isTool && s.contract.Tool(name) != nil {
		return name
	}
	if s.areas[c.Path()] == nil {
		return "no such address"
	}
	return c.Path()
}

// spannedInside makes a span of an operation that a message of MCP or a page calls, below
// that of the request.
func (s *Server) spannedInside(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if s.spans == nil {
		return next
	}
	return func(c echo.Context) error {
		r := c.Request()
		ctx, end := s.spans.Inner(r.Context(), op.Name)
		c.SetRequest(r.WithContext(ctx))
		err := described(c, next)
		end(serious(err))
		return err
	}
}

// spannedHTTP adds what the checks found to the span of the request.
func (s *Server) spannedHTTP(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	if s.spans == nil {
		return next
	}
	return func(c echo.Context) error { return described(c, next) }
}

// described adds who called, over which channel, and the code of a refusal.
func described(c echo.Context, next echo.HandlerFunc) error {
	err := next(c)
	ctx := c.Request().Context()
	if !tracing.Recording(ctx) {
		return err
	}
	in := call.From(ctx)
	tracing.Describe(ctx, attribute.String("storefront.channel", in.Channel), attribute.String("storefront.actor", in.Actor))
	if err != nil {
		tracing.Describe(ctx, attribute.String("error.type", string(asProblem(err).Code)))
	}
	return err
}

// serious returns err if it is a fault of the service, which a refusal is not.
func serious(err error) error {
	const faults = 500
	if err == nil || asProblem(err).Status() < faults {
		return nil
	}
	return err
}

// spannedCheck makes a span of a check: from its beginning to where it lets the call pass,
// or refuses it.
func (s *Server) spannedCheck(name string, check toolMiddleware) toolMiddleware {
	return func(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
		if s.spans == nil {
			return check(op, next)
		}
		passed := check(op, func(c echo.Context) error {
			if end, ok := c.Get(name).(func(error)); ok {
				end(nil)
			}
			return next(c)
		})
		return func(c echo.Context) error {
			if !tracing.Recording(c.Request().Context()) {
				return passed(c)
			}
			_, end := s.spans.Inner(c.Request().Context(), name)
			ended := false
			once := func(err error) {
				if !ended {
					ended = true
					end(err)
				}
			}
			c.Set(name, once)
			err := passed(c)
			once(serious(err))
			return err
		}
	}
}
