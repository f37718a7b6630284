package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// sessionSettings hold in every session of the pool. They are sent when a connection
// is made. Times are in milliseconds.
var sessionSettings = []struct{ name, value string }{
	{"default_transaction_read_only", "on"}, // a write outside Write or Task fails in PostgreSQL itself
	{"statement_timeout", "15000"},
	{"lock_timeout", "5000"},
	{"idle_in_transaction_session_timeout", "30000"},
}

// SessionError says that a pooler on the way to the database drops what a session of
// the service needs.
type SessionError struct {
	Dropped []string // the settings
	Refused string   // the pooler's words when it refuses the connection because of them
}

func (e *SessionError) Error() string {
	var b strings.Builder
	if e.Refused != "" {
		names := make([]string, len(sessionSettings))
		for i, s := range sessionSettings {
			names[i] = s.name
		}
		fmt.Fprintf(&b, "the pooler at DATABASE_URL refuses the connection: %s. Add to pgbouncer.ini: ignore_startup_parameters = %s. Then",
			e.Refused, strings.Join(names, ","))
	} else {
		fmt.Fprintf(&b, "the pooler at DATABASE_URL drops the settings %s;", strings.Join(e.Dropped, ", "))
	}
	b.WriteString(" give them to the role that DATABASE_URL names, directly in PostgreSQL:")
	for _, s := range sessionSettings {
		fmt.Fprintf(&b, " ALTER ROLE <role> SET %s = %s;", s.name, s.value)
	}
	return b.String()
}

// refusedByPooler explains a connection that was refused for its settings; other
// errors are returned as they are.
func refusedByPooler(err error) error {
	const protocolViolation = "08P01" // PgBouncer's code for it
	pg, ok := errors.AsType[*pgconn.PgError](err)
	if ok && pg.Code == protocolViolation && strings.Contains(pg.Message, "startup parameter") {
		return &SessionError{Refused: pg.Message}
	}
	return err
}

// verifySession fails when a new session lacks a setting.
func verifySession(ctx context.Context, conn *pgx.Conn) error {
	names := make([]string, len(sessionSettings))
	for i, s := range sessionSettings {
		names[i] = s.name
	}
	rows, err := conn.Query(ctx, "SELECT name, setting FROM pg_settings WHERE name = ANY ($1)", pgx.QueryExecModeExec, names)
	if err != nil {
		return err
	}
	found := map[string]string{}
	var name, value string
	if _, err := pgx.ForEachRow(rows, []any{&name, &value}, func() error { found[name] = value; return nil }); err != nil {
		return err
	}
	var dropped []string
	for _, s := range sessionSettings {
		if found[s.name] != s.value {
			dropped = append(dropped, s.name)
		}
	}
	if len(dropped) > 0 {
		return &SessionError{Dropped: dropped}
	}
	return nil
}

// Verify fails when the database cannot be used as the service needs it: it is away,
// or a pooler drops the settings of sessions (a SessionError). Behind a pooler the
// connections made from then on prepare no statements, of which another session would
// know nothing. Call it before the first statement.
func (s *Store) Verify(ctx context.Context) error {
	conn, err := s.Dedicated(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var pid uint32
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeExec).Scan(&pid); err != nil {
		return err
	}
	s.pooled.Store(pid != conn.PgConn().PID()) // a pooler tells its clients numbers of its own
	return nil
}

// unprepared has a connection behind a pooler keep descriptions of statements alone.
func (s *Store) unprepared(_ context.Context, config *pgx.ConnConfig) error {
	if s.pooled.Load() && config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}
