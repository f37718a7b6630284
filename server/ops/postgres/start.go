package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// abortLimit is the time that each signal gets to end a server which failed to
// become ready.
const abortLimit = 5 * time.Second

// start starts the server and waits until it answers. stalePID is what a dead
// server left in postmaster.pid, or 0.
func (s *server) start(ctx context.Context, stalePID int) error {
	programs, err := s.programs(ctx)
	if err != nil {
		return err
	}
	if err := privateFolder(s.home.path(logName), s.home.account); err != nil {
		return fmt.Errorf("folder of the log: %w", err)
	}
	began := time.Now()
	p, err := s.launch(programs, stalePID)
	if err != nil {
		return err
	}
	defer p.stderr.Close()
	err = awaitReady(ctx, s.socket, p.ended)
	if err == nil {
		s.options.Logger.Info("PostgreSQL started", "version", programs.Version(), "data", s.home.root,
			"pid", p.cmd.Process.Pid, "took", time.Since(began).Round(time.Millisecond))
		return nil
	}
	p.abort()
	lines := p.lastWords(s.home)
	if errors.Is(err, errGone) && s.passing(lines) {
		return errLookAgain
	}
	return fmt.Errorf("start %s: %w; its log in %s ends:\n%s",
		filepath.Join(programs.BinDir, "postgres"), err, s.home.path(logName), lines)
}

// passing reports whether a server ended at its start for a reason that passes.
// One is that a server which was started before, by a process that died at
// once, was quicker. Another is that the processes of a server whose main
// process was killed have not noticed yet, and still hold its shared memory. The
// third is that a server which was killed is still in the table of processes, and
// has the socket.
func (s *server) passing(log string) bool {
	if pid, err := readPID(s.home.cluster()); err == nil && pid != 0 && s.alive(pid) {
		return true
	}
	return strings.Contains(log, "pre-existing shared memory block") || strings.Contains(log, fmt.Sprintf(`.s.PGSQL.%d.lock" already exists`, port))
}

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
