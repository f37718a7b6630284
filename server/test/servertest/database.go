package servertest

import (
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
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+name+"'")
	return func() { Administer(t, u.String(), "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true") }
}

// bookkeeping are the tables to which a call that changes nothing may add a row:
// for its refusal and the kind of it, its key's last use, the change of the key and
// the runs of jobs; and that of deliveries, which the service attempts by itself.
var bookkeeping = []string{"audit_log", "audit_kinds", "api_keys", "changes", "jobs", "outbox_deliveries", "insight_open", "insight_things", "insight_folds"}

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
		fmt.Fprintln(&b, table, One[string](t, s, `SELECT coalesce(md5(string_agg(x, '|' ORDER BY x COLLATE "C")), '') FROM (SELECT r::text AS x FROM `+
			pgx.Identifier{table}.Sanitize()+` r) rows`))
	}
	return b.String()
}

// Keep copies every row of the database. The function that it returns puts the rows back, and
// returns when this service and those beside it have followed. That costs a few milliseconds,
// where a database and a service of its own cost a case a hundred.
func (s *Server) Keep(t testing.TB) (reset func(t testing.TB, beside ...*Server)) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	if _, err := conn.Exec(t.Context(), keepRows); err != nil {
		t.Fatal(err)
	}
	return func(t testing.TB, beside ...*Server) {
		t.Helper()
		if _, err := conn.Exec(context.Background(), "SELECT kept.reset()"); err != nil {
			t.Fatal(err)
		}
		for _, service := range append(beside, s) {
			service.WantFresh(t)
		}
	}
}

// keepRows copies the tables into the schema "kept", and makes a function that puts back those
// that differ. Of the triggers only those fire that caches follow, as when a copy is restored.
// What says that there is something new is not put back: changes, and the number of folds.
const keepRows = `CREATE SCHEMA kept;
	DO $do$
	DECLARE
		body text := 'UPDATE public.insight_folds SET fold = fold + 1, rebuilt = rebuilt + 1;';
		name text;
		columns text;
	BEGIN
		FOR name, columns IN SELECT table_name, string_agg(quote_ident(column_name), ', ') FILTER (WHERE is_generated = 'NEVER')
			FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
			WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('changes', 'insight_folds', 'goose_db_version')
			GROUP BY table_name ORDER BY table_name
		LOOP
			EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
			body := body || format('IF (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM kept.%1$I)
				OR EXISTS (SELECT t::text FROM public.%1$I t EXCEPT ALL SELECT t::text FROM kept.%1$I t) THEN
				DELETE FROM public.%1$I;
				INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I;
			END IF;', name, columns);
		END LOOP;
		EXECUTE format('CREATE FUNCTION kept.reset() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS %L', 'BEGIN ' || body || ' END');
	END $do$`
