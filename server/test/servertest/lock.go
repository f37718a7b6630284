package servertest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
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

// AwaitLock returns once n sessions wait for a lock of another one.
func (s *Server) AwaitLock(t testing.TB, n int) {
	t.Helper()
	Eventually(t, 20*time.Second, func() bool {
		return One[int](t, s, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == n
	})
}
