package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
)

// ErrInUse is returned by [Discard] for a data folder that somebody uses.
var ErrInUse = errors.New("the data folder is in use")

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

// acquireNow takes the lock if that needs no waiting.
func acquireNow(h home, name string, kind int) (*lock, error) {
	f, err := h.openFile(name, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	l := &lock{file: f}
	if ok, err := l.try(kind); !ok {
		f.Close()
		return nil, errors.Join(ErrInUse, err)
	}
	return l, nil
}

// Lock waits until no other process has the lock of a folder, and returns what releases it. The
// lock is a file of that name in the folder.
func Lock(ctx context.Context, folder, name string) (release func(), err error) {
	l, err := acquire(ctx, home{root: folder}, name, exclusive)
	if err != nil {
		return nil, err
	}
	return l.release, nil
}
