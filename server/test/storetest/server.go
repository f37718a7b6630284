package storetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/storefront/storefront/server/ops/postgres"
)

// server is the PostgreSQL that the tests of this process use.
var server struct {
	once     sync.Once
	url      string
	sessions *pgxpool.Pool // that make and drop databases
	copied   string        // how CREATE DATABASE copies the files of a template
	err      error
	instance *postgres.Instance // nil when DATABASE_URL names another
}

// Main runs the tests of a package and then lets go of the tests' PostgreSQL;
// the last process to do so stops it. Use it as TestMain. When the tests have
// passed, the package fails all the same if one of the checks says no.
func Main(m *testing.M, checks ...func() bool) {
	code := m.Run()
	for _, check := range checks {
		if code == 0 && !check() {
			code = 1
		}
	}
	for _, end := range ends {
		end()
	}
	if server.sessions != nil {
		server.sessions.Close()
	}
	if server.instance != nil {
		if err := server.instance.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "storetest:", err)
			code = max(code, 1)
		}
	}
	os.Exit(code)
}

var ends []func()

// AtEnd has Main call fn after all tests, before it lets go of PostgreSQL.
func AtEnd(fn func()) { ends = append(ends, fn) }

// ready starts the server to make databases on, once a process.
func ready(ctx context.Context) error {
	server.once.Do(func() {
		if server.url = os.Getenv("DATABASE_URL"); server.url == "" {
			server.err = start(ctx)
		}
		if server.err == nil {
			server.err = connect(ctx)
		}
	})
	return server.err
}

func start(ctx context.Context) (err error) {
	server.instance, err = postgres.Open(ctx, postgres.Options{
		DataDir:  filepath.Join(folder(), "test-data"),
		Settings: postgres.VolatileSettings(), // the data of tests may be lost
	})
	if err == nil {
		server.url = server.instance.URL("postgres")
	}
	return err
}

func connect(ctx context.Context) (err error) {
	if server.sessions, err = pgxpool.New(ctx, server.url); err != nil {
		return err
	}
	// Of a template's files one has what a session knows of all tables, or its first session takes 10 ms to find it out.
	// PostgreSQL 14 knows no other way.
	err = server.sessions.QueryRow(ctx, "SELECT CASE WHEN current_setting('server_version_num')::int < 150000 THEN '' ELSE ' STRATEGY FILE_COPY' END").Scan(&server.copied)
	if err != nil {
		return err
	}
	return sweepDead(ctx)
}

// sweepDead drops what processes left that were killed.
func sweepDead(ctx context.Context) error {
	rows, err := server.sessions.Query(ctx, `SELECT datname FROM pg_database WHERE datname LIKE 'sf\_%'`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		var pid int
		var rest string
		if n, _ := fmt.Sscanf(strings.TrimPrefix(name, "sf_draft_"), "%d_%s", &pid, &rest); n != 2 {
			if n, _ = fmt.Sscanf(strings.TrimPrefix(name, "sf_"), "%d_%s", &pid, &rest); n != 2 {
				continue
			}
		}
		if gone(pid) {
			_, _ = server.sessions.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") // another process may be at it too
		}
	}
	return nil
}

// gone reports whether there is no process with this id.
func gone(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
