package store_test

import (
	"testing"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/test/storetest"
)

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
