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

	"github.com/storefront/storefront/server/ops/postgres"
)

// server is the PostgreSQL that the tests of this process use.
var server struct {
	once     sync.Once
	url      string
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

// adminURL returns the server to make databases on, started once a process.
func adminURL(ctx context.Context) (string, error) {
	server.once.Do(func() {
		if server.url = os.Getenv("DATABASE_URL"); server.url == "" {
			server.err = start(ctx)
		}
		if server.err == nil {
			server.err = sweepDead(ctx, server.url)
		}
	})
	return server.url, server.err
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

// sweepDead drops what processes left that were killed.
func sweepDead(ctx context.Context, url string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	names, err := databases(ctx, conn)
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
			_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") // another process may be at it too
		}
	}
	return nil
}

// gone reports whether there is no process with this id.
func gone(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

func databases(ctx context.Context, conn *pgx.Conn) ([]string, error) {
	rows, err := conn.Query(ctx, `SELECT datname FROM pg_database WHERE datname LIKE 'sf\_%'`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
