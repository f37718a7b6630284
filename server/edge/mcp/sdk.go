package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listFresh is how long clients may cache a list.
const listFresh = 5 * time.Minute

// anything is the input schema of every tool for the SDK, which neither lists nor validates them.
var anything = json.RawMessage(`{"type":"object"}`)

// register registers the tools with the SDK, under both their names.
func (e *Endpoint) register(server *mcp.Server) {
	for _, op := range e.tools.contract.Tools() {
		carryOut := func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			caller, _ := ctx.Value(callerKey{}).(*Caller)
			sent, err := json.Marshal(request.Params.Meta[idempotencyKeyName])
			if err != nil {
				return nil, err
			}
			return e.tools.call(ctx, caller, op, request.Params.Arguments, idempotencyKey(sent)).result(), nil
		}
		for _, name := range []string{op.MCPName, op.Name} {
			server.AddTool(&mcp.Tool{Name: name, InputSchema: anything}, carryOut)
		}
	}
	server.AddReceivingMiddleware(e.narrow)
}

// narrow lists the tools of the caller, where the SDK would list the same tools
// for everybody, refuses unknown tools, and adds the instructions of today to the opening of a session.
func (e *Endpoint) narrow(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		caller, _ := ctx.Value(callerKey{}).(*Caller)
		switch p := request.GetParams().(type) {
		case *mcp.ListToolsParams:
			return e.list(caller, p)
		case *mcp.CallToolParamsRaw:
			if e.tools.contract.Named(p.Name) != nil {
				break
			}
			if refusal, like := caller.Unknown(p.Name); like {
				return refusal.result(), nil
			}
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("There is no tool %.100q.", p.Name)}
		}
		result, err := next(ctx, method, request)
		if err == nil {
			e.instruct(result)
		}
		return result, err
	}
}

func (e *Endpoint) list(caller *Caller, p *mcp.ListToolsParams) (mcp.Result, error) {
	if p != nil && p.Cursor != "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "There is one page of tools; send no cursor."}
	}
	return &mcp.ListToolsResult{Tools: e.tools.of(caller), Cacheable: freshness(caller)}, nil
}

// freshness makes the list of tools of a key private, so that shared caches do
// not keep it.
func freshness(caller *Caller) mcp.Cacheable {
	c := mcp.Cacheable{TTLMs: int(listFresh.Milliseconds()), CacheScope: "public"}
	if !caller.Anonymous {
		c.CacheScope = "private"
	}
	return c
}

// cacheable sets the same for server/discover.
func cacheable(ctx context.Context, _ mcp.Request, c *mcp.Cacheable) {
	if caller, ok := ctx.Value(callerKey{}).(*Caller); ok {
		*c = freshness(caller)
	}
}

// bySDK lets the SDK respond. The SDK requires that the client accepts a stream
// too, although it never sends one, and refuses some requests in plain text.
func (e *Endpoint) bySDK(w http.ResponseWriter, r *http.Request, m *message) {
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Body = io.NopCloser(bytes.NewReader(m.text))
	plain := &plainText{ResponseWriter: w}
	e.sdk.ServeHTTP(plain, r)
	if plain.status != 0 {
		f := &fault{Code: jsonrpc.CodeInvalidRequest, Message: strings.TrimSpace(plain.text.String())}
		f.write(w, m.answerable(), plain.status)
	}
}

// plainText holds back a refusal in plain text and passes on everything else.
type plainText struct {
	http.ResponseWriter
	status int // of the refusal, 0 when there was none
	text   bytes.Buffer
}

// WriteHeader records the status of a refusal in plain text.
func (p *plainText) WriteHeader(status int) {
	if status >= http.StatusBadRequest && strings.HasPrefix(p.Header().Get("Content-Type"), "text/plain") {
		p.status = status
		return
	}
	p.ResponseWriter.WriteHeader(status)
}

func (p *plainText) Write(text []byte) (int, error) {
	if p.status != 0 {
		return p.text.Write(text)
	}
	return p.ResponseWriter.Write(text)
}
