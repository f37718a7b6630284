package contracttest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/ops/contracttest/internal/openapi"
)

// byRule reports whether a body was refused only for what no schema of the
// contract says: a rule between fields, or a value that the shop does not have.
func (p problem) byRule(op *openapi.Operation) bool {
	return len(p.Errors) > 0 && !slices.ContainsFunc(p.Errors, func(f fault) bool { return !f.beyond(op.Body()) })
}

// beyond reports whether a schema has the field, and not the keyword that the
// fault is about.
func (f fault) beyond(schema openapi.Node) bool {
	steps := strings.Split(strings.TrimPrefix(f.Pointer, "/"), "/")
	name := steps[len(steps)-1]
	for _, step := range steps[:len(steps)-1] {
		if _, err := strconv.Atoi(step); err == nil {
			schema = schema.At("items")
		} else {
			schema = schema.At("properties", step)
		}
	}
	field := schema.At("properties", name)
	if !field.Exists() {
		return false
	}
	switch f.Code {
	case "required":
		return !slices.Contains(schema.At("required").Texts(), name)
	case "unknown_field":
		return true
	case "enum", "minimum", "maximum":
		return !field.At(f.Code).Exists()
	}
	return false
}
