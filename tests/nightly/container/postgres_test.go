//go:build container

package container

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/storefront/storefront/server/ops/postgres"
	"github.com/storefront/storefront/server/test/servertest"
)

const password = "a pass/word@with:all?of#it%20"

// server is a PostgreSQL that takes connections over TCP, with a password.
type server struct {
	url string // without the password
	cmd *exec.Cmd
}

func newServer(t *testing.T) *server {
	t.Helper()
	found, err := postgres.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("/tmp", "storefront-container-") // PostgreSQL's user cannot enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	secret, data := filepath.Join(folder, "password"), filepath.Join(folder, "data")
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		t.Fatal(err)
	}
	who := unprivileged(t)
	for _, path := range []string{folder, secret} {
		if err := os.Chown(path, int(who.Uid), int(who.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	as := func(name string, arguments ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(found.BinDir, name), arguments...)
		cmd.Dir, cmd.SysProcAttr = folder, &syscall.SysProcAttr{Credential: who}
		return cmd
	}
	prepare := as("initdb", "--pgdata="+data, "--username=storefront", "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--pwfile="+secret)
	if out, err := prepare.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	port := servertest.FreePort(t)
	s := &server{url: fmt.Sprintf("postgres://storefront@127.0.0.1:%d/postgres", port)}
	s.cmd = as("postgres", "-D", data, "-c", "listen_addresses=127.0.0.1", "-c", fmt.Sprint("port=", port), "-c", "unix_socket_directories=", "-c", "fsync=off")
	log := &servertest.Log{}
	s.cmd.Stderr = log
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	ready := func() bool {
		return exec.Command(filepath.Join(found.BinDir, "pg_isready"), "--host=127.0.0.1", fmt.Sprint("--port=", port)).Run() == nil
	}
	servertest.Eventually(t, time.Minute, ready)
	return s
}

// stop ends all connections and the server.
func (s *server) stop() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Signal(syscall.SIGINT)
		_ = s.cmd.Wait()
	}
}

// unprivileged returns the user that runs PostgreSQL, which refuses to run as root.
func unprivileged(t *testing.T) *syscall.Credential {
	t.Helper()
	nobody, err := user.Lookup("nobody")
	if err != nil {
		t.Fatal(err)
	}
	uid, err1 := strconv.ParseUint(nobody.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(nobody.Gid, 10, 32)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}
