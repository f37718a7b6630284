package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	segmentio "github.com/segmentio/encoding/json"
)

// message is a JSON-RPC message as far as it has to be known here.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// read reads a message; a batch is refused, for one request takes one token.
func read(body []byte) (*message, *fault) {
	trimmed := bytes.TrimLeft(body, " \t\r\n")
	if len(trimmed) > 0 && trimmed[0] == '[' {
		return nil, &fault{Code: jsonrpc.CodeInvalidRequest, Message: "Batches are not taken; send one message in a request."}
	}
	m := &message{}
	if err := parse(body, m); err != nil {
		return nil, &fault{Code: jsonrpc.CodeParseError, Message: fmt.Sprintf("The body is not one JSON-RPC message: %v.", err)}
	}
	if len(m.ID) > 0 && string(m.ID) != "null" && !identifier.Match(m.ID) {
		return nil, &fault{Code: jsonrpc.CodeInvalidRequest, Message: "The id is neither a string nor a whole number."}
	}
	return m, nil
}

var identifier = regexp.MustCompile(`^(".*"|-?[0-9]+)$`)

// parse decodes as the SDK does, names to the letter, but without the buffer of
// 64 KiB that it makes each time.
func parse(text []byte, into any) error {
	rest, err := segmentio.Parse(text, into, segmentio.DontMatchCaseInsensitiveStructFields)
	if err == nil && len(bytes.TrimSpace(rest)) > 0 {
		err = fmt.Errorf("there is something behind it")
	}
	return err
}

// methods are those of a server that has only tools.
var methods = []string{"initialize", "ping", "server/discover", "tools/list", "tools/call"}

// unknownMethod tells whether the message asks for what is not offered here.
// Notifications and answers ask for nothing.
func (m *message) unknownMethod() bool {
	return m.Method != "" && m.hasID() && !slices.Contains(methods, m.Method)
}

// hasID tells whether the message wants an answer.
func (m *message) hasID() bool { return len(m.ID) > 0 && string(m.ID) != "null" }

// refuseMethod says that there is no such method. The newest era wants a status
// of 404 with that, the older ones expect an answer.
func (e *Endpoint) refuseMethod(w http.ResponseWriter, r *http.Request, m *message) {
	status := http.StatusOK
	if r.Header.Get(versionHeader) >= Versions[0] {
		status = http.StatusNotFound
	}
	f := &fault{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("There is no method %.100q here.", m.Method)}
	f.write(w, m.ID, status)
}

// fault is the error of a JSON-RPC answer.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *fault) write(w http.ResponseWriter, id json.RawMessage, status int) {
	if id == nil {
		id = json.RawMessage("null")
	}
	body, err := json.Marshal(struct {
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

// send answers with a message. What it holds is the caller's alone.
func send(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(body) // who does not listen any more needs no answer
}
