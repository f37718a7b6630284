// Package call carries what is known of the call at hand from the edge of the
// service to the place that writes its audit row.
package call

import (
	"context"
	"encoding/json"
	"net/netip"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/contract"
)

// The channels through which a call may come.
const (
	REST   = "rest"
	MCP    = "mcp"
	CLI    = "cli"
	System = "system"
)

// Call is one call of an operation, or one command of the operator.
type Call struct {
	RequestID uuid.UUID
	Channel   string
	Tool      string              // the operation's name, or the command's
	Operation *contract.Operation // nil for a command
	Actor     string              // apikey:<id>, cli:<user> or system:<task>; "" for an anonymous caller
	Scopes    []string            // that the key of the caller holds
	IP        netip.Addr          // the zero Addr when there is none
	UserAgent string
	BaseURL   string          // the address of the service as the caller reached it, without a slash at its end
	Args      json.RawMessage // the validated body
}

type key struct{}

// With returns a context that carries c.
func With(ctx context.Context, c *Call) context.Context { return context.WithValue(ctx, key{}, c) }

// From returns the call that ctx carries. Outside any call it is a system call
// without a name, so that it never returns nil.
func From(ctx context.Context) *Call {
	if c, ok := ctx.Value(key{}).(*Call); ok {
		return c
	}
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: System, Actor: "system:unnamed"}
}

// Anonymous tells whether nobody has said who they are.
func (c *Call) Anonymous() bool { return c.Actor == "" }

// May tells whether the key of the caller holds the scope.
func (c *Call) May(scope string) bool { return slices.Contains(c.Scopes, scope) }

// Command returns the call of an operator's command, such as "keys create".
func Command(name, user string) *Call {
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: CLI, Tool: "cli." + name, Actor: "cli:" + user}
}

// Task returns the call of work that the service does by itself.
func Task(name string) *Call {
	return &Call{RequestID: uuid.Must(uuid.NewV7()), Channel: System, Tool: "system." + name, Actor: "system:" + name}
}
