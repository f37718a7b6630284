//go:build upgrade

package upgrade

import (
	"context"
	"testing"
)

// wantFaultsFound fails the test unless statements that read rows of a table under a lock are found, and those that
// do not are not. Nothing of them stays.
func (s *shop) wantFaultsFound(t *testing.T) {
	t.Helper()
	for statement, fault := range map[string]bool{
		"CREATE INDEX planted ON orders (total_oere)":                                              true,
		"ALTER TABLE orders ADD CONSTRAINT planted CHECK (total_oere >= 0)":                        true,
		"ALTER TABLE order_items ALTER product_name TYPE varchar(300)":                             true,
		"ALTER TABLE orders ADD COLUMN planted uuid NOT NULL DEFAULT gen_random_uuid()":            true,
		"ALTER TABLE products ADD COLUMN planted bigint GENERATED ALWAYS AS (stock + 1) STORED":    true,
		"UPDATE products SET stock = stock; ALTER TABLE products ADD COLUMN planted text":          false, // locks no table while it reads
		"ALTER TABLE products ADD COLUMN planted text; UPDATE products SET stock = stock":          true,
		"ALTER TABLE products ADD COLUMN planted text NOT NULL DEFAULT ''":                         false,
		"ALTER TABLE orders ADD CONSTRAINT planted CHECK (total_oere >= 0) NOT VALID":              false,
		"CREATE TABLE planted (id uuid REFERENCES orders (id)); INSERT INTO planted VALUES (null)": false,
	} {
		if found := s.readsUnderLock(t, statement); found != fault {
			t.Errorf("%s reads rows under a lock: %v, want %v", statement, found, fault)
		}
	}
}

// readsUnderLock reports whether statements of a migration read rows of a table under a lock. It takes them back.
func (s *shop) readsUnderLock(t *testing.T, statements string) (reads bool) {
	t.Helper()
	tx, err := s.connect(t).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback(context.WithoutCancel(t.Context())) //nolint:errcheck // the connection is closed
	for _, text := range []string{statements, "INSERT INTO schema_compatibility (version, oldest) VALUES (9999, 28)"} {
		if _, err := tx.Conn().PgConn().Exec(t.Context(), text).ReadAll(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if err := tx.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM watch.locks WHERE read <> '{}')").Scan(&reads); err != nil {
		t.Fatal(err)
	}
	return reads
}
