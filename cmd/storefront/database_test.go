package main_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/postgres"
)

// database connects to the database of the program. It makes that on the program's own PostgreSQL if there is none.
func database(t *testing.T, p *program) *pgx.Conn {
	t.Helper()
	url := p.url
	if url == "" {
		url = ownDatabase(t, p)
	}
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// ownDatabase returns the address of the database on the program's own PostgreSQL, which runs until the test ends.
func ownDatabase(t *testing.T, p *program) string {
	t.Helper()
	const name = "storefront"
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: p.data})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := instance.EnsureDatabase(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	return instance.URL(name)
}

// execute runs statements; each text may contain several.
func execute(t *testing.T, db *pgx.Conn, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.PgConn().Exec(t.Context(), statement).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
}

// column returns the values of a query for one column.
func column[T any](t *testing.T, db *pgx.Conn, query string, args ...any) []T {
	t.Helper()
	rows, err := db.Query(t.Context(), query, args...)
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%v: %s", err, query)
	}
	return values
}
