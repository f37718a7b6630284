package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// message holds the parts of a JSON-RPC message that are needed here.
type message struct {
	Version string          `json:"jsonrpc,omitempty"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"` // of a response from the client, which is accepted and ignored
	Error   json.RawMessage `json:"error,omitempty"`

	text []byte // the message, for the SDK
}

// read parses a message. It is as strict as the service is with every body, so
// that no proxy can read a different message: no duplicate keys, and valid UTF-8
// only. A batch is refused, because one request takes one token.
func (e *Endpoint) read(body []byte) (*message, *fault) {
	body = text.WithoutMark(body)
	if trimmed := bytes.TrimLeft(body, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		return nil, &fault{Code: jsonrpc.CodeInvalidRequest, Message: "Batches are not supported; send one message per request."}
	}
	if _, _, err := e.anObject.Check(body); err != nil {
		return nil, &fault{Code: jsonrpc.CodeParseError, Message: fmt.Sprintf("The body is not one JSON-RPC message: %v.", err)}
	}
	m := &message{text: body}
	if parse(body, m) != nil {
		return nil, &fault{Code: jsonrpc.CodeInvalidRequest, Message: "The members of the message do not have the types that JSON-RPC requires."}
	}
	if string(m.Params) == "null" { // some clients send it in place of none, which the SDK does not know
		m.Params = nil
		if text, err := wire.Marshal(m); err == nil {
			m.text = text
		}
	}
	return m, m.check()
}

func (m *message) check() *fault {
	switch {
	case m.hasID() && !isID(m.ID):
		return &fault{Code: jsonrpc.CodeInvalidRequest, Message: "The id is neither a string nor a whole number of at most 9007199254740991."}
	case m.Method == "" && m.Result == nil && m.Error == nil:
		return &fault{Code: jsonrpc.CodeInvalidRequest, Message: "The message has no method."}
	case len(m.Params) > 0 && !object(m.Params):
		return &fault{Code: jsonrpc.CodeInvalidParams, Message: "The params are no object."}
	}
	return nil
}

// isID reports whether every JSON decoder returns the id exactly as it was sent.
func isID(text json.RawMessage) bool {
	if text[0] == '"' {
		return true
	}
	const most = 1<<53 - 1
	n, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil && n >= -most && n <= most
}

// parse decodes as the SDK does, with case-sensitive names, but without the
// buffer of 64 KiB that the SDK allocates each time.
func parse(text []byte, into any) error {
	_, err := segmentio.Parse(text, into, segmentio.DontMatchCaseInsensitiveStructFields)
	return err
}

// methods are the methods of a server that has only tools.
var methods = []string{"initialize", "ping", "server/discover", "tools/list", "tools/call"}

// unknownMethod reports whether the message calls a method that is not offered
// here. Notifications and responses call none.
func (m *message) unknownMethod() bool {
	return m.Method != "" && m.hasID() && !slices.Contains(methods, m.Method)
}

// notifications are those that the SDK knows.
var notifications = []string{"notifications/initialized", "notifications/cancelled", "notifications/progress", "notifications/roots/list_changed"}

// unknownNotification reports whether the message is a notification that neither this
// server nor the SDK knows. Nobody waits for an answer to it.
func (m *message) unknownNotification() bool {
	return m.Method != "" && !m.hasID() && m.Version == "2.0" && !slices.Contains(methods, m.Method) && !slices.Contains(notifications, m.Method)
}

// hasID reports whether the message needs a response.
func (m *message) hasID() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// answerable returns the id for the response, nil when there is none.
func (m *message) answerable() json.RawMessage {
	if m == nil || !m.hasID() || !isID(m.ID) {
		return nil
	}
	return m.ID
}

// refuseMethod responds that there is no such method. The newest version
// requires status 404, the older ones 200.
func (e *Endpoint) refuseMethod(w http.ResponseWriter, r *http.Request, m *message) {
	status := http.StatusOK
	if r.Header.Get(versionHeader) == Versions[0] {
		status = http.StatusNotFound
	}
	f := &fault{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("There is no method %.100q here.", m.Method)}
	f.write(w, m.ID, status)
}

// fault is the error of a JSON-RPC response.
type fault struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (f *fault) write(w http.ResponseWriter, id json.RawMessage, status int) {
	if id == nil {
		id = json.RawMessage("null")
	}
	body, err := wire.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   *fault          `json:"error"`
	}{"2.0", id, f})
	if err != nil { // the id is not JSON
		f.write(w, nil, status)
		return
	}
	send(w, status, body)
}

// send responds with a message. Its content is for the caller only, so it must
// not be cached.
func send(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body) // an error means that the caller has disconnected
}

// idempotencyKeyName is the member of a call's _meta that stands for the header
// Idempotency-Key.
const idempotencyKeyName = "idempotencyKey"

// idempotencyKey returns the values that the header would have. What is no string
// becomes a value that is refused.
func idempotencyKey(sent json.RawMessage) []string {
	if len(sent) == 0 || string(sent) == "null" {
		return nil
	}
	var value string
	if json.Unmarshal(sent, &value) != nil {
		value = ""
	}
	return []string{value}
}
