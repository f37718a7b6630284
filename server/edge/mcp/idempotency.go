package mcp

import "encoding/json"

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
