//go:build upgrade

package upgrade

import (
	"bytes"
	_ "embed"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/test/crowd"
)

//go:embed fill.sql
var fill string

//go:embed watch.sql
var watch string

// shop is a database of its own, with the settings of production.
type shop struct {
	url    string
	folder string // of the data of the programs
	db     *pgx.Conn
}

func newShop(t *testing.T) *shop {
	t.Helper()
	// Not t.TempDir: when the tests run as root, PostgreSQL's user needs access.
	folder, err := os.MkdirTemp("/tmp", "storefront-upgrade-")
	if err == nil {
		err = os.Chmod(folder, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	})
	const name = "storefront"
	if err := instance.EnsureDatabase(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	s := &shop{url: instance.URL(name), folder: folder}
	s.db = s.connect(t)
	return s
}

// connect returns a connection that is closed after the test.
func (s *shop) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// execute runs texts of several statements.
func (s *shop) execute(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := s.db.PgConn().Exec(t.Context(), text).ReadAll(); err != nil {
			t.Fatal(err)
		}
	}
}

// command is a program that uses the database.
func (s *shop) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "STOREFRONT_") && !strings.HasPrefix(v, "DATABASE_URL=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(append(cmd.Env, "DATABASE_URL="+s.url, "STOREFRONT_SECRETS_KEY="+strings.Repeat("A", 43)+"=", // settings that older programs know
		"STOREFRONT_MAX_CONNECTIONS=8"), crowd.Unlimited...)
	return cmd
}

// run runs a command that must succeed, and returns what it prints.
func (s *shop) run(t *testing.T, program string, args ...string) string {
	t.Helper()
	cmd := s.command(program, args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, &log)
	}
	return strings.TrimSpace(string(out))
}

// newKey makes a key, by the program before.
func (s *shop) newKey(t *testing.T, name, scopes string) string {
	t.Helper()
	return s.run(t, os.Getenv("BEFORE_PROGRAM"), "keys", "create", "--name", name, "--scopes", scopes)
}

// report is a transaction that reads for a long time, as a backup or the question of an analyst does.
type report struct{ tx pgx.Tx }

func (s *shop) beginReport(t *testing.T) report {
	t.Helper()
	tx, err := s.connect(t).BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err == nil {
		_, err = tx.Exec(t.Context(), "SELECT count(*) FROM settings")
	}
	if err != nil {
		t.Fatal(err)
	}
	return report{tx}
}

func (r report) end(t *testing.T) {
	t.Helper()
	if err := r.tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// awaitConcurrentIndex waits until the program has waited with CREATE INDEX CONCURRENTLY for longer than a migration
// waits for the lock of a table.
func (s *shop) awaitConcurrentIndex(t *testing.T, r *replica) {
	t.Helper()
	const query = `SELECT EXISTS (SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)
		WHERE NOT l.granted AND l.waitstart < clock_timestamp() - interval '400 ms' AND a.query LIKE 'CREATE INDEX CONCURRENTLY%')`
	for waiting := false; !waiting; time.Sleep(10 * time.Millisecond) {
		select {
		case <-r.ended:
			t.Fatalf("the program has ended:\n%s", r.log)
		default:
		}
		if err := s.db.QueryRow(t.Context(), query).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
}
