package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

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
			before := s.AuditCount(t)
			r := s.Request(t, key, op.Name, walk.Example(t, op.Name))
			r.Header.Set("User-Agent", "audit-test/1.0")
			reply := s.Do(t, op.Name, r)
			if reply.Status != 200 {
				t.Fatalf("%d: %s", reply.Status, reply.Body)
			}
			if got := s.AuditCount(t) - before; got != 1 {
				t.Fatalf("%d rows, want 1", got)
			}
			row := s.LastAudit(t, 1)[0]
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
			s.Execute(t, "ALTER TABLE audit_log ADD CONSTRAINT injected CHECK (outcome <> 'success') NOT VALID")
			before, rows := s.Contents(t), s.AuditCount(t)
			s.Raw(t, key, op.Name, walk.Example(t, op.Name)).Problem(t, problem.InternalError)
			if after := s.Contents(t); after != before {
				t.Errorf("before\n%s\nafter\n%s", before, after)
			}
			if got := s.AuditCount(t) - rows; got != 1 { // the row about the failed call
				t.Errorf("%d rows about the failure, want 1", got)
			}
		})
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
		before := s.AuditCount(t)
		if reply := s.Raw(t, key, op.Name, walk.Example(t, op.Name)); reply.Status != 200 {
			t.Fatalf("%s: %d", op.Name, reply.Status)
		}
		want := 0
		if op.PersonalData {
			want = 1
		}
		if got := s.AuditCount(t) - before; got != want {
			t.Errorf("%s: %d rows, want %d", op.Name, got, want)
		}
	}
}
