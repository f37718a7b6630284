package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/tracing"
	"github.com/storefront/storefront/server/site"
)

// refuse turns every error into a response, and logs it. Over MCP mcpRefusal does.
func (s *Server) refuse(err error, c echo.Context) {
	r := c.Request()
	in := call.From(r.Context())
	p, moved := s.followRedirect(c, s.routing(err, r))
	if moved {
		return
	}
	p = s.forCaller(p, in)
	together := p.ViolatedPolicies
	if uncounted := c.Response().Header().Get("RateLimit-Policy") == ""; uncounted && p.Status() < http.StatusInternalServerError {
		together = []string{string(p.Code)} // no limit bounds how many of these come
		s.metrics.Limited(string(p.Code))
	}
	s.logRefusal(r, in, p, together)
	if c.Response().Committed {
		return // the response has begun
	}
	if p.Code == problem.MethodNotAllowed {
		s.announceUnrouted(c)
	}
	if err := s.deliver(p, c); err != nil {
		s.log.Debug("a problem was not delivered", "request", in.RequestID, "error", err)
	}
}

// deliver sends the problem: as a page if a browser asked for a page that does
// not exist or cannot be shown, and as a problem document otherwise.
func (s *Server) deliver(p *problem.Error, c echo.Context) error {
	r := c.Request()
	base, id := s.baseURL(r), call.From(r.Context()).RequestID
	if site.WantsPage(r) && (p.Status() == http.StatusNotFound || s.site.Has(c.Path())) {
		return s.site.Refuse(c, p.Document(base, id))
	}
	return p.Write(c.Response(), base, id)
}

// routing turns echo's own errors, for unknown paths and methods, into problems
// of the catalogue.
func (s *Server) routing(err error, r *http.Request) *problem.Error {
	he, ok := errors.AsType[*echo.HTTPError](err)
	if !ok {
		return asProblem(err)
	}
	name, isTool := strings.CutPrefix(r.URL.Path, contract.ToolPath)
	switch {
	case he.Code == http.StatusMethodNotAllowed && isTool:
		description := fmt.Sprintf("/api/v1/tools?name=%s&schema=true", url.QueryEscape(name))
		return problem.New(problem.MethodNotAllowed, fmt.Sprintf("%s is called with POST, not %.20s.", name, r.Method),
			"Send the call with POST and a body such as "+description+" describes.").Then(problem.Send{Method: http.MethodPost}, problem.Read(description))
	case he.Code == http.StatusMethodNotAllowed:
		return problem.Newf(problem.MethodNotAllowed, "%.200s does not take %.20s.", r.URL.Path, r.Method)
	case he.Code == http.StatusNotFound && isTool:
		return s.toolNotFound(name)
	case he.Code == http.StatusNotFound:
		return s.nothingAt(r)
	}
	return problem.Internal(err)
}

// forCaller returns the problem with a resolution that this caller can follow: it
// names the scope of each operation that the caller may not call. Over MCP operations have
// the names that are listed there, and what is the body over REST are the arguments.
func (s *Server) forCaller(p *problem.Error, in *call.Call) *problem.Error {
	if p.Status() == http.StatusTooManyRequests { // these come as fast as callers like, and name no operation
		return p
	}
	told := map[*contract.Operation]bool{}
	adapted := *p
	advice := p.Advice()
	named := func(op *contract.Operation) string { return op.Name }
	if in.Channel == call.MCP {
		advice = overMCP.Replace(advice)
		if !in.Dotted {
			named = func(op *contract.Operation) string {
				if strings.Contains(advice, op.Name+" over REST") {
					return op.Name
				}
				return op.MCPName
			}
		}
		adapted.Detail = s.contract.Rename(overMCP.Replace(p.Detail), named)
	}
	adapted.Resolution = s.contract.Rename(advice, func(op *contract.Operation) string {
		name := named(op)
		if told[op] || permit(in, op) == nil {
			return name
		}
		told[op] = true
		return fmt.Sprintf("%s (which needs the scope %s)", name, op.Scope)
	})
	return &adapted
}

// overMCP replaces the words of REST.
var overMCP = strings.NewReplacer("the body", "the arguments", "The body", "The arguments")

func (s *Server) toolNotFound(name string) *problem.Error {
	p := problem.Newf(problem.ToolNotFound, "There is no operation called %.100q.", name)
	if near := s.contract.Nearest(name); near != "" {
		path := contract.ToolPath + near
		p.Resolution = "Call " + path + "."
		return p.Then(problem.Send{Path: path})
	}
	return p
}

// logRefusal logs a refusal in a line of its own, or with others under the given names.
func (s *Server) logRefusal(r *http.Request, in *call.Call, p *problem.Error, together []string) {
	s.refused(in.RequestID, p)
	if together != nil {
		s.limited.note(together)
		return
	}
	level := slog.LevelInfo
	if p.Status() >= http.StatusInternalServerError && r.Context().Err() == nil { // a caller that disconnects is not an error of the service
		level = slog.LevelError
	}
	attrs := []slog.Attr{
		slog.String("request", in.RequestID.String()), slog.String("code", string(p.Code)), slog.Int("status", p.Status()),
		slog.String("method", r.Method), slog.String("path", logged(r)), slog.String("actor", in.Actor), slog.String("client", clientOf(in)),
	}
	if trace := tracing.ID(r.Context()); trace != "" {
		attrs = append(attrs, slog.String("trace", trace))
	}
	if p.Cause != nil {
		attrs = append(attrs, slog.String("cause", p.Cause.Error()))
	}
	s.log.LogAttrs(r.Context(), level, "refused", attrs...)
}

// clientOf returns the address of the caller, or "" when there is none.
func clientOf(in *call.Call) string {
	if !in.IP.IsValid() {
		return ""
	}
	return in.IP.String()
}

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
