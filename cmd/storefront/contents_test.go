package main_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// changedOnPurpose is what a migration after version 9 may change of the old shop, a table or a
// column, and why.
var changedOnPurpose = map[string]string{
	"goose_db_version":     "a row for each migration",
	"schema_compatibility": "a row for each version",
	"changes":              "announces the rows that have changed",
	"orders.user_id":       "names the customer, whom migration 11 makes",
	"products.search":      "contains the names of attributes that are true, from migration 23",
	"search_words":         "contains these names, too",
}

// table is a table with its rows as text, in order; without what may change.
type table struct {
	name, columns string
	rows          []string
}

// contents returns all tables.
func contents(t *testing.T, db *pgx.Conn) (all []table) {
	t.Helper()
	names := column[string](t, db, `SELECT table_name::text FROM information_schema.tables
		WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`)
	for _, name := range names {
		if changedOnPurpose[name] != "" {
			continue
		}
		columns := column[string](t, db, `SELECT column_name::text FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`, name)
		columns = slices.DeleteFunc(columns, func(column string) bool { return changedOnPurpose[name+"."+column] != "" })
		for i := range columns {
			columns[i] = pgx.Identifier{columns[i]}.Sanitize()
		}
		kept := table{name: name, columns: strings.Join(columns, ", ")}
		kept.rows = kept.read(t, db)
		all = append(all, kept)
	}
	return all
}

func (k *table) read(t *testing.T, db *pgx.Conn) []string {
	t.Helper()
	return column[string](t, db, `SELECT r FROM (SELECT ROW(`+k.columns+`)::text AS r FROM `+pgx.Identifier{k.name}.Sanitize()+`) rows ORDER BY r COLLATE "C"`)
}

// wantContents compares what there is with what there was, but for some tables.
func wantContents(t *testing.T, db *pgx.Conn, old []table, but ...string) {
	t.Helper()
	for i := range old {
		before := &old[i]
		if slices.Contains(but, before.name) {
			continue
		}
		after := before.read(t, db)
		for j := range max(len(before.rows), len(after)) {
			if j >= len(before.rows) || j >= len(after) || before.rows[j] != after[j] {
				t.Errorf("%s (%s) had %d rows and has %d; the first difference:\n%v\n%v", before.name, before.columns, len(before.rows), len(after), from(before.rows, j), from(after, j))
				break
			}
		}
	}
}

// from returns at most one row, that with the index.
func from(rows []string, i int) []string { return rows[min(i, len(rows)):min(i+1, len(rows))] }
