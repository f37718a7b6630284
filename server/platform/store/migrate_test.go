package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

func TestMigrationsGoUpDownAndUp(t *testing.T) {
	t.Parallel()
	url := storetest.New(t, storetest.Empty)
	for range 2 {
		if err := store.MigrateDown(t.Context(), url, 0); err != nil {
			t.Fatal(err)
		}
		if applied, err := store.Migrate(t.Context(), url); err != nil || applied < 4 {
			t.Fatalf("%d applied, %v", applied, err)
		}
	}
	var wg sync.WaitGroup
	if err := store.MigrateDown(t.Context(), url, 0); err != nil {
		t.Fatal(err)
	}
	for range 3 { // as replicas that start at once
		wg.Go(func() {
			if _, err := store.Migrate(context.Background(), url); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestADatabaseOfANewerProgram(t *testing.T) {
	t.Parallel()
	url := storetest.New(t, storetest.Empty)
	conn := connected(t, url)
	apply := func(statement string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	var known int64
	if err := conn.QueryRow(t.Context(), "SELECT max(version_id) FROM goose_db_version").Scan(&known); err != nil {
		t.Fatal(err)
	}
	opens := func() error { _, err := store.Migrate(t.Context(), url); return err }

	apply("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9001, true), (9002, true)")
	err := opens()
	if !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), fmt.Sprintf("knows version %d and the database has version 9002", known)) || !strings.Contains(err.Error(), "migration 9001 ") {
		t.Errorf("two unknown migrations: %v", err)
	}
	apply("INSERT INTO schema_compatibility (version, oldest) VALUES (9001, $1)", known)
	if err := opens(); !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), "migration 9002 ") {
		t.Errorf("one that is recorded, one that is not: %v", err)
	}
	apply("INSERT INTO schema_compatibility (version, oldest) VALUES (9002, 9001)")
	if err := opens(); !errors.Is(err, store.ErrNewerSchema) || !strings.Contains(err.Error(), "knows version 9001") {
		t.Errorf("one that asks for a newer program: %v", err)
	}
	apply("UPDATE schema_compatibility SET oldest = $1 WHERE version = 9002", known)
	if err := opens(); err != nil {
		t.Errorf("two that this program may use: %v", err)
	}
}

// The author of a migration decides which programs may use the database after it.
func TestEveryMigrationRecordsWhichProgramsMayUseTheDatabase(t *testing.T) {
	t.Parallel()
	conn := connected(t, storetest.New(t, storetest.Empty))
	rows, err := conn.Query(t.Context(), `
		SELECT version_id FROM goose_db_version WHERE version_id >= 7
		EXCEPT SELECT version FROM schema_compatibility ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	missing, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range missing {
		t.Errorf("sql/migrations/%05d_*.sql has no INSERT INTO schema_compatibility: docs/adding-an-operation.md, A migration", version)
	}
}

// A migration that waits for a lock does not make calls wait as long as a transaction takes that has it.
func TestCallsPassAMigrationThatWaits(t *testing.T) {
	t.Parallel()
	const before = 27 // migration 28 makes triggers on the pages, which no transaction may be writing meanwhile
	url := storetest.New(t, storetest.Empty)
	if err := store.MigrateDown(t.Context(), url, before); err != nil {
		t.Fatal(err)
	}
	long, other := connected(t, url), connected(t, url)
	begun, err := long.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer begun.Rollback(t.Context()) //nolint:errcheck // it has ended in a test that passes
	const write = "UPDATE pages SET title = title"
	if _, err := begun.Exec(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	migrated := make(chan error, 1)
	go func() {
		_, err := store.Migrate(t.Context(), url)
		migrated <- err
	}()
	awaitWaiting(t, url)
	if _, err := other.Exec(t.Context(), write); err != nil { // while the long transaction goes on
		t.Error(err)
	}
	select {
	case err := <-migrated:
		t.Errorf("the migration has ended while a transaction wrote: %v", err)
	default:
	}
	if err := begun.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-migrated; err != nil {
		t.Error(err)
	}
}

// awaitWaiting waits until a session waits for the lock of a table.
func awaitWaiting(t *testing.T, url string) {
	t.Helper()
	conn := connected(t, url)
	for waiting := false; !waiting; {
		const query = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation' AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
		if err := conn.QueryRow(t.Context(), query).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
}

func connected(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}
