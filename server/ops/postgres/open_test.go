package postgres

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestLastUserStopsServer(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	first, second := open(t, dir), open(t, dir)
	check(t, addRow(t.Context(), first))
	pid := serverPid(t, dir)
	if pid == 0 {
		t.Fatal("the server does not run")
	}
	if group, err := syscall.Getpgid(pid); err != nil || group != pid {
		t.Errorf("the server is in process group %d, want its own: %v", group, err)
	}

	check(t, first.Close())
	check(t, first.Close())
	if err := first.EnsureDatabase(t.Context(), "x"); !errors.Is(err, ErrClosed) {
		t.Errorf("EnsureDatabase after Close: %v", err)
	}
	wantRows(t, second, 1)
	if now := serverPid(t, dir); now != pid {
		t.Errorf("the server is %d after the first Close, was %d", now, pid)
	}

	check(t, second.Close())
	if now := serverPid(t, dir); now != 0 {
		t.Errorf("the server runs after the last Close")
	}
	third := open(t, dir)
	wantRows(t, third, 1)
	check(t, third.Close())
}

func TestProcessesShareServer(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	children := []*child{startChild(t, dir), startChild(t, dir), startChild(t, dir)}
	mine := open(t, dir) // at the same moment as the children
	for _, c := range children {
		c.ready(t)
	}
	wantRows(t, mine, len(children))
	check(t, mine.Close())
	if serverPid(t, dir) == 0 {
		t.Error("the server was stopped while children use it")
	}
	for _, c := range children {
		c.close(t)
	}
	if serverPid(t, dir) != 0 {
		t.Error("the server runs after the last child")
	}
}

// Here the server is stopped and started many times, in between others' starts.
func TestUsersComeAndGo(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	const users, visits = 4, 5
	var wg sync.WaitGroup
	for range users {
		wg.Go(func() {
			for range visits {
				instance, err := Open(t.Context(), Options{DataDir: dir, Settings: VolatileSettings()})
				if err != nil {
					t.Error(err)
					return
				}
				if err := errors.Join(addRow(t.Context(), instance), instance.Close()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	last := open(t, dir)
	wantRows(t, last, users*visits)
	check(t, last.Close())
}

func TestServerIsPrivate(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	instance := open(t, dir)
	defer instance.Close()
	if got := ask[string](t, instance, "SHOW listen_addresses"); got != "" {
		t.Errorf("listen_addresses is %q", got)
	}
	info, err := os.Stat(filepath.Join(dir, socketName))
	check(t, err)
	if info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the socket has mode %v", info.Mode())
	}
	if runtime.GOOS == "linux" {
		environ, err := os.ReadFile("/proc/" + strconv.Itoa(serverPid(t, dir)) + "/environ")
		check(t, err)
		if strings.Contains(string(environ), "HOME=") {
			t.Errorf("the server has this process's variables: %q", environ)
		}
	}
}

func TestServerHasSettings(t *testing.T) {
	t.Parallel()
	instance, err := Open(t.Context(), Options{DataDir: reachableDir(t), Settings: map[string]string{
		"work_mem": "7MB", "listen_addresses": "*", "fsync": "off",
	}})
	check(t, err)
	defer instance.Close()
	for name, want := range map[string]string{
		"work_mem": "7MB", "listen_addresses": "", "fsync": "off", "full_page_writes": "on",
		"jit": "off", "max_connections": "100", "server_encoding": "UTF8",
	} {
		if got := ask[string](t, instance, "SHOW "+name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := ask[string](t, instance, "SELECT lower('ÆØÅ')"); got != "æøå" {
		t.Errorf("lower gives %q", got)
	}
	check(t, instance.EnsureDatabase(t.Context(), "shop"))
	conn, err := pgx.Connect(t.Context(), instance.URL("shop"))
	check(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "CREATE EXTENSION pg_trgm; SELECT similarity('shop', 'ship')")
	check(t, err)
}

func TestLongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(reachableDir(t), strings.Repeat("long, \"and\" odd ", 7))
	instance := open(t, dir)
	defer os.RemoveAll(instance.server.socket)
	if !strings.HasPrefix(instance.server.socket, "/tmp/storefront-") {
		t.Errorf("the socket is in %s", instance.server.socket)
	}
	again := open(t, dir)
	check(t, addRow(t.Context(), again))
	check(t, again.Close())
	check(t, instance.Close())
}

func TestServerFailsToStart(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	_, err := Open(t.Context(), Options{DataDir: dir, Settings: map[string]string{
		"fsync": "off", "shared_buffers": "much",
	}})
	if err == nil {
		t.Fatal("Open succeeded")
	}
	wantText(t, err.Error(), `invalid value for parameter "shared_buffers"`, dir)
	check(t, open(t, dir).Close())
}

func TestOpenEndsWithContext(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	account, err := defaultAccount()
	check(t, err)
	gate, err := acquire(t.Context(), home{dir, account}, gateName, exclusive)
	check(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, Options{DataDir: dir}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open behind a closed gate: %v", err)
	}
	gate.release()

	ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, Options{DataDir: dir}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Open during initdb: %v", err)
	}
	wantNoCluster(t, dir)
}

func TestOpenWithoutDataDir(t *testing.T) {
	t.Parallel()
	if _, err := Open(t.Context(), Options{}); err == nil {
		t.Error("Open succeeded")
	}
}
