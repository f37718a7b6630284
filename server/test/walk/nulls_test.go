package walk_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// Null for an optional field that takes no null counts over MCP as left out, and
// is a fault over HTTP. Each body has an unknown field, so that no call changes
// anything and all faults are compared.
func TestNullForAnOptionalFieldIsLeftOutOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	faults := func(p problem.Document) []schema.Fault {
		slices.SortFunc(p.Errors, func(a, b schema.Fault) int { return strings.Compare(a.Pointer, b.Pointer) })
		return p.Errors
	}
	unknown := walk.Field{Path: []string{"no such field"}}
	seen := 0
	for _, op := range s.Contract.Tools() {
		example := unknown.Replaced(t, walk.Example(t, op.Name), "1")
		for _, field := range walk.Fields(op.Name) {
			if field.Required || field.TakesNull() {
				continue
			}
			seen++
			null := field.Replaced(t, example, "null")
			strict := s.Raw(t, key, op.Name, null).Problem(t, problem.ValidationFailed)
			if !slices.ContainsFunc(strict.Errors, func(f schema.Fault) bool { return f.Pointer == field.Pointer() }) {
				t.Errorf("%s %s over HTTP: %+v", op.Name, field.Pointer(), strict.Errors)
			}
			got := s.CallMCP(t, key, op.MCPName, json.RawMessage(null)).Reply.Problem(t, problem.ValidationFailed)
			want := s.Raw(t, key, op.Name, field.Removed(t, example)).Problem(t, problem.ValidationFailed)
			if !slices.Equal(faults(got), faults(want)) {
				t.Errorf("%s %s over MCP: %+v, want %+v", op.Name, field.Pointer(), got.Errors, want.Errors)
			}
		}
	}
	if seen < 40 {
		t.Errorf("%d fields", seen)
	}
}

// Null for a required field stays a fault over MCP.
func TestNullForARequiredFieldIsRefusedOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	for _, op := range s.Contract.Tools() {
		for _, field := range walk.Fields(op.Name) {
			if !field.Required || field.TakesNull() {
				continue
			}
			null := field.Replaced(t, walk.Example(t, op.Name), "null")
			p := s.CallMCP(t, key, op.MCPName, json.RawMessage(null)).Reply.Problem(t, problem.ValidationFailed)
			if p.Errors[0].Pointer != field.Pointer() || p.Errors[0].Code != "type" {
				t.Errorf("%s %s: %+v", op.Name, field.Pointer(), p.Errors)
			}
		}
	}
}
