package server_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/audit"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

// empty starts the service on a database without a row.
func empty(t *testing.T) *servertest.Server {
	t.Helper()
	return servertest.New(t, servertest.Options{Template: storetest.Empty})
}

// succeeded returns the audit rows of the calls of a tool that did something,
// the newest first.
func succeeded(t *testing.T, s *servertest.Server, tool string) []db.AuditLog {
	t.Helper()
	all, err := s.Store.Read().AuditList(t.Context(), 10_000)
	if err != nil {
		t.Fatal(err)
	}
	var rows []db.AuditLog
	for _, row := range all {
		if row.Tool == tool && row.Outcome == audit.Success {
			rows = append(rows, row)
		}
	}
	return rows
}

// wrote wants the newest row of a tool to be about this thing, and returns what
// it was before and after; nil where it did not exist.
func wrote(t *testing.T, s *servertest.Server, tool, entityType, entityID string) (before, after object) {
	t.Helper()
	rows := succeeded(t, s, tool)
	if len(rows) == 0 {
		t.Fatalf("%s left no audit row", tool)
	}
	row := rows[0]
	if row.EntityType == nil || *row.EntityType != entityType || row.EntityID == nil || *row.EntityID != entityID {
		t.Fatalf("the row of %s is about %v %v, want %s %s", tool, row.EntityType, row.EntityID, entityType, entityID)
	}
	return decoded(t, row.Before), decoded(t, row.After)
}

func decoded(t *testing.T, text []byte) (into object) {
	t.Helper()
	if text == nil {
		return nil
	}
	if err := json.Unmarshal(text, &into); err != nil {
		t.Fatal(err)
	}
	return into
}

// wantFields wants an object to hold these values, compared as JSON.
func wantFields(t *testing.T, what string, got, want object) {
	t.Helper()
	for name, value := range want {
		if !sameJSON(got[name], value) {
			t.Errorf("%s: %s is %v, want %v", what, name, got[name], value)
		}
	}
}

// sameJSON tells whether two values are written alike.
func sameJSON(a, b any) bool {
	textA, _ := json.Marshal(a)
	textB, _ := json.Marshal(b)
	return string(textA) == string(textB)
}

// execute changes the database behind the service's back.
func execute(t *testing.T, s *servertest.Server, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// together makes n calls at once and counts the statuses of their answers.
func together(n int, call func(i int) servertest.Reply) (statuses map[int]int, replies []servertest.Reply) {
	replies = make([]servertest.Reply, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { replies[i] = call(i) })
	}
	wg.Wait()
	statuses = map[int]int{}
	for _, reply := range replies {
		statuses[reply.Status]++
	}
	return statuses, replies
}

// wantList wants a tool to answer with these values of one field, in order.
func wantList(t *testing.T, s *servertest.Server, key, tool string, body object, field string, want ...string) {
	t.Helper()
	var list []object
	s.OK(t, key, tool, body, &list)
	got := make([]string, len(list))
	for i, item := range list {
		got[i], _ = item[field].(string)
	}
	if list == nil || !sameJSON(got, append([]string{}, want...)) {
		t.Errorf("%s %v: got %q, want %q", tool, body, got, want)
	}
}
