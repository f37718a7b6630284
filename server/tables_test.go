package server_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// platformTables are the tables that platform itself keeps. All others are the shop's.
var platformTables = []string{"api_keys", "audit_log", "changes", "idempotent_answers", "jobs", "key_sessions", "key_stops", "schema_compatibility", "session_tokens", "sign_in_codes"}

// TestPlatformNamesNoTableOfTheShop checks a rule of docs/architecture.md: platform would serve another shop as it
// is. It reads the statements in its files, and those of sql/ that it runs by the name of their query.
func TestPlatformNamesNoTableOfTheShop(t *testing.T) {
	t.Parallel()
	tables, queries := tablesOfTheShop(t), generatedQueries(t)
	files, err := filepath.Glob("platform/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	read, run := 0, map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts(file) {
			if isStatement(text) {
				read++
			}
			for _, table := range named(tables, text) {
				t.Errorf("%s names the table %s in %q", path, table, text)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if ok && queries[call.Sel.Name] != "" {
				run[call.Sel.Name] = true
			}
			return true
		})
	}
	for query := range run {
		for _, table := range named(tables, queries[query]) {
			t.Errorf("platform runs the query %s, which names the table %s", query, table)
		}
	}
	if read < 5 || len(run) < 10 {
		t.Errorf("%d statements and the queries %v were read", read, slices.Sorted(maps.Keys(run)))
	}
}

func TestATableOfTheShopIsFound(t *testing.T) {
	t.Parallel()
	const planted = `package store
const tables = "order_items"
var analyze = "ANALYZE " + "public.products" + ", jobs"
const own, said = "SELECT id FROM audit_log JOIN changes ON true", "no products were found"
var long = ` + "`\n\tupdate\n\tOrders SET id = id`"
	file, err := parser.ParseFile(token.NewFileSet(), "planted.go", planted, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, text := range texts(file) {
		found = append(found, named(tablesOfTheShop(t), text)...)
	}
	if want := []string{"order_items", "products", "orders"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

// tablesOfTheShop returns the tables of sql/schema.sql but those of platform.
func tablesOfTheShop(t *testing.T) map[string]bool {
	t.Helper()
	schema, err := os.ReadFile("../sql/schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]bool{}
	for _, column := range regexp.MustCompile(`(?m)^([a-z_]+)\.[a-z_]+ `).FindAllSubmatch(schema, -1) {
		tables[string(column[1])] = true
	}
	for _, own := range platformTables {
		if !tables[own] {
			t.Errorf("sql/schema.sql has no table %s", own)
		}
		delete(tables, own)
	}
	if !tables["products"] || !tables["orders"] {
		t.Errorf("sql/schema.sql has the tables %v", slices.Sorted(maps.Keys(tables)))
	}
	return tables
}

// generatedQueries returns the statements of gen/db by the names of their queries.
func generatedQueries(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../gen/db/*.go")
	if err != nil {
		t.Fatal(err)
	}
	queries := map[string]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts(file) {
			if name, statement, ok := strings.Cut(strings.TrimPrefix(text, "-- name: "), " :"); ok && strings.HasPrefix(text, "-- name: ") {
				queries[name] = statement
			}
		}
	}
	return queries
}

// texts returns the string literals of a file; those that are joined by + are one.
func texts(file *ast.File) (all []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, isText := literal(e)
		if isText {
			all = append(all, text)
		}
		return !isText
	})
	return all
}

// literal returns the text of a string literal, or of a sum of which a part is one.
func literal(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, isLeft := literal(e.X)
		right, isRight := literal(e.Y)
		return left + right, e.Op == token.ADD && (isLeft || isRight)
	}
	return "", false
}

var (
	keyword = regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE|FROM|JOIN|INTO|ANALYZE|VACUUM|TRUNCATE|LOCK|COPY|ALTER|CREATE|DROP)\b|(?i)^\s*(select|insert into|update|delete from|with|analyze)\s`)
	word    = regexp.MustCompile(`[A-Za-z_]+`)
)

func isStatement(text string) bool { return keyword.MatchString(text) }

// named returns those of the tables that a statement names, or that a text consists of.
func named(tables map[string]bool, text string) (found []string) {
	if tables[text] {
		return []string{text}
	}
	if !isStatement(text) {
		return nil
	}
	for _, name := range word.FindAllString(strings.ToLower(text), -1) {
		if tables[name] && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}
