package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
)

// step is one call of an operation, in one transaction.
type step struct {
	tool string
	name string // what it is about; unique together with tool
	args json.RawMessage
	run  func(ctx context.Context, args []byte) error
}

func (s *step) title() string { return s.tool + " " + s.name }

// id is the id of the call. It is always the same, so that a later fill finds in
// the audit which steps are done, even if a text has changed since.
func (s *step) id() uuid.UUID { return uuid.NewSHA1(uuid.NameSpaceOID, []byte("demo "+s.title())) }

func (s *step) make(ctx context.Context) error {
	c := call.Task(task)
	c.RequestID, c.Tool, c.Args = s.id(), s.tool, s.args
	return s.run(call.With(ctx, c), s.args)
}

// checked returns a step whose body conforms to the contract.
func checked(c *contract.Contract, s step) (step, error) {
	args, faults, err := c.Tool(s.tool).Request.Check(s.args)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("%s %s", faults[0].Pointer, faults[0].Detail)
	}
	if err != nil {
		return step{}, fmt.Errorf("%s: %w: %s", s.tool, err, s.args)
	}
	s.args = args
	return s, nil
}

// handled makes an operation's handler take the bytes of a body: every generated
// request has its body in the field Body.
func handled[Request, Response any](handle func(context.Context, Request) (Response, error)) func(context.Context, []byte) error {
	return func(ctx context.Context, args []byte) error {
		var request Request
		if err := json.Unmarshal(slices.Concat([]byte(`{"Body":`), args, []byte("}")), &request); err != nil {
			return err
		}
		_, err := handle(ctx, request)
		return err
	}
}
