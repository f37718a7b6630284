package walk_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
	"github.com/storefront/storefront/server/test/walk"
)

// TestMain also fails if an operation or a status in the contract was never
// seen.
func TestMain(m *testing.M) { storetest.Main(m, servertest.EverythingExercised) }

type object = servertest.Object

// eachExample calls fn for each example of the contract, with a service on the
// demo shop. The read operations share one service.
func eachExample(t *testing.T, fn func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage)) {
	shared := servertest.New(t, servertest.Options{})
	for _, op := range shared.Contract.Tools() {
		for name, example := range walk.Examples(t, op.Name) {
			t.Run(op.Name+" "+name, func(t *testing.T) {
				t.Parallel()
				s := shared
				if !op.ReadOnly {
					s = servertest.Borrow(t, servertest.Demo)
				}
				fn(t, s, op, example)
			})
		}
	}
}

// several are the writes that change more than one thing, with the number that
// their examples change.
var several = map[string]int{"redirects.import": 2, "products.bulk_upsert": 2, "categories.import": 2, "payments.confirm_manual": 2}

// showNobody are the operations that may show personal data, and whose examples do not.
var showNobody = map[string]bool{"audit.get": true, "approvals.get": true, "approvals.list": true}

// Each example of the contract works on the demo shop. A write leaves an audit row
// for each thing that it changed, and reading personal data leaves one; other reads
// leave none.
func TestEveryExampleWorksAndIsAudited(t *testing.T) {
	t.Parallel()
	eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
		scopes := []string{op.Scope}
		if op.Tag == "keys" { // changes keys that may do other things
			scopes = contract.Scopes
		}
		id, key := s.Grant(t, auth.Grant{Scopes: scopes})
		r := s.Request(t, key, op.Name, example)
		r.Header.Set("User-Agent", "audit-test/1.0")
		r.Header.Set("Idempotency-Key", "example")
		reply := s.Do(t, op.Name, r)
		if reply.Status != 200 {
			t.Fatalf("status %d: %s", reply.Status, reply.Body)
		}
		rows := rowsAbout(t, s, reply)
		if op.ReadOnly && (!op.PersonalData || showNobody[op.Name]) {
			if len(rows) != 0 {
				t.Errorf("a read left %d rows", len(rows))
			}
			return
		}
		if want := max(1, several[op.Name]); len(rows) != want {
			t.Fatalf("%d rows, want %d", len(rows), want)
		}
		for _, row := range rows {
			if row.Tool != op.Name || row.Actor != "apikey:"+id || row.Outcome != "success" || row.Code != nil || row.Channel != "rest" ||
				*row.UserAgent != "audit-test/1.0" || row.Ip == nil {
				t.Errorf("%+v", row)
			}
			if !op.ReadOnly && (row.EntityType == nil || row.EntityID == nil || row.Args == nil || row.Before == nil && row.After == nil) {
				t.Errorf("the row says nothing of the write: %+v", row)
			}
		}
		if !op.ReadOnly {
			wantReplay(t, s, key, op, example, reply)
		}
	})
}

// rowsAbout returns the audit rows about the request with this response.
func rowsAbout(t *testing.T, s *servertest.Server, reply servertest.Reply) (rows []db.AuditLog) {
	t.Helper()
	for _, row := range s.LastAudit(t, 10_000) {
		if row.RequestID.String() == reply.Header.Get("X-Request-Id") {
			rows = append(rows, row)
		}
	}
	return rows
}

// Each example works over MCP as it does over HTTP, in both generations of the
// protocol, and with null for every optional field that it leaves out.
func TestEveryExampleWorksOverMCP(t *testing.T) {
	t.Parallel()
	t.Run("older", func(t *testing.T) {
		eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
			if o := s.CallMCP(t, s.Key(t, op.Scope), op.MCPName, example); o.Refused != op.RESTOnly {
				t.Errorf("%s", o.Reply.Body)
			}
		})
	})
	t.Run("newest", func(t *testing.T) {
		eachExample(t, func(t *testing.T, s *servertest.Server, op *contract.Operation, example json.RawMessage) {
			m := s.NewestMCP(t, s.Key(t, op.Scope), "tools/call", object{"name": op.MCPName, "arguments": walk.WithNulls(t, op.Name, example)})
			if o := m.Outcome(t, op.MCPName); o.Refused != op.RESTOnly {
				t.Errorf("%s", o.Reply.Body)
			}
		})
	})
}

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
	if !op.RESTOnly {
		m := s.NewestMCP(t, key, "tools/call", object{
			"name": op.MCPName, "arguments": example, "_meta": object{"idempotencyKey": "example"},
		})
		if o := m.Outcome(t, op.MCPName); o.Refused || string(o.Reply.Body) != strings.TrimSpace(string(first.Body)) {
			t.Errorf("the repetition over MCP: %s", o.Reply.Body)
		}
	}
	if got := s.Contents(t); got != contents || s.AuditCount(t) != rows {
		t.Errorf("the repetition changed\n%s\nto\n%s", contents, got)
	}
	other := s.Request(t, key, op.Name, walk.Changed(t, op.Name, example))
	other.Header.Set("Idempotency-Key", "example")
	s.Do(t, op.Name, other).Problem(t, problem.IdempotencyKeyReused)
}
