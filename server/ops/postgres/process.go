package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// abortLimit is the time that each signal gets to end a server which failed to
	// become ready.
	abortLimit = 5 * time.Second
	// maxSocketPath is the longest path of a unix socket in bytes: 107 on Linux and
	// 103 on macOS. One limit for both is simpler, and costs nothing.
	maxSocketPath = 103
)

// process is a server that this process has started.
type process struct {
	cmd    *exec.Cmd
	stderr *os.File      // what it says until its collector runs
	done   chan struct{} // closed when it has ended
}

// launch starts postgres. It is not bound to any context, nor to this process's
// life: it may have other users when this one ends.
func (s *server) launch(programs Installation, stalePID int) (*process, error) {
	cluster := s.home.cluster()
	args := s.home.arguments(s.socket, s.options.Settings)
	cmd := exec.Command(filepath.Join(programs.BinDir, "postgres"), args...) //nolint:noctx // the server outlives the call
	cmd.Dir = cluster                                                        // a folder that the server can enter, unlike ours perhaps
	cmd.Env = environment()
	stderr, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer write.Close()
	cmd.Stdout, cmd.Stderr = write, write
	cmd.SysProcAttr = s.home.account.attributes()
	if stalePID != 0 {
		// PostgreSQL refuses to start when postmaster.pid names a process that
		// exists, and only the caller knows that it is not a server. This tells
		// it so, in the way pg_ctl does of itself. Removing the file would as
		// well, but also lose what is in it of the old server's shared memory:
		// PostgreSQL must see that no process of the old server still writes.
		cmd.Env = append(cmd.Env, "PG_GRANDPARENT_PID="+strconv.Itoa(stalePID))
	}
	if err := cmd.Start(); err != nil {
		stderr.Close()
		return nil, fmt.Errorf("start PostgreSQL as user %s: %w", s.home.account.name, err)
	}
	p := &process{cmd: cmd, stderr: stderr, done: make(chan struct{})}
	go func() {
		// Whichever process stops the server, its parent has to wait for it, or it stays
		// in the table of processes. Why it ended is in its log.
		_ = cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// abort ends a server that nobody uses yet.
func (p *process) abort() {
	for _, signal := range []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		_ = p.cmd.Process.Signal(signal) // fails only when it has ended already
		select {
		case <-p.done:
			return
		case <-time.After(abortLimit):
		}
	}
}

// environment returns the variables for PostgreSQL's programs: only what they
// may need to be loaded. The product's own can hold secrets, and those of
// PostgreSQL (PGDATA, PGPORT) would change what is meant here.
func environment() []string {
	env := []string{"LC_ALL=C"} // messages are read by this package
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LOCALE_ARCHIVE"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// errNoPID is about a postmaster.pid that names no process. A server that is
// starting leaves it so for an instant, and a power failure for ever.
var errNoPID = errors.New("no pid in postmaster.pid")

func pidFile(cluster string) string { return filepath.Join(cluster, "postmaster.pid") }

// readPID returns the pid of the cluster's server, or 0 when there is no
// postmaster.pid. The file is there from the server's start to its end, and
// stays behind when the server is killed, so the process need not exist, nor be
// a server: see isPostmaster.
func readPID(cluster string) (int, error) {
	content, err := os.ReadFile(pidFile(cluster))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid <= 0 {
		return 0, fmt.Errorf("%w of %s", errNoPID, cluster)
	}
	return pid, nil
}

// isPostmaster reports whether process pid is a server of the cluster, and not one
// that has got the same pid after the server died. A server works inside its
// cluster's folder, and nothing else of the same user has reason to. Without
// /proc the command line tells: postgres is started with the cluster's folder in it.
func isPostmaster(pid int, cluster string) bool {
	if runtime.GOOS != "linux" {
		out, err := exec.CommandContext(context.Background(), "ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
		return err == nil && strings.Contains(string(out), "postgres -D "+cluster+" ")
	}
	// Fails for processes that are gone, that wait to be reaped, and for those
	// of other users, which cannot be the server.
	where, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/cwd")
	if err != nil {
		return false
	}
	want, err := os.Stat(cluster)
	return err == nil && os.SameFile(where, want)
}

// socketFile returns the socket that PostgreSQL makes in folder.
func socketFile(folder string) string {
	return filepath.Join(folder, ".s.PGSQL."+strconv.Itoa(port))
}

// socketFolder makes and returns the folder of the server's socket: in the data
// folder, or under /tmp when the path would be too long. Not under TMPDIR, which
// differs between the processes of one user.
func (h home) socketFolder() (string, error) {
	folder := h.path(socketName)
	if len(socketFile(folder)) > maxSocketPath {
		folder = fmt.Sprintf("/tmp/storefront-%d-%s", h.account.uid, shortHash(h.root))
	}
	if err := privateFolder(folder, h.account); err != nil {
		return "", fmt.Errorf("folder of the socket: %w", err)
	}
	return folder, nil
}

// listens reports whether a process listens on the socket in folder. The file
// alone does not tell: it stays when the server is killed.
func listens(folder string) bool {
	dialer := net.Dialer{Timeout: time.Second}
	conn, err := dialer.DialContext(context.Background(), "unix", socketFile(folder))
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
