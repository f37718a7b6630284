package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// How long a server may take until it answers. One that was killed first has to
// replay its log, and one that was restored what was written during the backup.
const (
	startLimit    = 30 * time.Second
	recoveryLimit = 60 * time.Second
	restoreLimit  = 10 * time.Minute
)

const (
	// retryPause is the pause before looking again at a server in transition.
	retryPause = 200 * time.Millisecond
	// readyPoll is how often a server that starts is asked whether it is ready.
	readyPoll = 10 * time.Millisecond
)

var (
	// errLookAgain means that the state of the server has changed, or is about to.
	errLookAgain = errors.New("the server is in transition")
	// errGone means that the server ended while it was waited for.
	errGone = errors.New("the server ended")
)

// ensureRunning attaches to the server, or starts it. The gate is held, so the
// state changes only when a server ends by itself or by a signal, and when one
// comes up whose starter was killed just after starting it.
func (s *server) ensureRunning(ctx context.Context) error {
	folder, err := s.home.socketFolder()
	if err != nil {
		return err
	}
	s.socket = folder
	limit := s.startLimit()
	ctx, cancel := context.WithTimeoutCause(ctx, limit,
		fmt.Errorf("PostgreSQL was not ready within %v: %w", limit, context.DeadlineExceeded))
	defer cancel()
	for {
		err := s.attachOrStart(ctx)
		if !errors.Is(err, errLookAgain) {
			return err
		}
		if cause := sleep(ctx, retryPause); cause != nil {
			return fmt.Errorf("%w: %w", cause, err)
		}
	}
}

func (s *server) startLimit() time.Duration {
	if _, err := os.Stat(filepath.Join(s.home.cluster(), "backup_label")); err == nil {
		return restoreLimit
	}
	if pid, err := readPID(s.home.cluster()); pid != 0 || err != nil {
		return recoveryLimit
	}
	return startLimit
}

func (s *server) attachOrStart(ctx context.Context) error {
	pid, err := readPID(s.home.cluster())
	switch {
	case errors.Is(err, errNoPID):
		return s.clearPIDFile(ctx)
	case err != nil:
		return err
	case pid != 0 && s.alive(pid):
		return s.attach(ctx, pid)
	default:
		return s.start(ctx, pid)
	}
}

// alive reports whether the server that has left its pid runs. One in another
// container that shares the folder cannot be seen by its pid, yet its socket
// answers.
func (s *server) alive(pid int) bool {
	return isPostmaster(pid, s.home.cluster()) || listens(s.socket)
}

// attach waits until the server, which runs, answers.
func (s *server) attach(ctx context.Context, pid int) error {
	err := awaitReady(ctx, s.socket, func() bool { return !s.alive(pid) })
	if errors.Is(err, errGone) {
		return errLookAgain // it was stopping
	}
	if err != nil {
		return fmt.Errorf("attach to the server with pid %d: %w", pid, err)
	}
	s.options.Logger.Debug("using the running PostgreSQL", "data", s.home.root, "pid", pid)
	return nil
}

// clearPIDFile removes a postmaster.pid that names no process, at which
// PostgreSQL would refuse to start. It first leaves a server that may be just
// writing the file the time to do so.
func (s *server) clearPIDFile(ctx context.Context) error {
	if err := sleep(ctx, retryPause); err != nil {
		return err
	}
	cluster := s.home.cluster()
	if _, err := readPID(cluster); errors.Is(err, errNoPID) {
		s.options.Logger.Warn("removing an empty postmaster.pid", "file", pidFile(cluster))
		if err := os.Remove(pidFile(cluster)); err != nil {
			return err
		}
	}
	return errLookAgain
}

// start starts the server and waits until it answers. stalePID is what a dead
// server left in postmaster.pid, or 0.
func (s *server) start(ctx context.Context, stalePID int) error {
	programs, err := s.programs(ctx, s.home.cluster())
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

// awaitReady waits until the server at socket answers a query. It returns
// errGone as soon as gone says that there is nothing to wait for any more.
func awaitReady(ctx context.Context, socket string, gone func() bool) error {
	for {
		err := query(ctx, socket)
		if err == nil || refused(err) {
			return err
		}
		if gone() {
			return errGone
		}
		if cause := sleep(ctx, readyPoll); cause != nil {
			return fmt.Errorf("%w; the last answer was: %w", cause, err)
		}
	}
}

// query makes a connection and a query that needs nothing but a server.
func query(ctx context.Context, socket string) error {
	conn, err := pgx.Connect(ctx, connString(socket, "postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "SELECT 1")
	return err
}

// refused reports whether the server answered that this user may never connect.
// Other errors pass: there is no socket yet, or the data is being recovered.
func refused(err error) bool {
	const invalidAuthorization = "28"
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && strings.HasPrefix(answer.Code, invalidAuthorization)
}

// The ways to stop a server, and the time each gets. The fast one ends all
// sessions and writes the data out. The immediate one leaves the data to be
// recovered at the next start.
var stops = [...]struct {
	name   string
	signal syscall.Signal
	limit  time.Duration
}{
	{"fast", syscall.SIGINT, 30 * time.Second},
	{"immediate", syscall.SIGQUIT, 10 * time.Second},
}

// stopPoll is how often a server that stops is looked at.
const stopPoll = 10 * time.Millisecond

// stop stops the server, if it runs. The gate is held.
func (s *server) stop() error {
	pid, err := readPID(s.home.cluster())
	if err != nil || pid == 0 {
		return err
	}
	// The process found here is meant by the signals below even if it ends and
	// its pid is given to another, where the system has handles for processes.
	process, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	defer func() { _ = process.Release() }() // nothing is lost if it stays
	if !isPostmaster(pid, s.home.cluster()) {
		if listens(s.socket) {
			return errors.New("it runs where this process cannot see it, perhaps in another container")
		}
		return nil
	}
	for _, way := range stops {
		s.options.Logger.Debug("stopping PostgreSQL", "data", s.home.root, "pid", pid, "shutdown", way.name)
		if err := process.Signal(way.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("signal process %d: %w", pid, err)
		}
		for end := time.Now().Add(way.limit); time.Now().Before(end); time.Sleep(stopPoll) {
			if s.stopped(pid) {
				s.options.Logger.Info("PostgreSQL stopped", "data", s.home.root)
				return nil
			}
		}
	}
	return fmt.Errorf("process %d has not ended", pid)
}

// stopped reports whether the server has ended. Removing its postmaster.pid is the
// last thing it does; being killed, it does not.
func (s *server) stopped(pid int) bool {
	now, err := readPID(s.home.cluster())
	return err == nil && now != pid || !isPostmaster(pid, s.home.cluster())
}

// Discard removes a data folder, and ends its server if one was left running by a process
// that has died. The error wraps [ErrInUse] if the server has a user.
func Discard(ctx context.Context, dataDir string, log *slog.Logger) error {
	root, err := filepath.EvalSymlinks(dataDir)
	if err != nil {
		return err
	}
	h, err := atRoot(root)
	if err != nil {
		return err
	}
	s := &server{home: h, options: Options{DataDir: root, Logger: log}}
	gate, err := acquire(ctx, h, gateName, exclusive)
	if err != nil {
		return err
	}
	defer gate.release()
	users, err := acquireNow(h, usersName, exclusive)
	if err != nil {
		return fmt.Errorf("%s: %w", root, err)
	}
	defer users.release()
	if s.socket, err = h.socketFolder(); err != nil {
		return err
	}
	if err := s.stop(); err != nil {
		return err
	}
	return errors.Join(os.RemoveAll(s.socket), os.RemoveAll(root))
}
