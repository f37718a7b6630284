package walk_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

func TestEveryOperationHidesInternalErrors(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true}) // the caches need no database
	key, unused := s.Key(t, "owner"), s.Key(t, "owner")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	s.HideTables(t)
	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, keyFor(op, key, unused), op.Name, walk.Example(t, op.Name))
		p := reply.Problem(t, problem.InternalError)
		for _, secret := range []string{"SQL", "relation", "products", "pgx", "goroutine", ".go:"} {
			if strings.Contains(p.Detail+p.Title+p.Resolution, secret) {
				t.Errorf("%s tells %q: %s", op.Name, secret, reply.Body)
			}
		}
		if !p.Retryable || !strings.Contains(s.Log.String(), reply.Header.Get("X-Request-Id")) {
			t.Errorf("%s: %s", op.Name, reply.Body)
		}
	}
}

func TestEveryOperationReportsAnUnavailableDatabaseAndRecovers(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{Unaided: true})
	key, unused := s.Key(t, "owner"), s.Key(t, "owner")
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	reconnect := s.Disconnect(t)
	for _, op := range s.Contract.Tools() {
		reply := s.Raw(t, keyFor(op, key, unused), op.Name, walk.Example(t, op.Name))
		reply.Problem(t, problem.Unavailable)
		if reply.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", op.Name)
		}
		if !op.AnonymousMCP {
			continue // a key cannot be looked up: the request itself is refused
		}
		// Over MCP there is no header for one call.
		o := s.CallMCP(t, "", op.MCPName, walk.Example(t, op.Name))
		if p := o.Reply.Problem(t, problem.Unavailable); p.RetryAfter < 1 {
			t.Errorf("%s over MCP: %s", op.Name, o.Reply.Body)
		}
	}
	s.Get(t, "/readyz").Problem(t, problem.Unavailable)
	if health := s.Get(t, "/healthz"); health.Status != 200 {
		t.Errorf("healthz: %d", health.Status)
	}

	reconnect()
	s.OK(t, key, "products.get", object{"slug": "round-metal"}, nil)
	servertest.Eventually(t, time.Second, func() bool { return s.Get(t, "/readyz").Status == 200 })
}

// keyFor returns the key to call an operation with: one that is not cached for the
// operation that needs the database for nothing else.
func keyFor(op *contract.Operation, key, unused string) string {
	if op.Name == "pages.section_types" {
		return unused
	}
	return key
}

// A write whose audit row cannot be written does not happen; the failed call has
// an audit row of its own.
func TestAWriteWithoutItsAuditRowDoesNotHappen(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "owner")
	s.Execute(t, "ALTER TABLE audit_log ADD CONSTRAINT injected CHECK (outcome <> 'success') NOT VALID")
	before, rows := s.Contents(t), s.AuditCount(t)
	for _, op := range s.Contract.Tools() {
		if op.ReadOnly {
			continue
		}
		s.Raw(t, key, op.Name, walk.Example(t, op.Name)).Problem(t, problem.InternalError)
		if after := s.Contents(t); after != before {
			t.Fatalf("%s: before\n%s\nafter\n%s", op.Name, before, after)
		}
		if rows++; s.AuditCount(t) != rows {
			t.Fatalf("%s: %d rows in all, want %d", op.Name, s.AuditCount(t), rows)
		}
	}
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
		once, err := call.NewIdempotencyKey(&call.Call{Key: uuid.MustParse(id), Tool: op.Name, Args: json.RawMessage("{}")}, "busy")
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
		if op.RESTOnly {
			continue
		}
		o := s.NewestMCP(t, key, "tools/call", object{"name": op.MCPName, "arguments": example, "_meta": object{"idempotencyKey": 7}}).Outcome(t, op.MCPName)
		o.Reply.Problem(t, problem.IdempotencyKeyInvalid)
	}
	if after := s.Contents(t); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}
