package postgres

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func needRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be out of the server's reach, or become another user")
	}
}

// The other tests run as the current user. This one runs those again, about
// the life of the server, as a user without rights.
func TestAsOrdinaryUser(t *testing.T) {
	t.Parallel()
	needRoot(t)
	const uid, gid = 65534, 65534
	dir := programDir(t)
	binary := filepath.Join(dir, "postgres.test")
	copyProgram(t, os.Args[0], binary)
	temp := filepath.Join(dir, "tmp")
	check(t, os.Mkdir(temp, 0o700))
	check(t, os.Chown(temp, uid, gid))

	cmd := exec.Command(binary, "-test.v", "-test.run",
		"^(TestLastUserStopsServer|TestProcessesShareServer|TestOwnerKilled|TestServerAndOwnerKilled|TestStalePIDFile|TestLongPath|TestTheLogOfARunningServerIsRotated)$")
	cmd.Dir = temp
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Count(string(out), "\n--- PASS") < 7 {
		t.Errorf("%v\n%s", err, out)
	}
}

func copyProgram(t *testing.T, from, to string) {
	t.Helper()
	// Nothing is forked meanwhile: a child of another test that is not executed yet
	// would have the copy open for writing, and such a file cannot be executed.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(from)
	check(t, err)
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	check(t, err)
	_, err = io.Copy(out, in)
	check(t, errors.Join(err, out.Close()))
}

func TestDataOutOfReach(t *testing.T) {
	t.Parallel()
	needRoot(t)
	closed := reachableDir(t)
	check(t, os.Chmod(closed, 0o700))
	wanted := filepath.Join(closed, "data")

	var log bytes.Buffer
	options := Options{DataDir: wanted, Settings: VolatileSettings(), Logger: slog.New(slog.NewTextHandler(&log, nil))}
	instance, err := Open(t.Context(), options)
	check(t, err)
	used := instance.DataDir()
	t.Cleanup(func() {
		killServer(used)
		_ = os.RemoveAll(used)
		_ = os.Remove(systemFolder) // if nothing else is in it
	})
	if filepath.Dir(used) != systemFolder {
		t.Errorf("the data is in %s", used)
	}
	wantText(t, log.String(), "level=WARN", closed, used)
	again := open(t, wanted)
	if again.DataDir() != used {
		t.Errorf("the data is in %s, then in %s", used, again.DataDir())
	}
	check(t, again.Close())
	check(t, instance.Close())
}

// Data that was there must not seem to be gone.
func TestDataBecomesOutOfReach(t *testing.T) {
	t.Parallel()
	needRoot(t)
	parent := reachableDir(t)
	dir := filepath.Join(parent, "data")
	check(t, open(t, dir).Close())
	check(t, os.Chmod(parent, 0o700))
	_, err := Open(t.Context(), Options{DataDir: dir})
	if err == nil {
		t.Fatal("Open succeeded")
	}
	wantText(t, err.Error(), "cannot enter "+parent)
}

// A server for root runs as the user to whom the data belongs already.
func TestRootServesDataOfUser(t *testing.T) {
	t.Parallel()
	needRoot(t)
	dir := reachableDir(t)
	check(t, open(t, dir).Close())
	const nobody = 65534
	check(t, exec.Command("chown", "-R", "65534:65534", dir).Run())
	instance := open(t, dir)
	info, err := os.Stat(pidFile(instance.server.home.cluster()))
	check(t, err)
	if uid, _ := ownerOf(info); uid != nobody {
		t.Errorf("the server runs as user id %d", uid)
	}
	for _, name := range []string{gateName, usersName, logName} {
		info, err := os.Stat(filepath.Join(dir, name))
		check(t, err)
		if uid, _ := ownerOf(info); uid != nobody {
			t.Errorf("%s belongs to user id %d", name, uid)
		}
	}
	check(t, instance.Close())
}
