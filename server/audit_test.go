package server_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
)

// lastAudit returns the newest rows of the audit, the newest first.
func lastAudit(t testing.TB, s *servertest.Server, n int32) []db.AuditLog {
	t.Helper()
	rows, err := s.Store.Read().AuditList(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func auditCount(t testing.TB, s *servertest.Server) (n int) {
	t.Helper()
	return one[int](t, s, "SELECT count(*) FROM audit_log")
}

// one reads a single value beside the service.
func one[T any](t testing.TB, s *servertest.Server, query string, args ...any) T {
	t.Helper()
	rows, err := s.Store.Query(context.Background(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// contents returns a digest of everything but the audit and the keys.
func contents(t testing.TB, s *servertest.Server) string {
	t.Helper()
	var b strings.Builder
	for _, table := range []string{"categories", "products", "search_words", "discounts", "orders", "order_items", "pages", "services"} {
		fmt.Fprintln(&b, table, one[string](t, s, "SELECT coalesce(md5(string_agg(x, '|' ORDER BY x COLLATE \"C\")), '') FROM (SELECT r::text AS x FROM "+table+" r) rows"))
	}
	return b.String()
}

func writes(s *servertest.Server) (ops []*contract.Operation) {
	for _, op := range s.Contract.Tools() {
		if !op.ReadOnly {
			ops = append(ops, op)
		}
	}
	return ops
}

func TestEveryWriteLeavesOneRowInTheAudit(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, op := range writes(s) {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			s := servertest.New(t, servertest.Options{})
			id, key := s.Grant(t, auth.Grant{Scopes: []string{op.Scope}})
			before := auditCount(t, s)
			r := s.Request(t, key, op.Name, anExample(t, op.Name))
			r.Header.Set("User-Agent", "audit-test/1.0")
			reply := s.Do(t, op.Name, r)
			if reply.Status != 200 {
				t.Fatalf("%d: %s", reply.Status, reply.Body)
			}
			if got := auditCount(t, s) - before; got != 1 {
				t.Fatalf("%d rows, want 1", got)
			}
			row := lastAudit(t, s, 1)[0]
			if row.Tool != op.Name || row.Actor != "apikey:"+id || row.Outcome != "success" || row.Code != nil || row.Channel != "rest" ||
				row.RequestID.String() != reply.Header.Get("X-Request-Id") || *row.UserAgent != "audit-test/1.0" || row.Ip == nil {
				t.Errorf("%+v", row)
			}
			if row.EntityType == nil || row.EntityID == nil || row.Args == nil || row.Before == nil && row.After == nil {
				t.Errorf("the row says nothing: %+v", row)
			}
		})
	}
}

func TestAWriteWithoutItsAuditRowDoesNotHappen(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	for _, op := range writes(s) {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			s := servertest.New(t, servertest.Options{})
			key := s.Key(t, op.Scope)
			administer(t, s.DatabaseURL, "ALTER TABLE audit_log ADD CONSTRAINT injected CHECK (outcome <> 'success') NOT VALID")
			before, rows := contents(t, s), auditCount(t, s)
			s.Raw(t, key, op.Name, anExample(t, op.Name)).Problem(t, problem.InternalError)
			if after := contents(t, s); after != before {
				t.Errorf("before\n%s\nafter\n%s", before, after)
			}
			if got := auditCount(t, s) - rows; got != 1 { // the row about the failed call
				t.Errorf("%d rows about the failure, want 1", got)
			}
		})
	}
}

func TestRefusedWritesLeaveARowAndChangeNothing(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	id, key := s.Grant(t, auth.Grant{Scopes: []string{"products:write"}})
	before := contents(t, s)
	for _, refused := range []struct {
		tool    string
		body    object
		code    problem.Code
		outcome string
	}{
		{"products.update", object{"slug": "findes-ikke", "patch": object{"stock": 1}}, problem.ProductNotFound, "failure"},
		{"products.update", object{"slug": "round-metal", "patch": object{"stock": -1}}, problem.ValidationFailed, "failure"},
		{"products.create", newProduct("round-metal"), problem.SlugTaken, "failure"},
		{"pages.delete", object{"slug": "om-os", "confirm": true}, problem.InsufficientScope, "denied"},
		{"orders.list", object{}, problem.InsufficientScope, "denied"},
	} {
		rows := auditCount(t, s)
		s.Refused(t, key, refused.tool, refused.body, refused.code)
		if got := auditCount(t, s) - rows; got != 1 {
			t.Fatalf("%s: %d rows, want 1", refused.tool, got)
		}
		row := lastAudit(t, s, 1)[0]
		if row.Tool != refused.tool || row.Outcome != refused.outcome || *row.Code != string(refused.code) || row.Actor != "apikey:"+id {
			t.Errorf("%+v", row)
		}
	}
	if contents(t, s) != before {
		t.Error("a refused call changed something")
	}
}

func TestReadingPersonalDataLeavesARow(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
	for _, op := range s.Contract.Tools() {
		if !op.ReadOnly {
			continue
		}
		before := auditCount(t, s)
		if reply := s.Raw(t, key, op.Name, anExample(t, op.Name)); reply.Status != 200 {
			t.Fatalf("%s: %d", op.Name, reply.Status)
		}
		want := 0
		if op.PersonalData {
			want = 1
		}
		if got := auditCount(t, s) - before; got != want {
			t.Errorf("%s: %d rows, want %d", op.Name, got, want)
		}
	}
}
