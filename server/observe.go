package server

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/metrics"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/tracing"
	"github.com/storefront/storefront/server/site"
)

// statusClientGone is what metrics show of a call whose caller left before its answer.
const statusClientGone = 499

// metricsOf returns the metrics of the service.
func (s *Server) metricsOf(statements *metrics.Statements) *metrics.Metrics {
	return metrics.New(metrics.Options{
		Version: config.Version(), Contract: s.contract, Store: s.store, Statements: statements, Feed: s.feed, ProductCache: s.productCache, Index: s.index, Limits: s.shared,
		Pages: func() site.CacheStatus { return s.site.Cache() }, Jobs: s.jobNames,
	})
}

func (s *Server) jobNames() (names []string) {
	for _, job := range s.jobs().Jobs {
		names = append(names, job.Name)
	}
	return names
}

// measureRequests counts every request by the area of its address and the class of its status. It
// has an error answered, so that the status is known.
func (s *Server) measureRequests(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		s.metrics.Began()
		defer s.metrics.Ended()
		if err := next(c); err != nil {
			c.Error(err)
		}
		area := s.areas[c.Path()]
		if area == nil {
			area = s.nowhere
		}
		took := time.Since(began)
		area.Answered(took, c.Response().Status)
		if s.config.AccessLog {
			s.logAccess(c, took)
		}
		return nil
	}
}

// logAccess logs a request, without its query, which can have personal data.
func (s *Server) logAccess(c echo.Context, took time.Duration) {
	r, in := c.Request(), call.From(c.Request().Context())
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("request", in.RequestID.String()), slog.Int("status", c.Response().Status),
		slog.String("method", r.Method), slog.String("path", logged(r)), slog.String("actor", in.Actor), slog.String("client", clientOf(in)),
		slog.Int64("bytes", c.Response().Size), slog.Duration("took", took), slog.String("agent", in.UserAgent))
}

// opening finds addresses that open what they name to everybody who has them.
var opening = regexp.MustCompile(`^(/previews/).+`)

// logged returns the path of a request for the log, without a token that it has.
func logged(r *http.Request) string { return opening.ReplaceAllString(r.URL.Path, "$1…") }

// setAreas prepares what counts the requests of each route. It is called when all routes
// are there.
func (s *Server) setAreas() {
	named := map[string]*metrics.Area{}
	for _, name := range []string{metrics.Operations, metrics.Protocol, metrics.Pages, metrics.Documents} {
		named[name] = s.metrics.Area(name)
	}
	s.nowhere, s.areas = s.metrics.Area(metrics.Nowhere), map[string]*metrics.Area{}
	for _, route := range s.echo.Routes() {
		s.areas[route.Path] = named[s.areaOf(route.Path)]
	}
}

func (s *Server) areaOf(path string) string {
	switch {
	case strings.HasPrefix(path, contract.ToolPath):
		return metrics.Operations
	case path == mcpPath:
		return metrics.Protocol
	case s.site.Has(path):
		return metrics.Pages
	}
	return metrics.Documents
}

// measureHTTP counts the calls of an operation over HTTP, with those that are refused for
// a limit or a key.
func (s *Server) measureHTTP(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	calls := s.metrics.Calls(op.Name, metrics.HTTP)
	return func(c echo.Context) error { return measure(calls, next, c) }
}

// measureInside counts the calls of an operation that come from inside the process: over
// MCP, and for a page of the shop.
func (s *Server) measureInside(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
	mcp := s.metrics.Calls(op.Name, metrics.MCP)
	var site *metrics.Calls
	if op.Anonymous {
		site = s.metrics.Calls(op.Name, metrics.Site)
	}
	return func(c echo.Context) error {
		if call.From(c.Request().Context()).Channel == call.MCP || site == nil {
			return measure(mcp, next, c)
		}
		return measure(site, next, c)
	}
}

func measure(calls *metrics.Calls, next echo.HandlerFunc, c echo.Context) error {
	began := time.Now()
	err := next(c)
	switch {
	case err == nil:
		calls.Succeeded(time.Since(began))
	case c.Request().Context().Err() != nil:
		calls.Refused(time.Since(began), statusClientGone, "caller_gone")
	default:
		p := asProblem(err)
		calls.Refused(time.Since(began), p.Status(), string(p.Code))
	}
	return err
}

// traceRequests makes a span of every request, if traces are configured. It is named by the
// operation, or else by the route.
func (s *Server) traceRequests(next echo.HandlerFunc) echo.HandlerFunc {
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
		tracing.End(span, c.Response().Status)
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

// traceInside makes a span of an operation that a message of MCP or a page calls, below
// that of the request.
func (s *Server) traceInside(op *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
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

// traceHTTP adds what the checks found to the span of the request.
func (s *Server) traceHTTP(_ *contract.Operation, next echo.HandlerFunc) echo.HandlerFunc {
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

// traceCheck makes a span of a check: from its beginning to where it lets the call pass,
// or refuses it.
func (s *Server) traceCheck(name string, check toolMiddleware) toolMiddleware {
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
