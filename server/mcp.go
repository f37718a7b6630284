package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// mcpPath is the address of the Model Context Protocol.
const mcpPath = "/api/mcp"

// mountMCP offers the routed operations over MCP. A request takes one token and
// is authenticated once, here; the operation runs the rest of the chain.
func (s *Server) mountMCP(routed *toolRouter) error {
	endpoint, err := mcp.New(s.contract, s.clock)
	if err != nil {
		return err
	}
	answer := func(c echo.Context) error {
		r := c.Request()
		if err := checkMCPHeaders(r.Header); err != nil {
			return err
		}
		body, err := readAll(r)
		if err != nil {
			return err
		}
		in := call.From(r.Context())
		in.Channel, in.Dotted = call.MCP, c.QueryParam("names") == "dotted"
		endpoint.Serve(c.Response(), r, body, s.mcpCaller(c, routed))
		return nil
	}
	s.echo.POST(mcpPath, s.limitBody(nil, s.asMessage(endpoint, s.admit(nil, s.checkQuery(answer)))), s.checkOrigin)
	return nil
}

// asMessage answers what is refused before the message is read in a form that clients of the protocol
// show: the call of a tool whose caller has used up its quota as a result of the tool, because a client ends
// its session at another status than 200, and every other message as an error of JSON-RPC. A client that
// only connects, or guesses keys, has no session to lose.
func (s *Server) asMessage(endpoint *mcp.Endpoint, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		if err == nil {
			return nil
		}
		r, w := c.Request(), c.Response()
		body, unread := io.ReadAll(io.LimitReader(r.Body, mcp.MostRead+1))
		if unread != nil || len(body) > mcp.MostRead || checkMCPHeaders(r.Header) != nil {
			return err
		}
		p := asProblem(err)
		refusal := func() mcp.Outcome { return s.mcpRefusal(r, p) }
		limited := p.Code == problem.RateLimitExceeded || p.Code == problem.KeyRateLimitExceeded
		if limited && endpoint.Refuse(w, r, body, refusal) {
			return nil
		}
		p.SetHeaders(w.Header())
		if endpoint.Reject(w, body, p.Status(), p.Detail+" "+p.Advice(), refusal) {
			return nil
		}
		return err
	}
}

// mcpCaller returns the authenticated caller, with the function that runs
// operations.
func (s *Server) mcpCaller(c echo.Context, routed *toolRouter) *mcp.Caller {
	in := call.From(c.Request().Context())
	caller := &mcp.Caller{Anonymous: in.Anonymous(), Scopes: in.Scopes, Dotted: in.Dotted}
	if groups := c.QueryParam("toolsets"); groups != "" {
		caller.Toolsets = strings.Split(groups, ",")
	}
	caller.Call = func(ctx context.Context, op *contract.Operation, arguments json.RawMessage, key []string) mcp.Outcome {
		if key == nil {
			key = c.Request().Header[idempotencyKey]
		}
		return s.carryOut(call.With(ctx, in), routed.inside[op.Name], op, arguments, key)
	}
	caller.Unknown = func(name string) (mcp.Outcome, bool) {
		p := s.unknownTool(name)
		if p == nil {
			return mcp.Outcome{}, false
		}
		return s.mcpRefusal(c.Request(), p), true
	}
	return caller
}

// unknownTool is the problem of a name that no tool has and that is like those of others: one that is spelled alike or
// does the same, or else those of its group; nil if there are none. A model reads it, where it never sees an error of the
// protocol.
func (s *Server) unknownTool(name string) *problem.Error {
	const longest = 64 // of any tool
	dotted := strings.Replace(name, "_", ".", 1)
	group, _, _ := strings.Cut(dotted, ".")
	names := s.contract.Group(group)
	if meant := s.contract.Nearest(dotted); meant != "" {
		names = []string{meant}
	}
	if len(names) == 0 || len(name) > longest {
		return nil
	}
	steps := make([]problem.Step, len(names))
	for i, name := range names {
		steps[i] = problem.Or(name)
	}
	return problem.New(problem.ToolNotFound, fmt.Sprintf("There is no tool %q.", name), "Call "+text.Joined(names, "or")+".").Then(steps...)
}

// carryOut runs an operation with an in-process request of its own.
func (s *Server) carryOut(ctx context.Context, operation echo.HandlerFunc, op *contract.Operation, arguments json.RawMessage, key []string) mcp.Outcome {
	header := jsonHeader
	if key != nil {
		header = http.Header{"Content-Type": {"application/json"}, idempotencyKey: key}
	}
	r := inside(ctx, op, arguments, header)
	answer, err := s.answerInside(r, operation)
	if err != nil {
		return s.mcpRefusal(r, asProblem(err))
	}
	return mcp.Outcome{Document: answer}
}

func (s *Server) mcpRefusal(r *http.Request, p *problem.Error) mcp.Outcome {
	in := call.From(r.Context())
	p = s.forCaller(p, in)
	s.logRefusal(r, in, p, p.ViolatedPolicies)
	document, err := wire.Marshal(p.Document(in.BaseURL, in.RequestID))
	if err != nil {
		document = []byte(`{}`) // impossible: a document consists of text and numbers
	}
	return mcp.Outcome{Document: document, Refused: true}
}

// checkMCPHeaders refuses a body that is not JSON and a caller that does not
// accept JSON.
func checkMCPHeaders(h http.Header) error {
	if err := checkMediaType(h); err != nil {
		return err
	}
	if document.Accepts(h, mcp.MediaType) {
		return nil
	}
	return problem.New(problem.NotAcceptable, "The answer is JSON, which the Accept header does not include.",
		`Send "Accept: application/json, text/event-stream".`)
}

// checkOrigin refuses requests from pages of foreign sites. A browser sends the
// site of the page in Origin; programs send none. Without this check, a page
// that a person happens to open could reach a service on that person's machine
// or network by pointing its own host name to the service's address (DNS
// rebinding).
func (s *Server) checkOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		for _, origin := range r.Header["Origin"] {
			if !s.originAllowed(r, origin) {
				return problem.New(problem.OriginNotAllowed, fmt.Sprintf("Pages of %.100q may not call this address.", origin),
					"Send the call without the Origin header, or have the operator add the origin to STOREFRONT_ALLOWED_ORIGINS.")
			}
		}
		return next(c)
	}
}

// originAllowed accepts the loopback, the configured list and the service's own
// origin.
func (s *Server) originAllowed(r *http.Request, sent string) bool {
	origin, ok := config.Origin(sent)
	if !ok {
		return false
	}
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	return loopback(u.Hostname()) || config.OriginIn(origin, s.config.AllowedOrigins) || config.OriginIn(origin, []string{s.ownOrigin(r)})
}

// ownOrigin returns the origin of the service according to the configuration or
// a trusted proxy. Otherwise it accepts only an IP address, not a name: the
// owner of a name can point it to this service.
func (s *Server) ownOrigin(r *http.Request) string {
	if s.config.BaseURL != "" {
		return originOf(s.config.BaseURL)
	}
	if s.clients.ForwardedHost(r) != "" || isLocal(r) {
		return s.baseURL(r)
	}
	return ""
}

// isLocal reports whether the Host header is exactly the address to which the
// request was sent.
func isLocal(r *http.Request) bool {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	came, err := netip.ParseAddrPort(local.String())
	if err != nil {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	asked, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && asked.Unmap() == came.Addr().Unmap()
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}
