package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// childEnv names the data folder to a copy of the test binary that is to be
// another process using it.
const childEnv = "STOREFRONT_POSTGRES_TEST_CHILD"

// installEnv names an archive, by its address and sum, to a copy that is to install it.
const installEnv = "STOREFRONT_POSTGRES_TEST_INSTALL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		if err := beChild(dir); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if url, sum, ok := strings.Cut(os.Getenv(installEnv), " "); ok {
		if err := (archive{version: "99.1.0", url: url, sha256: sum}).install(context.Background(), slog.Default()); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// beChild opens the server, writes a row, says so, and closes the server when
// its standard input ends.
func beChild(dir string) error {
	ctx := context.Background()
	instance, err := Open(ctx, Options{DataDir: dir, Settings: VolatileSettings()})
	if err != nil {
		return err
	}
	if err := addRow(ctx, instance); err != nil {
		return errors.Join(err, instance.Close())
	}
	fmt.Println("ready")
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	return instance.Close()
}

// child is another process that uses a data folder.
type child struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	out   *bufio.Scanner
}

func startChild(t *testing.T, dir string) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir)
	stdin, err := cmd.StdinPipe()
	check(t, err)
	stdout, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	return &child{cmd, stdin, bufio.NewScanner(stdout)}
}

// ready waits until the child uses the server.
func (c *child) ready(t *testing.T) {
	t.Helper()
	if !c.out.Scan() || c.out.Text() != "ready" {
		t.Fatalf("child: %q, %v", c.out.Text(), c.cmd.Wait())
	}
}

// close makes the child close the server and end.
func (c *child) close(t *testing.T) {
	t.Helper()
	check(t, c.stdin.Close())
	check(t, c.cmd.Wait())
}

func (c *child) kill(t *testing.T) {
	t.Helper()
	check(t, c.cmd.Process.Kill())
	_ = c.cmd.Wait()
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// reachableDir makes a folder that the server can reach, in memory if there is room:
// initdb takes a third of the time there. One of t.TempDir is not such a folder for
// root: what is above it is closed to others.
func reachableDir(t *testing.T) string {
	t.Helper()
	return newDir(t, InMemory(1<<30))
}

// programDir is reachableDir for programs, which a folder in memory may not allow.
func programDir(t *testing.T) string {
	t.Helper()
	return newDir(t, "")
}

func newDir(t *testing.T, parent string) string {
	t.Helper()
	dir, err := os.MkdirTemp(parent, "storefront-postgres-")
	check(t, err)
	t.Cleanup(func() {
		killServer(dir)
		// The processes of a killed server still write for an instant.
		for range 50 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Error(err)
	})
	check(t, os.Chmod(dir, 0o755))
	return dir
}

// killServer kills the server that a failed test has left.
func killServer(dir string) {
	h := home{root: dir}
	if pid, err := readPID(h.cluster()); err == nil && pid != 0 && isPostmaster(pid, h.cluster()) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func open(t *testing.T, dir string) *Instance {
	t.Helper()
	instance, err := Open(t.Context(), Options{DataDir: dir, Settings: VolatileSettings()})
	check(t, err)
	return instance
}

// serverPid returns the pid of the server, or 0 when it does not run.
func serverPid(t *testing.T, dir string) int {
	t.Helper()
	h := home{root: dir}
	pid, err := readPID(h.cluster())
	check(t, err)
	if pid == 0 || !isPostmaster(pid, h.cluster()) {
		return 0
	}
	return pid
}

func addRow(ctx context.Context, i *Instance) error {
	conn, err := pgx.Connect(ctx, i.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `
		SELECT pg_advisory_xact_lock(1);
		CREATE TABLE IF NOT EXISTS visits (pid int);
		INSERT INTO visits VALUES (pg_backend_pid())`)
	return err
}

func ask[T any](t *testing.T, i *Instance, sql string) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), i.URL("postgres"))
	check(t, err)
	defer conn.Close(t.Context())
	var answer T
	check(t, conn.QueryRow(t.Context(), sql).Scan(&answer))
	return answer
}

func wantRows(t *testing.T, i *Instance, want int) {
	t.Helper()
	if got := ask[int](t, i, "SELECT count(*) FROM visits"); got != want {
		t.Errorf("there are %d rows, want %d", got, want)
	}
}

func wantText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in: %s", part, text)
		}
	}
}
