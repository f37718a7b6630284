package sql_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	migrations "github.com/storefront/storefront/sql"
)

// released are the migrations that were written before these rules.
const released = 28

// TestMigrationsExpandThenContract reads the migrations that a running shop meets:
// docs/adding-an-operation.md says how one is written.
func TestMigrationsExpandThenContract(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]fs.FS{"sql": migrations.Migrations, "tests/nightly/upgrade": os.DirFS("../tests/nightly/upgrade")} {
		files, err := fs.Glob(folder, "migrations/*.sql")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			text, err := fs.ReadFile(folder, file)
			if err != nil {
				t.Fatal(err)
			}
			if number := number(t, file); number > released {
				for _, fault := range faults(string(text), number) {
					t.Errorf("%s/%s: %s", name, file, fault)
				}
			}
		}
	}
}

func number(t *testing.T, file string) int {
	t.Helper()
	digits, _, _ := strings.Cut(strings.TrimPrefix(file, "migrations/"), "_")
	n, err := strconv.Atoi(digits)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// allowed is a comment with which an author takes responsibility for what follows it.
const allowed = "-- contract:"

var (
	comment = regexp.MustCompile(`(?m)--.*$`)
	created = regexp.MustCompile(`^create (?:unlogged )?table (?:if not exists )?(\w+)`)
	records = regexp.MustCompile(`insert into schema_compatibility \(version, oldest\) values \((\d+), (\d+)\)`)
	onTable = regexp.MustCompile(`^(?:alter table (?:if exists )?(?:only )?|(?:create|drop) (?:unique )?index .*? on (?:only )?|update |delete from |lock (?:table )?)(\w+)`)
)

// builds is a statement that leaves an index which is not valid when it ends early; then it has to begin anew.
var builds = regexp.MustCompile(`^create (?:unique )?index concurrently (?:if not exists )?(\w+)`)

// A rule refuses statements on tables that the service uses.
type rule struct {
	statement *regexp.Regexp // in lower case, with single spaces
	except    *regexp.Regexp // what makes it right; nil for nothing
	instead   string
}

var rules = []rule{
	{regexp.MustCompile(`^create (unique )?index`), regexp.MustCompile(`^create (unique )?index concurrently`), "CREATE INDEX CONCURRENTLY, in a file with NO TRANSACTION"},
	{regexp.MustCompile(`^drop index`), regexp.MustCompile(`^drop index concurrently`), "DROP INDEX CONCURRENTLY, in a file with NO TRANSACTION"},
	{regexp.MustCompile(`^alter table .*\badd (column )?(if not exists )?\w+ .*\bnot null\b`), regexp.MustCompile(`\bdefault\b`), "a default, or a column that may be null"},
	{regexp.MustCompile(`^alter table .*\badd (column )?.*\bgenerated always as\b.*\bstored\b`), nil, "a column that a trigger fills: a generated one is written for all rows under a lock"},
	{regexp.MustCompile(`^alter table .*\balter (column )?\w+ (set data )?type\b`), nil, "a new column, filled in parts, and the old one dropped by a later release"},
	{regexp.MustCompile(`^alter table .*\balter (column )?\w+ set not null\b`), nil, "CHECK (… IS NOT NULL) NOT VALID, validated in a migration of its own"},
	{regexp.MustCompile(`^alter table .*\badd (constraint \w+ )?(check|foreign key)\b`), regexp.MustCompile(`\bnot valid$`), "NOT VALID, validated in a migration of its own"},
	{regexp.MustCompile(`^alter table .*\badd (constraint \w+ )?(unique|primary key|exclude)\b`), regexp.MustCompile(`\busing index\b`), "a unique index built CONCURRENTLY, then USING INDEX"},
	{regexp.MustCompile(`^alter table .*\b(rename|drop column|drop constraint|set schema|inherit|attach partition)\b`), nil, "nothing that a running program uses is removed or renamed: let one release pass, and say so"},
	{regexp.MustCompile(`^drop (table|view|function|trigger|type)\b`), nil, "nothing that a running program uses is removed: let one release pass, and say so"},
	{regexp.MustCompile(`^(update|delete|truncate|lock|cluster|vacuum full|refresh materialized view)\b`), nil, "rows are changed in parts, by a job or a migration in Go"},
}

// faults returns what is wrong with the way up of a migration.
func faults(text string, number int) (list []string) {
	up, _, _ := strings.Cut(text, "-- +goose Down")
	var ours []string // tables that this file creates: nobody uses them yet
	var before []string
	recorded := false
	for _, part := range statements(up) {
		excused := strings.Contains(part, allowed)
		statement := strings.ToLower(strings.Join(strings.Fields(comment.ReplaceAllString(part, "")), " "))
		if found := created.FindStringSubmatch(statement); found != nil {
			ours = append(ours, found[1])
		}
		if found := builds.FindStringSubmatch(statement); found != nil {
			for _, first := range []string{"set lock_timeout = 0", "drop index concurrently if exists " + found[1]} {
				if !slices.Contains(before, first) {
					list = append(list, fmt.Sprintf("%.80s … needs before it: %s", statement, first))
				}
			}
		}
		before = append(before, statement)
		if found := records.FindStringSubmatch(statement); found != nil {
			recorded = true
			if oldest, err := strconv.Atoi(found[2]); err != nil || oldest >= number {
				list = append(list, "the program before must work on the new schema: oldest is at most "+strconv.Itoa(number-1))
			}
		}
		if on := onTable.FindStringSubmatch(statement); excused || on != nil && slices.Contains(ours, on[1]) {
			continue
		}
		for _, r := range rules {
			if r.statement.MatchString(statement) && (r.except == nil || !r.except.MatchString(statement)) {
				list = append(list, fmt.Sprintf("%.80s … needs: %s", statement, r.instead))
			}
		}
	}
	if !recorded {
		list = append(list, "it does not record in schema_compatibility which programs may use the database")
	}
	if strings.Contains(strings.ToLower(up), " concurrently") && !strings.Contains(up, "-- +goose NO TRANSACTION") {
		list = append(list, "CONCURRENTLY needs -- +goose NO TRANSACTION")
	}
	return list
}

// statements splits a file at the semicolons outside of dollar quotes and comments.
func statements(text string) (list []string) {
	quoted := false
	var one strings.Builder
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "--")
		if strings.Count(code, "$$")%2 == 1 {
			quoted = !quoted
		}
		one.WriteString(line)
		if !quoted && strings.HasSuffix(strings.TrimSpace(code), ";") {
			list = append(list, strings.TrimSuffix(strings.TrimSpace(one.String()), ";"))
			one.Reset()
		}
	}
	return list
}

func TestTheRulesOfMigrations(t *testing.T) {
	t.Parallel()
	const end = "\nINSERT INTO schema_compatibility (version, oldest) VALUES (40, 39);\n-- +goose Down\nDROP TABLE products;\n"
	for _, good := range []string{
		"CREATE TABLE things (id bigint PRIMARY KEY);\nCREATE INDEX things_id ON things (id);\nALTER TABLE things ADD CHECK (id > 0);",
		"ALTER TABLE products ADD COLUMN size text;",
		"ALTER TABLE products ADD COLUMN size text NOT NULL DEFAULT '';",
		"-- +goose NO TRANSACTION\nSET lock_timeout = 0;\nDROP INDEX CONCURRENTLY IF EXISTS products_size;\n" +
			"CREATE UNIQUE INDEX CONCURRENTLY products_size ON products (size);\nRESET lock_timeout;",
		"ALTER TABLE products ADD CONSTRAINT products_size CHECK (size <> '') NOT VALID;",
		"ALTER TABLE products VALIDATE CONSTRAINT products_size;",
		"ALTER TABLE products ADD CONSTRAINT products_size UNIQUE USING INDEX products_size;",
		"-- contract: no program since 38 reads it\nALTER TABLE products DROP COLUMN size;",
		"CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n  UPDATE products SET size = 1;\n  RETURN NULL;\nEND $$;",
	} {
		if list := faults(good+end, 40); len(list) > 0 {
			t.Errorf("%s\n%q", good, list)
		}
	}
	for _, bad := range []string{
		"CREATE INDEX products_size ON products (size);",
		"SET lock_timeout = 0;\nDROP INDEX CONCURRENTLY IF EXISTS products_size;\nCREATE INDEX CONCURRENTLY products_size ON products (size);",
		"-- +goose NO TRANSACTION\nSET lock_timeout = 0;\nCREATE INDEX CONCURRENTLY products_size ON products (size);",
		"-- +goose NO TRANSACTION\nDROP INDEX CONCURRENTLY IF EXISTS products_size;\nCREATE INDEX CONCURRENTLY products_size ON products (size);",
		"DROP INDEX products_size;",
		"ALTER TABLE products ADD COLUMN size text NOT NULL;",
		"ALTER TABLE products ADD size bigint GENERATED ALWAYS AS (price_oere * 2) STORED;",
		"ALTER TABLE products ALTER COLUMN name TYPE varchar(10);",
		"ALTER TABLE products\n    ALTER name SET NOT NULL;",
		"ALTER TABLE products ADD CONSTRAINT c CHECK (stock > 0);",
		"ALTER TABLE order_items ADD FOREIGN KEY (product_id) REFERENCES products;",
		"ALTER TABLE products ADD CONSTRAINT c UNIQUE (name);",
		"ALTER TABLE products RENAME COLUMN name TO title;",
		"ALTER TABLE products DROP COLUMN name;",
		"DROP TABLE products;",
		"UPDATE products SET stock = 0;",
		"DELETE FROM products;",
		"LOCK TABLE products;",
		"CREATE TABLE other (id int);\nUPDATE products SET stock = 0;",
	} {
		if list := faults(bad+end, 40); len(list) == 0 {
			t.Errorf("%s is not refused", bad)
		}
	}
	for name, text := range map[string]string{
		"no record":            "CREATE TABLE things (id bigint);\n",
		"only the new program": strings.Replace("CREATE TABLE things (id bigint);"+end, "39", "40", 1),
	} {
		if len(faults(text, 40)) == 0 {
			t.Errorf("%s is not refused", name)
		}
	}
}
