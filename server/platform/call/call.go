// Package call carries what is known about the current call from the edge of the
// service to the code that writes its audit row.
package call

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"net/netip"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/contract"
)

// The channels of a call.
const (
	REST   = "rest"
	MCP    = "mcp"
	CLI    = "cli"
	System = "system"
)

// Call is one call of an operation, or one command of the operator.
type Call struct {
	RequestID   uuid.UUID
	Channel     string
	Dotted      bool                // whether the caller lists the tools over MCP by their names with a dot
	Tool        string              // the name of the operation or of the command
	Operation   *contract.Operation // nil for a command
	Key         uuid.UUID           // of the caller; the zero UUID when there is none
	Session     uuid.UUID           // of the console, over which the call came; the zero UUID for none
	Actor       string              // apikey:<id>, cli:<user> or system:<task>; "" for an anonymous caller
	ActorName   string              // of the caller's key
	Holder      string              // of the caller's key: person, agent or program
	Paused      bool                // whether the caller's key is paused
	Scopes      []string            // of the caller's key
	Limits      json.RawMessage     // of the caller's key: what it may do at most; nil for none
	IP          netip.Addr          // the zero Addr when there is none
	UserAgent   string
	BaseURL     string          // the address of the service as the caller reached it, without a trailing slash
	Args        json.RawMessage // the validated body
	Idempotency *IdempotencyKey // nil for a call that may be carried out again
	Replayed    bool            // whether the answer is to a repetition of a call that was carried out
	ShowsNobody bool            // whether the answer has no personal data, of an operation that may return some
}

type key struct{}

// With returns a context that carries c.
func With(ctx context.Context, c *Call) context.Context { return context.WithValue(ctx, key{}, c) }

// From returns the call in ctx. Outside any call it returns a system call
// without a name, never nil.
func From(ctx context.Context) *Call {
	if c, ok := ctx.Value(key{}).(*Call); ok {
		return c
	}
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: System, Actor: "system:unnamed"}
}

// Anonymous reports whether the caller is not authenticated.
func (c *Call) Anonymous() bool { return c.Actor == "" }

// May reports whether the caller's key has the scope.
func (c *Call) May(scope string) bool { return slices.Contains(c.Scopes, scope) }

// Kept returns the body as it is kept in the audit and for approvals: without the fields that the contract leaves out of them.
func (c *Call) Kept() json.RawMessage {
	if c.Operation == nil || len(c.Operation.Unaudited) == 0 || c.Args == nil {
		return c.Args
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(c.Args, &members); err != nil {
		return nil // impossible: it matches a schema
	}
	for _, name := range c.Operation.Unaudited {
		delete(members, name)
	}
	kept, _ := json.Marshal(members) // JSON always encodes
	return kept
}

// KeyActor begins the actor of a call with an API key, before the id of the key.
const KeyActor = "apikey:"

// NameOf returns what an actor says after the colon: the user of a command, the task, or the id of a key.
func NameOf(actor string) string {
	_, name, _ := strings.Cut(actor, ":")
	return name
}

// Command returns the call of an operator's command, such as "keys create".
func Command(name, user string) *Call {
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: CLI, Tool: "cli." + name, Actor: "cli:" + user}
}

// Task returns the call of work that the service starts by itself.
func Task(name string) *Call {
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: System, Tool: "system." + name, Actor: "system:" + name}
}

// IdempotencyKey recognises the repetitions of a call that has an Idempotency-Key.
type IdempotencyKey struct {
	ID       [sha256.Size]byte // of the API key, the operation and the value together
	Key      uuid.UUID         // the API key
	Request  [sha256.Size]byte // of the body
	LookedUp bool              // whether an earlier call was looked for
}

// Lock returns the number of the lock in the database that a transaction takes for the
// call.
func (o *IdempotencyKey) Lock() int64 {
	return int64(binary.BigEndian.Uint64(o.ID[:])) //nolint:gosec // all 64 bits are the number
}

// NewIdempotencyKey returns what recognises the repetitions of c, whose Idempotency-Key has this
// value.
func NewIdempotencyKey(c *Call, value string) (*IdempotencyKey, error) {
	request, err := c.Digest()
	if err != nil {
		return nil, err
	}
	return &IdempotencyKey{ID: sha256.Sum256([]byte(string(c.Key[:]) + c.Tool + "\x00" + value)), Key: c.Key, Request: [sha256.Size]byte(request)}, nil
}

// Digest returns a digest of the body, in which the order of names does not matter.
func (c *Call) Digest() ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(c.Args))
	decoder.UseNumber()
	var body any
	if err := decoder.Decode(&body); err != nil {
		return nil, err
	}
	sorted, err := json.Marshal(body)
	digest := sha256.Sum256(sorted)
	return digest[:], err
}
