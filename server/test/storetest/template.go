package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
)

// Template is a database that is built once and cloned for each test. It is
// built anew when one of the files changes that determine what it holds: the
// migrations, and those of Sources.
type Template struct {
	Name    string                                      // of what it holds; part of the database's name
	Build   func(ctx context.Context, url string) error // fills a migrated database; nil leaves it empty
	Sources []string                                    // folders, from the root of the repository, of what Build runs and reads
}

// Empty is a migrated database without a row.
var Empty = Template{Name: "empty"}

// DemoSources are the Sources of a template that holds the demo shop.
var DemoSources = []string{"gen", "server/ops/demo", "server/platform", "server/shop"}

const templatePrefix = "sf_template_"

var built sync.Map // the name of a template → func() (database string, err error)

// database returns the name of the template's database, which is looked for once
// a process.
func (t Template) database(admin string) (string, error) {
	once, _ := built.LoadOrStore(t.Name, sync.OnceValues(func() (string, error) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		return t.build(ctx, admin)
	}))
	return once.(func() (string, error))()
}

// build makes the template's database when it is missing. An advisory lock has
// one of many processes make it.
func (t Template) build(ctx context.Context, admin string) (string, error) {
	key, err := t.key()
	if err != nil {
		return "", err
	}
	name := templatePrefix + t.Name + "_" + key
	conn, err := pgx.Connect(ctx, admin)
	if err != nil {
		return "", err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	lock := fnv.New32a()
	lock.Write([]byte(name))
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", int64(lock.Sum32())); err != nil {
		return "", err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil {
		return "", err
	}
	if !exists {
		if err := t.make(ctx, conn, admin, name); err != nil {
			return "", err
		}
	}
	// sweep goes by the time of the last use.
	if _, err := conn.Exec(ctx, "COMMENT ON DATABASE "+name+" IS '"+time.Now().UTC().Format(time.RFC3339)+"'"); err != nil {
		return "", err
	}
	sweep(ctx, conn, templatePrefix+t.Name+"_")
	return name, nil
}

// make builds the database under another name until it is complete, so that a
// half-made one is never cloned.
func (t Template) make(ctx context.Context, conn *pgx.Conn, admin, name string) error {
	draft := fmt.Sprintf("sf_draft_%d_%d", os.Getpid(), time.Now().UnixNano())
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+draft+" ENCODING 'UTF8' TEMPLATE template0"); err != nil {
		return err
	}
	if _, err := store.Migrate(ctx, withDatabase(admin, draft)); err != nil {
		return err
	}
	if t.Build != nil {
		if err := t.Build(ctx, withDatabase(admin, draft)); err != nil {
			return err
		}
	}
	if err := exec(ctx, withDatabase(admin, draft), "SELECT"); err != nil { // a session leaves what it knows of all tables
		return err
	}
	_, err := conn.Exec(ctx, "ALTER DATABASE "+draft+" RENAME TO "+name)
	return err
}

// key is a digest of the files that determine what the template holds: migrations in
// Go stand beside those in SQL.
func (t Template) key() (string, error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, folder := range append([]string{"sql", "server/platform/store"}, t.Sources...) {
		if err := addFolder(sum, filepath.Join(root, folder)); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8]), nil
}

// addFolder adds the files of a folder, but for tests, to a digest.
func addFolder(sum hash.Hash, folder string) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(sum, "%s %d\n", filepath.Base(path), len(text))
		sum.Write(text)
		return err
	})
}

// repository returns the folder of go.mod, in or below which a test runs.
func repository() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		_, err := os.Stat(filepath.Join(folder, "go.mod"))
		if err == nil {
			return folder, nil
		}
		parent := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || parent == folder {
			return "", fmt.Errorf("no folder with a go.mod: %w", err)
		}
		folder = parent
	}
}

// sweep drops the databases with this prefix that no process has used for a day,
// by their comment; it leaves those without one.
func sweep(ctx context.Context, conn *pgx.Conn, prefix string) {
	rows, err := conn.Query(ctx, `SELECT datname FROM pg_database WHERE starts_with(datname, $1)
		AND shobj_description(oid, 'pg_database') < $2`, prefix, time.Now().UTC().Add(-24*time.Hour).Format(time.RFC3339))
	if err != nil {
		return
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return
	}
	for _, name := range names {
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") // another process may be at it too
	}
}
