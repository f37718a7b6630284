package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/storefront/storefront/server/ops/postgres"
)

// open opens a PostgreSQL in a folder that an unprivileged user can reach.
func open(t *testing.T, folder string) *postgres.Instance {
	t.Helper()
	instance, err := postgres.Open(t.Context(), postgres.Options{DataDir: folder, Settings: postgres.VolatileSettings()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := instance.Close(); err != nil {
			t.Error(err)
		}
	})
	return instance
}

func reachable(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp(postgres.InMemory(1<<30), "storefront-backup-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// run runs statements, and returns the result of the last one, which is a number.
func run(t *testing.T, instance *postgres.Instance, statements ...string) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), instance.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	for _, statement := range statements[:len(statements)-1] {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.QueryRow(t.Context(), statements[len(statements)-1]).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const rows = "SELECT count(*) FROM kept"

func TestBackup(t *testing.T) {
	t.Parallel()
	folder := reachable(t)
	instance := open(t, filepath.Join(folder, "original"))
	run(t, instance, "CREATE TABLE kept AS SELECT generate_series(1, 5000) AS n", rows)
	var whole bytes.Buffer
	taken, err := postgres.Backup(t.Context(), instance.URL("postgres"), "v1", &whole)
	if err != nil {
		t.Fatal(err)
	}
	run(t, instance, "INSERT INTO kept SELECT generate_series(1, 7)", rows)

	t.Run("restored", func(t *testing.T) {
		into := filepath.Join(folder, "restored")
		header, err := restore(t, into, whole.Bytes())
		if err != nil || header != taken || header.Program != "v1" {
			t.Fatalf("%+v, %v, want %+v", header, err, taken)
		}
		if n := run(t, open(t, into), rows); n != 5000 {
			t.Errorf("%d rows are back", n)
		}
		if _, err := restore(t, into, whole.Bytes()); !errors.Is(err, postgres.ErrExists) {
			t.Errorf("the folder has data, and the error is %v", err)
		}
	})
	t.Run("cut off", func(t *testing.T) {
		into := filepath.Join(folder, "refused")
		if _, err := restore(t, into, whole.Bytes()[:whole.Len()-1]); !errors.Is(err, postgres.ErrNotBackup) {
			t.Errorf("the error is %v", err)
		}
		left, err := filepath.Glob(filepath.Join(into, "cluster*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	t.Run("given up", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := postgres.Backup(ctx, instance.URL("postgres"), "v1", writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
		if n := run(t, instance, "SELECT pg_sleep(0.2)", "SELECT count(*) FROM pg_replication_slots"); n != 0 {
			t.Errorf("%d slots keep the log", n)
		}
	})
	t.Run("a full disk", func(t *testing.T) {
		full := errors.New("no space left on device")
		if _, err := postgres.Backup(t.Context(), instance.URL("postgres"), "v1", writerFunc(func([]byte) (int, error) { return 0, full })); !errors.Is(err, full) {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestAClusterWithTablespacesIsNotBackedUpInPart(t *testing.T) {
	t.Parallel()
	folder := reachable(t)
	instance := open(t, filepath.Join(folder, "original"))
	elsewhere := filepath.Join(folder, "original", "socket", "elsewhere") // the server's user may write there
	run(t, instance, "COPY (SELECT 1) TO PROGRAM 'mkdir "+elsewhere+" && cat >/dev/null'", "CREATE TABLESPACE other LOCATION '"+elsewhere+"'", "SELECT 1")
	if _, err := postgres.Backup(t.Context(), instance.URL("postgres"), "v1", io.Discard); err == nil || !strings.Contains(err.Error(), "tablespaces") {
		t.Errorf("the error is %v", err)
	}
}

// restore makes a data folder of a backup.
func restore(t *testing.T, folder string, file []byte) (header postgres.BackupHeader, err error) {
	t.Helper()
	err = postgres.Restore(t.Context(), postgres.Options{DataDir: folder}, func(into string) (err error) {
		header, err = postgres.ReadBackup(bytes.NewReader(file), into)
		return err
	})
	return header, err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
