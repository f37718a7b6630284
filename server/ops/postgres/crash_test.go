package postgres

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestOwnerKilled(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	owner := startChild(t, dir)
	owner.ready(t)
	pid := serverPid(t, dir)
	owner.kill(t)
	if now := serverPid(t, dir); now != pid {
		t.Fatalf("the server is %d after its starter was killed, was %d", now, pid)
	}

	next := open(t, dir)
	if now := serverPid(t, dir); now != pid {
		t.Errorf("the server is %d, want the orphan %d", now, pid)
	}
	wantRows(t, next, 1)
	// The orphan holds no lock of its starter, or this would not stop it.
	check(t, next.Close())
	if serverPid(t, dir) != 0 {
		t.Error("the orphan runs after the last Close")
	}
}

func TestServerAndOwnerKilled(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	owner := startChild(t, dir)
	owner.ready(t)
	check(t, syscall.Kill(serverPid(t, dir), syscall.SIGKILL))
	owner.kill(t)

	next := open(t, dir)
	wantRows(t, next, 1)
	awaitLog(t, dir, "database system was not properly shut down")
	check(t, next.Close())
}

// The user whose server was killed sees it replaced by the next one.
func TestServerKilled(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	first := open(t, dir)
	check(t, addRow(t.Context(), first))
	check(t, syscall.Kill(serverPid(t, dir), syscall.SIGKILL))

	second := open(t, dir)
	wantRows(t, second, 1)
	check(t, second.Close())
	wantRows(t, first, 1)
	check(t, first.Close())
	if serverPid(t, dir) != 0 {
		t.Error("the server runs after the last Close")
	}
}

func TestStalePIDFile(t *testing.T) {
	t.Parallel()
	dir := reachableDir(t)
	instance := open(t, dir)
	check(t, addRow(t.Context(), instance))
	file := pidFile(instance.server.home.cluster())
	content, err := os.ReadFile(file)
	check(t, err)
	_, rest, _ := strings.Cut(string(content), "\n")
	account := instance.server.home.account
	check(t, instance.Close())

	// One that PostgreSQL takes for a server: it is of the same user.
	sleeper := exec.Command("sleep", "60")
	sleeper.Dir = "/"
	sleeper.SysProcAttr = account.attributes()
	check(t, sleeper.Start())
	defer func() {
		_ = sleeper.Process.Kill()
		_ = sleeper.Wait()
	}()

	for name, content := range map[string]string{
		"init":         "1\n" + rest,
		"this process": strconv.Itoa(os.Getpid()) + "\n" + rest,
		"same user":    strconv.Itoa(sleeper.Process.Pid) + "\n" + rest,
		"no process":   "4194303\n" + rest,
		"only a pid":   strconv.Itoa(sleeper.Process.Pid),
		"empty":        "",
		"garbage":      "what\n",
	} {
		t.Run(name, func(t *testing.T) {
			check(t, os.WriteFile(file, []byte(content), 0o600))
			check(t, os.Chown(file, account.uid, account.gid))
			instance := open(t, dir)
			wantRows(t, instance, 1)
			check(t, instance.Close())
		})
	}
}

// A copy of a folder in use has the postmaster.pid of the original's server, and
// must get a server of its own.
func TestCopyOfFolderInUse(t *testing.T) {
	t.Parallel()
	parent := reachableDir(t)
	dir, copied := filepath.Join(parent, "original"), filepath.Join(parent, "copy")
	check(t, open(t, dir).Close())
	check(t, exec.Command("cp", "-a", dir, copied).Run())
	original := open(t, dir)
	check(t, addRow(t.Context(), original))
	name := pidFile(original.server.home.cluster())
	check(t, exec.Command("cp", "-a", name, pidFile(filepath.Join(copied, clusterName))).Run())

	other := open(t, copied)
	check(t, addRow(t.Context(), other))
	check(t, addRow(t.Context(), other))
	wantRows(t, other, 2)
	wantRows(t, original, 1)
	check(t, other.Close())
	check(t, original.Close())
}
