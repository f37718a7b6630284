package servertest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/problem"
)

// Meanwhile runs a statement in a transaction of its own, which keeps its locks until commit is called.
func (s *Server) Meanwhile(t testing.TB, statement string, args ...any) (commit func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := tx.Commit(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// AwaitLock returns once n calls wait for a lock of Meanwhile.
func (s *Server) AwaitLock(t testing.TB, n int) {
	t.Helper()
	Eventually(t, 20*time.Second, func() bool { return s.Waiting(t) == n })
}

// Waiting returns how many calls wait for a lock of Meanwhile, or for another one that does. What the service does beside the calls is
// not counted: a job may wait too, and sessions of it for each other.
func (s *Server) Waiting(t testing.TB) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	const waiting = `WITH RECURSIVE sessions AS (SELECT pid, query, application_name = 'storefront' AS ours, pg_blocking_pids(pid) AS behind FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend'),
		held AS (SELECT pid, query, ours FROM sessions WHERE NOT ours
			UNION SELECT s.pid, s.query, true FROM sessions s JOIN held h ON h.pid = ANY (s.behind) WHERE s.ours)
		SELECT count(*) FROM held WHERE ours AND query NOT LIKE '-- name: ProductsOfOtherRule%'`
	if err := conn.QueryRow(t.Context(), waiting).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// OneWins sends a call eight times at once, by callers who read the same version of a thing: one changes it, and the others are
// told. The version that the answer has is a later one, and the next call that expects it is accepted. OneWins returns the
// version after that.
func (s *Server) OneWins(t testing.TB, key, tool, seen string, body Object) string {
	t.Helper()
	expecting := With(body, Object{"expectedUpdatedAt": seen})
	statuses, replies := Together(8, func(int) Reply { return s.Call(t, key, tool, expecting) })
	if statuses[200] != 1 || statuses[409] != 7 {
		t.Fatalf("%s: statuses %v", tool, statuses)
	}
	var changed struct{ UpdatedAt string }
	for _, reply := range replies {
		if reply.Status == 200 {
			reply.Result(t, &changed)
		} else {
			reply.Problem(t, problem.VersionConflict)
		}
	}
	if changed.UpdatedAt <= seen {
		t.Errorf("%s: the version %s follows %s", tool, changed.UpdatedAt, seen)
	}
	s.OK(t, key, tool, With(body, Object{"expectedUpdatedAt": changed.UpdatedAt}), &changed)
	return changed.UpdatedAt
}
