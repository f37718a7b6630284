package walk_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/schema"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// overMCP returns the operations that can be called over MCP.
func overMCP(s *servertest.Server) []*contract.Operation {
	return slices.DeleteFunc(slices.Clone(s.Contract.Tools()), func(op *contract.Operation) bool { return op.RESTOnly })
}

// A refusal over MCP is the problem that the same call has over HTTP, whose resolution speaks of
// arguments and of tools as they are listed.
func TestEveryRefusalOverMCPIsTheProblemOfHTTP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	none := s.Key(t, "")
	words := strings.NewReplacer("the body", "the arguments", ", or leave the header out", "", // what a model cannot do
		`Send "Authorization: Bearer <key>" with a key`, "Ask the owner of the shop to connect you with a key")
	for _, op := range overMCP(s) {
		for _, c := range []struct {
			key  string
			code problem.Code
		}{{s.Key(t, op.Scope), problem.ValidationFailed}, {none, problem.InsufficientScope}, {"", problem.AuthenticationRequired}} {
			if c.key == "" && op.AnonymousMCP {
				c.code = problem.ValidationFailed
			}
			o := s.CallMCP(t, c.key, op.MCPName, walk.UnknownField)
			got := o.Reply.Problem(t, c.code)
			if c.code != problem.ValidationFailed && op.Anonymous && !op.AnonymousMCP {
				continue // open over HTTP alone
			}
			want := s.Raw(t, c.key, op.Name, walk.UnknownField).Problem(t, c.code)
			overMCP := func(text string) string {
				return s.Contract.Rename(words.Replace(text), func(op *contract.Operation) string { return op.MCPName })
			}
			if !o.Refused || got.Detail != overMCP(want.Detail) || got.Resolution != overMCP(want.Resolution) || len(got.Errors) != len(want.Errors) {
				t.Errorf("%s: %+v, want %+v", op.Name, got, want)
			}
		}
	}
	p := s.CallMCP(t, "", "products_get", object{"slug": "findes-ikke"}).Reply.Problem(t, problem.ProductNotFound)
	if !strings.HasSuffix(p.Type, "/problems/product_not_found") || p.Resolution == "" {
		t.Errorf("%+v", p)
	}
}

// JSON text is taken over MCP as what it holds, in every field that takes no string, and is a fault
// over HTTP. Each body has an unknown field, so that no call changes anything and all faults are
// compared.
func TestJSONTextIsWhatItHoldsOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	unknown := walk.Field{Path: []string{"no such field"}}
	values := map[string]string{"object": "{}", "array": "[]", "integer": "1", "number": "1", "boolean": "true"}
	seen := 0
	for _, op := range overMCP(s) {
		example := unknown.Replaced(t, walk.Example(t, op.Name), "1")
		for _, field := range walk.Fields(op.Name) {
			value := "null"
			for kind, some := range values {
				if field.Takes(kind) {
					value = some
				}
			}
			if field.Takes("string") || value == "null" {
				continue
			}
			seen++
			text := field.Replaced(t, example, strconv.Quote(value))
			strict := s.Raw(t, key, op.Name, text).Problem(t, problem.ValidationFailed)
			if !hasFault(strict, field.Pointer()) {
				t.Errorf("%s %s over HTTP: %+v", op.Name, field.Pointer(), strict.Errors)
			}
			got := s.CallMCP(t, key, op.MCPName, json.RawMessage(text)).Reply.Problem(t, problem.ValidationFailed)
			if field.Path[len(field.Path)-1] == "confirm" { // nobody confirms by a word
				if !hasFault(got, field.Pointer()) {
					t.Errorf("%s %s over MCP: %+v", op.Name, field.Pointer(), got.Errors)
				}
				continue
			}
			want := s.Raw(t, key, op.Name, field.Replaced(t, example, value)).Problem(t, problem.ValidationFailed)
			if !slices.Equal(faults(got), faults(want)) {
				t.Errorf("%s %s over MCP: %+v, want %+v", op.Name, field.Pointer(), got.Errors, want.Errors)
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d fields", seen)
	}
}

// faults returns the faults of a problem by their pointers.
func faults(p problem.Document) []schema.Fault {
	slices.SortFunc(p.Errors, func(a, b schema.Fault) int { return strings.Compare(a.Pointer, b.Pointer) })
	return p.Errors
}

func hasFault(p problem.Document, pointer string) bool {
	return slices.ContainsFunc(p.Errors, func(f schema.Fault) bool { return f.Pointer == pointer })
}

// The transport answers with every status that the contract declares for it.
func TestEveryStatusOfTheTransport(t *testing.T) {
	t.Parallel()
	s, _ := servertest.NewLimited(t, func(c *config.Serve) { c.Limits.KeyQuota = 1 })
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	key := s.Key(t, "owner")
	for _, c := range []struct {
		status int
		body   string
		header http.Header
	}{
		{200, ping, nil},
		{202, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil},
		{400, ping[:10], nil},
		{401, ping, http.Header{"Authorization": {"Bearer sfk_bad"}}},
		{403, ping, http.Header{"Origin": {"https://elsewhere.example"}}},
		{404, `{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":{"_meta":{
			"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
			http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"prompts/list"}}},
		{406, ping, http.Header{"Accept": {"text/event-stream"}}}, // declared as default
		{200, ping, http.Header{"Authorization": {"Bearer " + key}}},
		{429, ping, http.Header{"Authorization": {"Bearer " + key}}},
	} {
		r := s.MCPRequest(t, "", []byte(c.body))
		maps.Copy(r.Header, c.header)
		if reply := s.Do(t, "", r); reply.Status != c.status {
			t.Errorf("%s with %v: %d, want %d: %s", c.body, c.header, reply.Status, c.status, reply.Body)
		}
	}
}

// Null for an optional field that takes no null counts over MCP as left out, and
// is a fault over HTTP. Each body has an unknown field, so that no call changes
// anything and all faults are compared.
func TestNullForAnOptionalFieldIsLeftOutOverMCP(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	unknown := walk.Field{Path: []string{"no such field"}}
	seen := 0
	for _, op := range overMCP(s) {
		example := unknown.Replaced(t, walk.Example(t, op.Name), "1")
		for _, field := range walk.Fields(op.Name) {
			if field.Required || field.TakesNull() {
				continue
			}
			seen++
			null := field.Replaced(t, example, "null")
			strict := s.Raw(t, key, op.Name, null).Problem(t, problem.ValidationFailed)
			if !hasFault(strict, field.Pointer()) {
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
	s := servertest.Borrow(t, servertest.Demo)
	key := s.Key(t, "owner")
	for _, op := range overMCP(s) {
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

// A self-contained schema, and the one that models are given, accept the
// examples and refuse unknown fields, as the one in the document does.
func TestTheListedSchemasAreThoseOfTheContract(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, op := range overMCP(s) {
		for kind, text := range map[string]json.RawMessage{"listed": op.InputSchema, "for models": op.MCPInputSchema} {
			schema, err := compiled(text)
			if err != nil {
				t.Fatalf("%s, %s: %v", op.Name, kind, err)
			}
			for name, example := range walk.Examples(t, op.Name) {
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(example))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(value); err != nil {
					t.Errorf("%s %s, %s: %v", op.Name, name, kind, err)
				}
			}
			if schema.Validate(map[string]any{"invented": true}) == nil {
				t.Errorf("%s, %s: takes an unknown field", op.Name, kind)
			}
		}
	}
}

func compiled(schema json.RawMessage) (*jsonschema.Schema, error) {
	raw, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("input.json", raw); err != nil {
		return nil, err
	}
	return compiler.Compile("input.json")
}

// The example of the MCP endpoint, with the examples of its headers, is answered.
func TestTheExampleOfMCPIsAnswered(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	post := servertest.Document().Paths.Value("/api/mcp").Post
	for name, body := range walk.ExamplesOf(t, post.RequestBody.Value.Content["application/json"]) {
		r := s.MCPRequest(t, "", body)
		for _, p := range post.Parameters {
			if example, ok := p.Value.Example.(string); ok && p.Value.In == "header" {
				r.Header.Set(p.Value.Name, example)
			}
		}
		if reply := s.Do(t, "", r); reply.Status != 200 || strings.Contains(string(reply.Body), `"error"`) || strings.Contains(string(reply.Body), `"isError":true`) {
			t.Errorf("%s: %d %s", name, reply.Status, reply.Body)
		}
	}
}
