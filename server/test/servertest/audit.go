package servertest

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/wire"
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

// KeepWhole has the rows of changes keep all of a thing before and after, as programs before the migration 35 did.
func (s *Server) KeepWhole(t testing.TB, rows ...db.AuditLog) {
	t.Helper()
	for _, row := range rows {
		if row.Before != nil && row.After != nil {
			before, after := s.wholeStates(t, row)
			s.Execute(t, "UPDATE audit_log SET before = $1, after = $2 WHERE id = $3", string(before), string(after), row.ID)
		}
	}
}

// wholeStates returns the states of a thing that a row says was changed, with what stayed: that is taken from the earlier rows
// about the thing, or else from the thing as it is.
func (s *Server) wholeStates(t testing.TB, row db.AuditLog) (before, after []byte) {
	t.Helper()
	whole := s.now(t, row)
	if whole == nil {
		whole = map[string]json.RawMessage{}
	}
	for _, earlier := range slices.Backward(s.LastAudit(t, 10_000)) {
		if earlier.ID == row.ID {
			break
		}
		if earlier.After != nil && reflect.DeepEqual(earlier.EntityType, row.EntityType) && reflect.DeepEqual(earlier.EntityID, row.EntityID) {
			decode(t, earlier.After, &whole)
		}
	}
	with := func(kept []byte) []byte {
		state := maps.Clone(whole)
		decode(t, kept, &state)
		text, err := wire.Marshal(state)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	return with(row.Before), with(row.After)
}

// now returns the members of what a row is about, as the audit would show it; nil where it is of a kind that is not reverted.
func (s *Server) now(t testing.TB, row db.AuditLog) (state map[string]json.RawMessage) {
	t.Helper()
	kind := server.Undoable()[*row.EntityType]
	if kind.Put == nil {
		return nil
	}
	read := errors.New("read") // nothing is written
	ctx := call.With(t.Context(), call.Task("test"))
	err := s.Store.Write(ctx, func(tx *store.Tx) error {
		return kind.Put(ctx, tx, *row.EntityID, func(now json.RawMessage) (json.RawMessage, error) {
			if now != nil {
				decode(t, now, &state)
			}
			return nil, read
		})
	})
	if !errors.Is(err, read) {
		t.Fatal(err)
	}
	return state
}

func decode(t testing.TB, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
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
	if row.Before != nil && row.After != nil {
		row.Before, row.After = s.wholeStates(t, row)
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
	decode(t, text, &o)
	return o
}
