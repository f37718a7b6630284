package walk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// wantReplay sends a write that was carried out with the Idempotency-Key "example"
// again: it gets the same answer and changes nothing, over HTTP and over MCP. With
// another body it is refused; another key of the shop is not concerned.
func wantReplay(t *testing.T, s *servertest.Server, key string, op *contract.Operation, example json.RawMessage, first servertest.Reply) {
	t.Helper()
	contents, rows := s.Contents(t), s.AuditCount(t)
	again := s.Request(t, key, op.Name, example)
	again.Header.Set("Idempotency-Key", `"example"`)
	reply := s.Do(t, op.Name, again)
	if reply.Status != 200 || string(reply.Body) != string(first.Body) || reply.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repetition: status %d, %s, %v; first %s", reply.Status, reply.Body, reply.Header, first.Body)
	}
	if got := first.Header.Get("Idempotent-Replayed"); got != "" {
		t.Errorf("the first call has Idempotent-Replayed: %s", got)
	}
	m := s.NewestMCP(t, key, "tools/call", object{
		"name": op.MCPName, "arguments": example, "_meta": object{"idempotencyKey": "example"},
	})
	if o := m.Outcome(t, op.MCPName); o.Refused || string(o.Reply.Body) != strings.TrimSpace(string(first.Body)) {
		t.Errorf("the repetition over MCP: %s", o.Reply.Body)
	}
	if got := s.Contents(t); got != contents || s.AuditCount(t) != rows {
		t.Errorf("the repetition changed\n%s\nto\n%s", contents, got)
	}
	other := s.Request(t, key, op.Name, walk.Changed(t, op.Name, example))
	other.Header.Set("Idempotency-Key", "example")
	s.Do(t, op.Name, other).Problem(t, problem.IdempotencyKeyReused)
}

// While a call is being carried out its repetition is told to come back; a header
// that cannot be a value is refused before anything is done.
func TestEveryWriteThatIsUnderWay(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	id, key := s.Grant(t, auth.Grant{Scopes: contract.Scopes})
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	before := s.Contents(t)
	for _, op := range s.Contract.Tools() {
		if op.ReadOnly {
			continue
		}
		once, err := call.NewOnce(&call.Call{Key: uuid.MustParse(id), Tool: op.Name, Args: json.RawMessage("{}")}, "busy")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Exec(t.Context(), "SELECT pg_advisory_lock($1)", once.Lock()); err != nil {
			t.Fatal(err)
		}
		example := walk.Example(t, op.Name)
		r := s.Request(t, key, op.Name, example)
		r.Header.Set("Idempotency-Key", "busy")
		reply := s.Do(t, op.Name, r)
		if p := reply.Problem(t, problem.IdempotencyInFlight); p.RetryAfter != 1 || reply.Header.Get("Retry-After") != "1" {
			t.Errorf("%s: %+v, %v", op.Name, p, reply.Header)
		}
		for _, values := range [][]string{{""}, {"a", "b"}, {strings.Repeat("x", 256)}, {`"open`}, {`"a\"b"`}, {"æ"}} {
			r := s.Request(t, key, op.Name, example)
			r.Header["Idempotency-Key"] = values
			s.Do(t, op.Name, r).Problem(t, problem.IdempotencyKeyInvalid)
		}
		o := s.NewestMCP(t, key, "tools/call", object{"name": op.MCPName, "arguments": example, "_meta": object{"idempotencyKey": 7}}).Outcome(t, op.MCPName)
		o.Reply.Problem(t, problem.IdempotencyKeyInvalid)
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}
