package mcp

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The headers of the protocol.
const (
	versionHeader = "Mcp-Protocol-Version"
	methodHeader  = "Mcp-Method"
	nameHeader    = "Mcp-Name"
)

const callTool = "tools/call"

// params are the parameters of tools/call.
type params struct {
	Meta      meta            `json:"_meta"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type meta struct {
	Version      string          `json:"io.modelcontextprotocol/protocolVersion"`
	Capabilities json.RawMessage `json:"io.modelcontextprotocol/clientCapabilities"`
	ClientInfo   json.RawMessage `json:"io.modelcontextprotocol/clientInfo"`

	IdempotencyKey json.RawMessage `json:"idempotencyKey"`
}

// quick runs an ordinary tools/call without the SDK, whose session for every
// message costs more than the call itself. Everything that is not ordinary is
// left to the SDK, which knows how the protocol refuses it.
func (e *Endpoint) quick(w http.ResponseWriter, r *http.Request, m *message, caller *Caller) bool {
	p, newest, ordinary := ordinaryCall(r.Header, m)
	op := e.tools.contract.Named(p.Name)
	if !ordinary || op == nil {
		return false
	}
	send(w, http.StatusOK, e.answer(m.ID, e.tools.call(r.Context(), caller, op, p.Arguments, idempotencyKey(p.Meta.IdempotencyKey)), newest))
	return true
}

// ordinaryCall returns the parameters of a tools/call and whether it uses the
// newest version of the protocol. ordinary is false for any other message, and
// for a call that the protocol refuses.
func ordinaryCall(h http.Header, m *message) (p params, newest, ordinary bool) {
	if m.Method != callTool || m.Version != "2.0" || !m.hasID() || parse(m.Params, &p) != nil {
		return p, false, false
	}
	newest, ordinary = era(h, &p)
	return p, newest, ordinary
}

// era reports whether a call uses the newest version of the protocol, and
// whether its headers and metadata are what that version requires.
func era(h http.Header, p *params) (newest, ordinary bool) {
	version := h.Get(versionHeader)
	if p.Meta.Version == "" {
		return false, version == "" || version < Versions[0] && slices.Contains(Versions, version)
	}
	return true, version == Versions[0] && p.Meta.Version == version && p.Meta.known() &&
		h.Get(methodHeader) == callTool && h.Get(nameHeader) == p.Name
}

// known reports whether the SDK would accept the metadata.
func (m *meta) known() bool {
	var capabilities mcp.ClientCapabilities
	var client mcp.Implementation
	return object(m.Capabilities) && (len(m.Capabilities) == len("{}") || parse(m.Capabilities, &capabilities) == nil) &&
		(m.ClientInfo == nil || object(m.ClientInfo) && parse(m.ClientInfo, &client) == nil)
}

// checkHeaders refuses a duplicate header of the protocol: a proxy may use the
// other one.
func checkHeaders(h http.Header) *fault {
	for _, name := range []string{versionHeader, methodHeader, nameHeader} {
		if len(h.Values(name)) > 1 {
			return &fault{Code: jsonrpc.CodeInvalidRequest, Message: "The header " + name + " is there more than once."}
		}
	}
	return nil
}

func object(text json.RawMessage) bool { return len(text) > 0 && text[0] == '{' }

// orEmpty returns the arguments, or an empty object for a call without
// arguments.
func orEmpty(arguments json.RawMessage) json.RawMessage {
	if len(arguments) == 0 || string(arguments) == "null" {
		return json.RawMessage("{}")
	}
	return arguments
}

// answer wraps an outcome in a JSON-RPC response: a success as structured
// content and as text, a refusal as text only, because a client that validates
// structured content against the output schema would hide the problem behind an
// error of its own.
func (e *Endpoint) answer(id json.RawMessage, o Outcome, newest bool) []byte {
	b := make([]byte, 0, 2*len(o.Document)+len(o.Document)/4+len(e.about)+len(id)+160)
	b = append(b, `{"jsonrpc":"2.0","id":`...)
	b = append(b, id...)
	b = append(b, `,"result":{`...)
	if newest {
		b = append(b, `"_meta":`...)
		b = append(b, e.about...)
		b = append(b, `,"resultType":"complete",`...)
	}
	b = append(b, `"content":[{"type":"text","text":`...)
	b = appendQuoted(b, o.Document)
	b = append(b, `}],`...)
	if o.Refused {
		b = append(b, `"isError":true`...)
	} else {
		b = append(b, `"structuredContent":`...)
		b = append(b, o.Document...)
	}
	return append(b, `}}`...)
}

// appendQuoted appends a JSON text as a JSON string. Of the characters that must
// be escaped in a string, a JSON text contains only these, including the white
// space between its values.
func appendQuoted(b, text []byte) []byte {
	b = append(b, '"')
	start := 0
	for i, c := range text {
		var escape byte
		switch c {
		case '"', '\\':
			escape = c
		case '\n':
			escape = 'n'
		case '\r':
			escape = 'r'
		case '\t':
			escape = 't'
		default:
			continue
		}
		b = append(append(b, text[start:i]...), '\\', escape)
		start = i + 1
	}
	return append(append(b, text[start:]...), '"')
}

// result returns the outcome as a result of the SDK.
func (o Outcome) result() *mcp.CallToolResult {
	r := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(o.Document)}}, IsError: o.Refused}
	if !o.Refused {
		r.StructuredContent = json.RawMessage(o.Document)
	}
	return r
}
