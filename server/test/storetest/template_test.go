package storetest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestMain(m *testing.M) { Main(m) }

// A template is known by the files that it is made from, whatever program asks.
func TestTheKeyOfATemplateChangesWithItsFiles(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module shop\n")
	write("sql/migrations/00001_first.sql", "CREATE TABLE a ();")
	write("server/platform/store/gomigrations.go", "package store")
	write("shop/fill.go", "package shop")
	write("below/somewhere.txt", "")
	t.Chdir(filepath.Join(root, "below"))
	plain, filled := Template{Name: "plain"}, Template{Name: "filled", Sources: []string{"shop"}}
	key := func(template Template) string {
		text, err := template.key()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	ofPlain, ofFilled := key(plain), key(filled)

	write("shop/fill_test.go", "package shop")
	if key(plain) != ofPlain || key(filled) != ofFilled {
		t.Error("a test changes what a template holds")
	}
	write("shop/fill.go", "package shop // fills otherwise")
	if key(plain) != ofPlain || key(filled) == ofFilled {
		t.Error("what fills one template changed, and not its key, or another's")
	}
	write("sql/migrations/00001_first.sql", "CREATE TABLE b ();")
	if key(plain) == ofPlain {
		t.Error("a migration changed, and not the key")
	}
	if _, err := (Template{Sources: []string{"no such folder"}}).key(); err == nil {
		t.Error("a folder that does not exist has a digest")
	}
}

// A clone holds what Build wrote, which runs once.
func TestATemplateIsBuiltOnce(t *testing.T) {
	builds := 0
	template := Template{Name: "storetest", Sources: []string{"server/test/storetest"}, Build: func(ctx context.Context, url string) error {
		builds++
		return exec(ctx, url, "CREATE TABLE built AS SELECT 7 AS n")
	}}
	for range 2 {
		conn, err := pgx.Connect(t.Context(), New(t, template))
		if err != nil {
			t.Fatal(err)
		}
		var n int
		if err := conn.QueryRow(t.Context(), "DELETE FROM built RETURNING n").Scan(&n); err != nil || n != 7 {
			t.Errorf("%d, %v", n, err)
		}
		conn.Close(t.Context())
	}
	if builds > 1 {
		t.Errorf("it was built %d times", builds)
	}
}
