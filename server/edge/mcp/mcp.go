// Package mcp offers the operations over the Model Context Protocol: streamable
// HTTP without sessions, for both generations ("eras") of the protocol at one
// address. The official SDK implements the protocol; the functions in Caller run
// the operations.
package mcp

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/platform/wire"
)

// MediaType is the media type of requests and responses.
const MediaType = "application/json"

// Versions are the versions of the protocol, the newest first. The first has no
// handshake; the others begin with initialize.
var Versions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"}

// Caller is the sender of a message.
type Caller struct {
	Anonymous bool
	Scopes    []string
	Dotted    bool     // whether tools are listed under the names of the specification, with a dot
	Toolsets  []string // the groups that are listed; nil for all

	// Call runs an operation on behalf of the caller. key is the idempotency key of the
	// message, nil for that of the request.
	Call func(ctx context.Context, op *contract.Operation, arguments json.RawMessage, key []string) Outcome

	// Unknown is the refusal of a call of a tool that does not exist and is like others; ok is false for any other name.
	Unknown func(name string) (refusal Outcome, ok bool)
}

// Outcome is the response of an operation: its envelope {ok, result}, or the
// problem document of its refusal.
type Outcome struct {
	Document []byte // one JSON object
	Refused  bool
}

// Endpoint answers MCP messages.
type Endpoint struct {
	tools tools
	sdk   http.Handler
	clock func() time.Time
	about []byte // the server's name and version, in the form of the results of the newest version

	anObject *schema.Schema
}

// New returns the endpoint of the contract's operations. clock returns the time,
// for today's date.
func New(described *contract.Contract, clock func() time.Time) (*Endpoint, error) {
	implementation := &mcp.Implementation{Name: "storefront", Title: described.Title, Version: described.Version}
	about, err := wire.Marshal(map[string]any{mcp.MetaKeyServerInfo: implementation})
	if err != nil {
		return nil, err
	}
	anObject, err := schema.Compile(openapi3.NewObjectSchema().WithAnyAdditionalProperties())
	if err != nil {
		return nil, err
	}
	offered, err := newTools(described)
	if err != nil {
		return nil, err
	}
	e := &Endpoint{tools: offered, about: about, clock: clock, anObject: anObject}
	server := mcp.NewServer(implementation, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		SetCacheable: cacheable, SupportedProtocolVersions: Versions,
	})
	e.register(server)
	e.sdk = mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		DisableLocalhostProtection: true, // the service itself checks Origin
		MaxRequestBodyBytes:        -1,   // the body is in memory already
	})
	return e, nil
}

type callerKey struct{}

// Serve responds to one message, the body of a request.
func (e *Endpoint) Serve(w http.ResponseWriter, r *http.Request, body []byte, caller *Caller) {
	m, fault := e.read(body)
	if fault == nil {
		fault = checkHeaders(r.Header)
	}
	switch {
	case fault != nil:
		fault.write(w, m.answerable(), http.StatusBadRequest)
	case e.quick(w, r, m, caller):
	case m.unknownMethod():
		e.refuseMethod(w, r, m)
	case m.unknownNotification():
		w.WriteHeader(http.StatusAccepted)
	default:
		e.bySDK(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, caller)), m)
	}
}

// MostRead is the size, in bytes, of the largest message that Refuse and Reject have to see:
// a caller beyond its limit does not make the service read more.
const MostRead = 64 << 10

// Refuse answers a tools/call with a refusal instead of running it: a client
// that gets another status than 200 ends its session, and the model never sees
// why. It reports whether the body is such a call; if not, nothing is written.
func (e *Endpoint) Refuse(w http.ResponseWriter, r *http.Request, body []byte, refusal func() Outcome) bool {
	m, fault := e.read(body)
	if fault != nil || checkHeaders(r.Header) != nil {
		return false
	}
	_, newest, ordinary := ordinaryCall(r.Header, m)
	if ordinary {
		send(w, http.StatusOK, e.answer(m.ID, refusal(), newest))
	}
	return ordinary
}

// codeRejected is the code of a message that is refused before it is looked at. Its data is the problem.
const codeRejected = -32010

// Reject answers a message with an error of JSON-RPC that holds the problem, with the status of that: while
// they connect, the SDKs for Python and Go show nothing of an answer that is no JSON-RPC. It reports whether the body is a
// message; if not, nothing is written.
func (e *Endpoint) Reject(w http.ResponseWriter, body []byte, status int, reason string, refusal func() Outcome) bool {
	m, unread := e.read(body)
	if unread != nil {
		return false
	}
	f := &fault{Code: codeRejected, Message: reason, Data: refusal().Document}
	f.write(w, m.answerable(), status)
	return true
}
