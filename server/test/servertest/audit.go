package servertest

import (
	"encoding/json"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/store"
)

// LastAudit returns the newest n audit rows, the newest first.
func (s *Server) LastAudit(t testing.TB, n int32) []db.AuditLog {
	t.Helper()
	rows, err := s.Store.Read().AuditList(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// AuditCount returns the number of audit rows.
func (s *Server) AuditCount(t testing.TB) int {
	t.Helper()
	return One[int](t, s, "SELECT count(*) FROM audit_log")
}

// Succeeded returns the audit rows of the successful calls of a tool, the
// newest first.
func (s *Server) Succeeded(t testing.TB, tool string) (rows []db.AuditLog) {
	t.Helper()
	for _, row := range s.LastAudit(t, 10_000) {
		if row.Tool == tool && row.Outcome == store.AuditSuccess {
			rows = append(rows, row)
		}
	}
	return rows
}

// Wrote fails the test unless the newest successful call of a tool was about
// this thing. It returns the states before and after in the audit; nil if the
// thing did not exist.
func (s *Server) Wrote(t testing.TB, tool, entityType, entityID string) (before, after Object) {
	t.Helper()
	rows := s.Succeeded(t, tool)
	if len(rows) == 0 {
		t.Fatalf("%s left no audit row", tool)
	}
	row := rows[0]
	if row.EntityType == nil || *row.EntityType != entityType || row.EntityID == nil || *row.EntityID != entityID {
		t.Fatalf("the row of %s is about %v %v, want %s %s", tool, row.EntityType, row.EntityID, entityType, entityID)
	}
	return Decoded(t, row.Before), Decoded(t, row.After)
}

// Decoded decodes a JSON object, such as the before of an audit row; nil returns
// nil.
func Decoded(t testing.TB, text []byte) (o Object) {
	t.Helper()
	if text == nil {
		return nil
	}
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	return o
}
