package walk_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/walk"
)

// A write whose audit row cannot be written does not happen; the failed call has
// an audit row of its own.
func TestAWriteWithoutItsAuditRowDoesNotHappen(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	key := s.Key(t, "all")
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
