package server

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/edge/mcp"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
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
		call.From(r.Context()).Channel = call.MCP
		endpoint.Serve(c.Response(), r, body, s.mcpCaller(c, routed))
		return nil
	}
	s.echo.POST(mcpPath, s.limitBody(nil, s.withinSession(endpoint, s.admit(nil, s.checkQuery(answer)))), s.checkOrigin)
	return nil
}

// withinSession turns the refusal of a tools/call whose caller has used up its
// quota into a result of the tool. Every other refusal by a limit keeps its
// status: a client that only connects, or guesses keys, has no session to lose.
func (s *Server) withinSession(endpoint *mcp.Endpoint, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		err := next(c)
		p, refused := errors.AsType[*problem.Error](err)
		if !refused || p.Code != problem.RateLimitExceeded && p.Code != problem.KeyRateLimitExceeded {
			return err
		}
		r := c.Request()
		body, unread := io.ReadAll(io.LimitReader(r.Body, mcp.MostRead+1))
		if unread != nil || len(body) > mcp.MostRead || checkMCPHeaders(r.Header) != nil {
			return err
		}
		if endpoint.Refuse(c.Response(), r, body, func() mcp.Outcome { return s.mcpRefusal(r, p) }) {
			return nil
		}
		return err
	}
}

// mcpCaller returns the authenticated caller, with the function that runs
// operations.
func (s *Server) mcpCaller(c echo.Context, routed *toolRouter) *mcp.Caller {
	in := call.From(c.Request().Context())
	caller := &mcp.Caller{Anonymous: in.Anonymous(), Scopes: in.Scopes, Dotted: c.QueryParam("names") == "dotted"}
	if groups := c.QueryParam("toolsets"); groups != "" {
		caller.Toolsets = strings.Split(groups, ",")
	}
	caller.Call = func(ctx context.Context, op *contract.Operation, arguments json.RawMessage, key []string) mcp.Outcome {
		return s.carryOut(call.With(ctx, in), routed.inside[op.Name], op, arguments, key)
	}
	return caller
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
	s.logRefusal(r, in, p)
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
