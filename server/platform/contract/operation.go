package contract

import (
	"errors"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/storefront/storefront/server/platform/schema"
)

func read(name string, o *openapi3.Operation) (*Operation, error) {
	if o == nil {
		return nil, errors.New("has no POST")
	}
	if o.OperationID != name || len(o.Tags) != 1 {
		return nil, fmt.Errorf("must have this operationId and one tag, has %q and %v", o.OperationID, o.Tags)
	}
	op := &Operation{
		Name: name, MCPName: overMCP(name), Tag: o.Tags[0],
		Summary: o.Summary, Description: Unwrapped(o.Description), Deprecated: o.Deprecated,
	}
	op.PersonalData, _ = o.Extensions["x-personal-data"].(bool)
	op.Feature, _ = o.Extensions["x-feature"].(string)
	if err := errors.Join(op.readSecurity(o), op.readMCP(o), op.readHints(o), op.readDeprecation(o), op.readNotRevertible(o)); err != nil {
		return nil, err
	}
	return op, op.readRequest(o)
}

// overMCP returns the name of an operation over MCP.
func overMCP(name string) string { return strings.ReplaceAll(name, ".", "_") }

// Unwrapped joins the lines of each paragraph and of each item of a list.
func Unwrapped(text string) string {
	var b strings.Builder
	separator := ""
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "":
			separator = "\n\n"
			continue
		case strings.HasPrefix(line, "- ") && separator == " ":
			separator = "\n"
		}
		b.WriteString(separator + line)
		separator = " "
	}
	return b.String()
}

// bearer is the security scheme of the operations.
const bearer = "bearer"

// readSecurity requires [{bearer: [scope]}], with a {} before it if the
// operation is anonymous.
func (op *Operation) readSecurity(o *openapi3.Operation) error {
	if o.Security == nil {
		return errors.New("has no security")
	}
	for _, requirement := range *o.Security {
		if len(requirement) == 0 {
			op.Anonymous = true
			continue
		}
		if scopes := requirement[bearer]; len(requirement) == 1 && len(scopes) == 1 && op.Scope == "" {
			op.Scope = scopes[0]
			continue
		}
		return fmt.Errorf("has the security %v", *o.Security)
	}
	if op.Scope == "" {
		return errors.New("has no scope")
	}
	return nil
}

// readMCP reads whether an anonymous operation is anonymous over MCP too: it is,
// unless x-mcp says {anonymous: false}.
func (op *Operation) readMCP(o *openapi3.Operation) error {
	op.AnonymousMCP = op.Anonymous
	said, found := o.Extensions["x-mcp"]
	if !found {
		return nil
	}
	mcp, _ := said.(map[string]any)
	if anonymous, ok := mcp["anonymous"].(bool); !ok || anonymous || !op.Anonymous || len(mcp) != 1 {
		return fmt.Errorf("has x-mcp %v; an anonymous operation may say {anonymous: false}", said)
	}
	op.AnonymousMCP = false
	return nil
}

func (op *Operation) readHints(o *openapi3.Operation) error {
	hints, _ := o.Extensions["x-agent-hints"].(map[string]any)
	for name, into := range map[string]*bool{"readOnly": &op.ReadOnly, "destructive": &op.Destructive, "idempotent": &op.Idempotent} {
		value, ok := hints[name].(bool)
		if !ok {
			return fmt.Errorf("x-agent-hints lacks %s", name)
		}
		*into = value
	}
	return nil
}

// readNotRevertible reads why what the operation did cannot be reverted, which
// only one that writes may say. It is called after readHints.
func (op *Operation) readNotRevertible(o *openapi3.Operation) error {
	said, found := o.Extensions["x-not-revertible"]
	if !found {
		return nil
	}
	op.NotRevertible, _ = said.(string)
	if op.NotRevertible == "" || op.ReadOnly {
		return fmt.Errorf("has x-not-revertible %v; an operation that writes may say a reason", said)
	}
	return nil
}

func (op *Operation) readRequest(o *openapi3.Operation) error {
	if o.RequestBody == nil || !o.RequestBody.Value.Required || o.RequestBody.Value.Content[mediaType] == nil {
		return errors.New("has no required JSON body")
	}
	compiled, err := schema.Compile(o.RequestBody.Value.Content[mediaType].Schema.Value)
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	op.Request = compiled
	return nil
}
