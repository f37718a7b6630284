package servertest

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// One reads a single value from the database of the service.
func One[T any](t testing.TB, s *Server, query string, args ...any) T {
	t.Helper()
	rows, err := s.Store.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Execute changes the database without calling the service.
func (s *Server) Execute(t testing.TB, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// Administer runs statements in the database at this URL, in one session.
func Administer(t testing.TB, address string, statements ...string) {
	t.Helper()
	const patience = 3 * time.Minute // for a busy machine and large statements
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
}

// HideTables makes every statement of the service fail until the test ends.
func (s *Server) HideTables(t testing.TB) {
	t.Helper()
	s.Execute(t, "ALTER SCHEMA public RENAME TO elsewhere")
	t.Cleanup(func() { Administer(t, s.DatabaseURL, "ALTER SCHEMA elsewhere RENAME TO public") })
}

// Disconnect ends all sessions in the database of the service and refuses new
// ones. Call reconnect to allow them again.
func (s *Server) Disconnect(t testing.TB) (reconnect func()) {
	t.Helper()
	u, err := url.Parse(s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	Administer(t, u.String(), "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false",
		"ALTER DATABASE "+name+" SET TABLESPACE pg_default", // moves nothing: it waits for sessions that have just been let in
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	return func() { Administer(t, u.String(), "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true") }
}

// bookkeeping are the tables to which a call that changes nothing may add a row:
// for its refusal and the kind of it, its key's last use, the change of the key,
// a preview and the runs of jobs; and that of deliveries, which the service attempts by itself.
var bookkeeping = []string{"audit_log", "audit_kinds", "api_keys", "changes", "jobs", "outbox_deliveries", "page_drafts", "webhook_attempts", "insight_open", "insight_things", "insight_folds", "key_calls"}

// ended are the rows of uploads that have ended. One that failed leaves the others, which are deleted later.
var ended = map[string]string{"images": " WHERE kept", "image_files": " WHERE EXISTS (SELECT FROM images WHERE kept AND digest = left(name, 64))"}

// lasting is what counts of the rows of a table, where it is not all: a payment is read from its provider by a job.
var lasting = map[string]string{"payments": "(to_jsonb(r) - 'looked_at')"}

// Contents returns a digest of every table, one per line, except the audit and
// the keys.
func (s *Server) Contents(t testing.TB) string {
	t.Helper()
	tables := One[[]string](t, s, `SELECT array_agg(table_name::text ORDER BY table_name) FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'goose_db_version'`)
	var b strings.Builder
	for _, table := range tables {
		if slices.Contains(bookkeeping, table) {
			continue
		}
		fmt.Fprintln(&b, table, One[string](t, s, `SELECT coalesce(md5(string_agg(x, '|' ORDER BY x COLLATE "C")), '') FROM (SELECT `+cmp.Or(lasting[table], "r")+`::text AS x FROM `+
			pgx.Identifier{table}.Sanitize()+` r`+ended[table]+`) rows`))
	}
	return b.String()
}

// Holding returns the tables that have a text in a row.
func (s *Server) Holding(t testing.TB, text string) (names []string) {
	t.Helper()
	for _, table := range One[[]string](t, s, `SELECT array_agg(table_name::text ORDER BY table_name) FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`) {
		if One[bool](t, s, `SELECT EXISTS (SELECT FROM `+pgx.Identifier{table}.Sanitize()+` r WHERE strpos(r::text, $1) > 0)`, text) {
			names = append(names, table)
		}
	}
	return names
}
