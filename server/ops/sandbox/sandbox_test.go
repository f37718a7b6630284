package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/sandbox"
	"github.com/storefront/storefront/server/platform/auth"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/test/servertest"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

// bare returns the address of a database in which there is nothing.
func bare(t *testing.T) string {
	t.Helper()
	url := storetest.New(t, storetest.Empty)
	execute(t, connect(t, url), "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
	return url
}

func options(url string) sandbox.Options {
	at := time.Date(2026, time.March, 1, 12, 7, 0, 0, time.UTC)
	return sandbox.Options{
		Seed: 1, Clock: config.Clock{At: at, Fixed: true}, Machine: time.Now, DatabaseURL: url, Program: "test", Log: slog.New(slog.DiscardHandler),
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func tables(t *testing.T, conn *pgx.Conn) []string {
	t.Helper()
	rows, err := conn.Query(t.Context(), "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(names) < 30 {
		t.Fatalf("%q, %v", names, err)
	}
	return names
}

// contents returns all rows of all tables, and the sequences. What tells the caches of changes is left out: its rows name transactions.
func contents(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, table := range tables(t, conn) {
		if table == "changes" {
			continue
		}
		var rows string
		if err := conn.QueryRow(t.Context(), fmt.Sprintf("SELECT coalesce(string_agg(r::text, E'\\n' ORDER BY r::text), '') FROM %s r", table)).Scan(&rows); err != nil {
			t.Fatal(err)
		}
		all[table] = rows
	}
	var sequences string
	if err := conn.QueryRow(t.Context(), "SELECT string_agg(s.schemaname || s.sequencename || coalesce(s.last_value, 0), ' ' ORDER BY s.schemaname, s.sequencename) FROM pg_sequences s").Scan(&sequences); err != nil {
		t.Fatal(err)
	}
	all["sequences"] = sequences
	return all
}

func execute(t *testing.T, conn *pgx.Conn, statements string) {
	t.Helper()
	if _, err := conn.PgConn().Exec(t.Context(), statements).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// A reset restores every table that the schema has, whatever was done to it.
func TestAResetRestoresEveryTable(t *testing.T) {
	t.Parallel()
	url := bare(t)
	db, err := sandbox.Open(t.Context(), options(url))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn := connect(t, url)
	first := contents(t, conn)
	for what, change := range map[string]func(table string) string{
		"emptied": func(table string) string { return "DELETE FROM " + table + ";" },
		"robbed": func(table string) string {
			return "DELETE FROM " + table + " WHERE ctid IN (SELECT ctid FROM " + table + " LIMIT 1);"
		},
	} {
		var statements strings.Builder
		statements.WriteString("BEGIN; SET LOCAL session_replication_role = replica;")
		for _, table := range tables(t, conn) {
			statements.WriteString(change(table))
		}
		statements.WriteString("SELECT setval('sandbox.ids', 1000); COMMIT")
		execute(t, conn, statements.String())
		if err := db.Restore(t.Context()); err != nil {
			t.Fatal(err)
		}
		for table, rows := range contents(t, conn) {
			if rows != first[table] {
				t.Errorf("%s is not as it was after it was %s:\n%.500s\n%.500s", table, what, rows, first[table])
			}
		}
	}
	for _, table := range []string{"products", "orders", "audit_log", "api_keys", "insight_open"} {
		if first[table] == "" {
			t.Errorf("%s is empty", table)
		}
	}
}

// The times of the first state are those of the clock, and none is that of the machine. The
// seed decides the ids.
func TestTheFirstStateIsOfItsClockAndSeed(t *testing.T) {
	t.Parallel()
	state := func(change func(*sandbox.Options)) map[string]string {
		url := bare(t)
		o := options(url)
		change(&o)
		db, err := sandbox.Open(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		return contents(t, connect(t, url))
	}
	first, again := state(func(*sandbox.Options) {}), state(func(*sandbox.Options) {})
	for table := range first {
		if first[table] != again[table] && table != "goose_db_version" {
			t.Errorf("%s differs each time:\n%.500s\n%.500s", table, first[table], again[table])
		}
	}
	if other := state(func(o *sandbox.Options) { o.Seed = 2 }); other["products"] == first["products"] || other["api_keys"] == first["api_keys"] {
		t.Error("another seed makes the same ids")
	}
}

// A sandbox uses an empty database, or one that a sandbox has made, and changes no other.
func TestADatabaseOfSomebodyElseIsRefused(t *testing.T) {
	t.Parallel()
	for name, statements := range map[string]string{
		"a table": "CREATE TABLE theirs (n int)", "another schema": "CREATE SCHEMA theirs; CREATE TABLE theirs.theirs (n int)", "a view": "CREATE VIEW theirs AS SELECT 1",
	} {
		url := bare(t)
		conn := connect(t, url)
		execute(t, conn, statements)
		if _, err := sandbox.Open(t.Context(), options(url)); !errors.Is(err, sandbox.ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		var made bool
		if err := conn.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname LIKE 'sandbox%')").Scan(&made); err != nil || made {
			t.Errorf("%s: the database was changed, %v", name, err)
		}
	}
	if _, err := sandbox.Open(t.Context(), options(storetest.New(t, servertest.Demo))); !errors.Is(err, sandbox.ErrForeign) {
		t.Errorf("a shop: %v", err)
	}
}

// One sandbox at a time uses a database. What another program has made there is made anew, and a shop does not begin on it.
func TestTheDatabaseOfASandbox(t *testing.T) {
	t.Parallel()
	url := bare(t)
	if err := sandbox.Refuse(t.Context(), url); err != nil {
		t.Error(err)
	}
	db, err := sandbox.Open(t.Context(), options(url))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sandbox.Open(t.Context(), options(url)); err == nil || !strings.Contains(err.Error(), "another sandbox runs on this database") {
		t.Errorf("a second one: %v", err)
	}
	if err := sandbox.Refuse(t.Context(), url); !errors.Is(err, sandbox.ErrSandbox) {
		t.Errorf("a shop: %v", err)
	}
	db.Close()
	conn := connect(t, url)
	execute(t, conn, "CREATE TABLE old (n int)")
	newer := options(url)
	newer.Program = "newer"
	if db, err = sandbox.Open(t.Context(), newer); err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, table := range tables(t, conn) {
		if table == "old" {
			t.Error("the state of another program was kept")
		}
	}
}

// The keys have the form of any other, and no shop knows them.
func TestNoShopHasTheKeysOfASandbox(t *testing.T) {
	t.Parallel()
	s := servertest.New(t, servertest.Options{})
	seen := map[string]bool{}
	for _, k := range sandbox.Keys() {
		if _, ok := auth.ParseSecret(k.Secret); !ok || seen[k.Secret] || !strings.HasPrefix(k.Secret, "sfk_Sandbox") {
			t.Errorf("%s: %s", k.Name, k.Secret)
		}
		seen[k.Secret] = true
		s.Refused(t, k.Secret, "products.search", struct{}{}, problem.InvalidKey)
	}
}
