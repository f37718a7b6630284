// Package storetest gives each test a database of its own.
package storetest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"io/fs"
	"net/url"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/sql"
)

// Template is a database that is built once and cloned for each test.
type Template struct {
	Name  string                                      // what it holds; part of the database's name
	Build func(ctx context.Context, url string) error // fills a migrated database; nil leaves it empty
}

const templatePrefix = "sf_template_"

// Empty is a migrated database without a row.
var Empty = Template{Name: "empty"}

// New returns the URL of a fresh clone of the template, dropped when the test
// ends. The server is DATABASE_URL's, or one of the tests' own.
func New(t testing.TB, template Template) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	admin, err := adminURL(ctx)
	if err != nil {
		t.Fatalf("storetest: %v", err)
	}
	source, err := build(ctx, admin, template)
	if err != nil {
		t.Fatalf("storetest: template %s: %v", template.Name, err)
	}
	name := fmt.Sprintf("sf_%d_%d_%d", os.Getpid(), time.Now().UnixNano(), serial.Add(1))
	if err := exec(ctx, admin, "CREATE DATABASE "+name+" TEMPLATE "+source); err != nil {
		t.Fatalf("storetest: %v", err)
	}
	t.Cleanup(func() {
		if err := exec(context.Background(), admin, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Errorf("storetest: %v", err)
		}
	})
	return withDatabase(admin, name)
}

var serial atomic.Int64

// build returns the name of the template's database, made when it is missing.
// An advisory lock has one of many processes make it.
func build(ctx context.Context, admin string, t Template) (string, error) {
	name := templatePrefix + t.Name + "_" + t.fingerprint()
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
	if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&exists); err != nil || exists {
		return name, err
	}
	// Under another name until it is complete, so that a half-made one is never cloned.
	draft := fmt.Sprintf("sf_draft_%d_%d", os.Getpid(), time.Now().UnixNano())
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+draft+" ENCODING 'UTF8' TEMPLATE template0"); err != nil {
		return "", err
	}
	if _, err := store.Migrate(ctx, withDatabase(admin, draft)); err != nil {
		return "", err
	}
	if t.Build != nil {
		if err := t.Build(ctx, withDatabase(admin, draft)); err != nil {
			return "", err
		}
	}
	if _, err = conn.Exec(ctx, "ALTER DATABASE "+draft+" RENAME TO "+name); err != nil {
		return "", err
	}
	sweep(ctx, conn, templatePrefix+t.Name+"_", name)
	return name, nil
}

// fingerprint changes with the migrations and, where a program fills the
// template, with the program.
func (t Template) fingerprint() string {
	sum := sha256.New()
	_ = fs.WalkDir(sql.Migrations, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(sql.Migrations, path)
		sum.Write(text)
		return err
	})
	if program, err := os.Executable(); err == nil && t.Build != nil {
		if text, err := os.ReadFile(program); err == nil {
			sum.Write(text)
		}
	}
	return fmt.Sprintf("%x", sum.Sum(nil)[:8])
}

func exec(ctx context.Context, address, statement string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, statement)
	return err
}

func withDatabase(address, name string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Path = "/" + name
	return u.String()
}
