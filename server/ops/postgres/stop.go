package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

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
