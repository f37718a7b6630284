package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// How long a server may take until it answers. One that was killed first has to
// replay its log, and one that was restored what was written during the backup.
const (
	startLimit    = 30 * time.Second
	recoveryLimit = 60 * time.Second
	restoreLimit  = 10 * time.Minute
)

// retryPause is the pause before looking again at a server in transition.
const retryPause = 200 * time.Millisecond

// errLookAgain means that the state of the server has changed, or is about to.
var errLookAgain = errors.New("the server is in transition")

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
