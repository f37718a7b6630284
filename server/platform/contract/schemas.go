package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Schemas are the JSON Schemas of an operation's request and response for its
// documentation, each self-contained. openapi/tools generates them.
type Schemas struct {
	InputSchema     json.RawMessage `json:"input"`    // of the request
	OutputSchema    json.RawMessage `json:"output"`   // of the whole response, {ok, result}
	MCPInputSchema  json.RawMessage `json:"mcpInput"` // the same two in the subset of JSON Schema that MCP hosts support
	MCPOutputSchema json.RawMessage `json:"mcpOutput"`
	Sections        []SectionSchema `json:"sections,omitempty"` // of the operation with x-sections
}

// readSchemas sets the schemas of each operation.
func (c *Contract) readSchemas(tools []byte) error {
	var text bytes.Buffer
	if err := json.Compact(&text, tools); err != nil {
		return fmt.Errorf("contract: schemas: %w", err)
	}
	var all map[string]Schemas
	if err := json.Unmarshal(text.Bytes(), &all); err != nil {
		return fmt.Errorf("contract: schemas: %w", err)
	}
	for _, op := range c.tools {
		found, ok := all[op.Name]
		if !ok {
			return fmt.Errorf("contract: %s: there are no schemas of it: run make generate", op.Name)
		}
		op.Schemas = found
	}
	return nil
}
