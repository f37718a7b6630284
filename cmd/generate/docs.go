package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/config"
	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// writeErrors generates docs/errors.md from the catalogue of problems.
func writeErrors() error {
	var b strings.Builder
	b.WriteString(`<!-- Generated from server/platform/problem/catalogue.go by "make generate". Do not edit. -->
# Errors

Every refusal is a problem document (RFC 9457, ` + "`application/problem+json`" + `):

| field | content |
|---|---|
| ` + "`code`" + `, ` + "`status`" + ` | for programs: the rows below |
| ` + "`title`" + `, ` + "`detail`" + ` | for people: what this code means, what is wrong with this call |
| ` + "`resolution`" + ` | one sentence that says what to do about this call |
| ` + "`type`" + ` | ` + "`/problems/<code>`" + `, which explains the code; a 429 has the registered type of the RateLimit headers |
| ` + "`instance`" + ` | the id that is also in ` + "`X-Request-Id`" + `, the log and the audit |
| ` + "`ok`, `error`" + ` | for older clients: false, and the detail |

`)
	b.WriteString("\\* The same call may succeed later.\n\n| code | when |\n|---|---|\n")
	for _, code := range problem.Codes() {
		k, later := problem.Catalogue[code], ""
		if k.Retryable {
			later = " \\*"
		}
		fmt.Fprintf(&b, "| %d `%s`%s | %s |\n", k.Status, code, later, k.Meaning)
	}
	return write("docs/errors.md", []byte(b.String()))
}

// writeConfiguration generates docs/configuration.md from the configuration
// structs.
func writeConfiguration() error {
	var b strings.Builder
	b.WriteString(`<!-- Generated from server/config/config.go by "make generate". Do not edit. -->
# Configuration

Every setting is an environment variable, or a flag. The flag takes precedence. It is the name without ` + "`STOREFRONT_`" + `,
in lower case and with hyphens: ` + "`--trusted-proxies`, `--database-url`" + `. Of ` + "`STOREFRONT_URL`" + ` it is ` + "`--base-url`" + `.

` + "`_FILE`" + ` after the name of any setting takes the value from a file, which is better for secrets:
` + "`DATABASE_URL_FILE=/run/secrets/url`" + `. A value that can never work, and a variable ` + "`STOREFRONT_…`" + ` that is not
listed here, are refused by name before anything starts.
`)
	for _, section := range []struct {
		title string
		value any
	}{
		{"The server (`storefront serve`)", config.Serve{}},
		{"The sandbox (`storefront serve --sandbox`)", config.Sandbox{}},
		{"The database (every command)", config.Database{}},
		{"The log (every command)", config.Log{}},
		{"The deployment that `storefront call` calls", config.Target{}},
		{"The keys of `storefront contract-test`; `storefront call` takes the first, from the environment alone", config.Keys{}},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n| environment | default | what it is |\n|---|---|---|\n", section.title)
		writeFields(&b, reflect.TypeOf(section.value))
	}
	return write("docs/configuration.md", []byte(b.String()))
}

func writeFields(b *strings.Builder, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		if _, embedded := f.Tag.Lookup("embed"); embedded {
			writeFields(b, f.Type)
			continue
		}
		if _, hidden := f.Tag.Lookup("hidden"); hidden {
			continue
		}
		standard := f.Tag.Get("default")
		if standard != "" {
			standard = "`" + standard + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", f.Tag.Get("env"), standard, f.Tag.Get("help"))
	}
}

// The catalog of a migrated database, one line per object, with the same text
// for every version of PostgreSQL.
var catalogQueries = []struct{ title, query string }{
	{"Columns", `
		SELECT format('%s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
			CASE WHEN a.attnotnull THEN ' not null' ELSE '' END, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''))
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'goose%'
		ORDER BY c.relname COLLATE "C", a.attnum`},
	{"Views", `
		SELECT format('%s.%s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod))
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
		ORDER BY c.relname COLLATE "C", a.attnum`},
	{"Constraints", `
		SELECT format('%s.%s %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
		FROM pg_constraint c
		WHERE c.connamespace = 'public'::regnamespace AND c.contype IN ('c', 'f', 'p', 'u', 'x') AND c.conrelid::regclass::text NOT LIKE 'goose%'
		ORDER BY c.conrelid::regclass::text COLLATE "C", c.conname COLLATE "C"`},
	{"Indexes", `
		SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'
		ORDER BY tablename COLLATE "C", indexname COLLATE "C"`},
	{"Functions and triggers", `
		SELECT format('%s: %s', p.proname, regexp_replace(trim(p.prosrc), '\s+', ' ', 'g')) FROM pg_proc p
		WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
		UNION ALL
		SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
		ORDER BY 1`},
	{"Extensions", `SELECT extname FROM pg_extension ORDER BY extname COLLATE "C"`},
}

// dumpSchema writes the schema that the migrations create, for reviewers to
// compare.
func dumpSchema() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	instance, err := postgres.Open(ctx, postgres.Options{DataDir: filepath.Join(base, "storefront", "generate-data"), Settings: postgres.VolatileSettings()})
	if err != nil {
		return err
	}
	defer instance.Close()
	admin, err := pgx.Connect(ctx, instance.URL("postgres"))
	if err != nil {
		return err
	}
	defer admin.Close(ctx)
	if _, err := admin.Exec(ctx, "DROP DATABASE IF EXISTS generate"); err != nil {
		return err
	}
	if err := instance.EnsureDatabase(ctx, "generate"); err != nil {
		return err
	}
	if _, err := store.Migrate(ctx, instance.URL("generate")); err != nil {
		return err
	}
	text, err := describe(ctx, instance.URL("generate"))
	if err != nil {
		return err
	}
	return write("sql/schema.sql", []byte(text))
}

func describe(ctx context.Context, url string) (string, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	var b strings.Builder
	b.WriteString("-- Generated from sql/migrations by cmd/generate. Do not edit.\n")
	for _, q := range catalogQueries {
		rows, err := conn.Query(ctx, q.query)
		if err != nil {
			return "", err
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return "", fmt.Errorf("%s: %w", q.title, err)
		}
		fmt.Fprintf(&b, "\n-- %s\n%s\n", q.title, strings.Join(lines, "\n"))
	}
	return b.String(), nil
}
