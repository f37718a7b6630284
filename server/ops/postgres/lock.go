package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrInUse is returned by [Discard] for a data folder that somebody uses.
var ErrInUse = errors.New("the data folder is in use")

// lockPoll is how often a taken lock is tried again. Waiting in flock itself
// could not be ended by a context.
const lockPoll = 20 * time.Millisecond

// lock is a lock on a file between processes, and between the holders in one
// process. The kernel releases it when its holder dies, however it dies.
type lock struct {
	// file is closed on exec, as Go opens all files: a server that inherited
	// it would hold the lock for its whole life.
	file *os.File
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

// acquire waits for the lock on the named file of h.
func acquire(ctx context.Context, h home, name string, kind int) (*lock, error) {
	for {
		l, err := acquireNow(h, name, kind)
		if !errors.Is(err, ErrInUse) {
			return l, err
		}
		if err := sleep(ctx, lockPoll); err != nil {
			return nil, fmt.Errorf("wait for lock %s: %w", h.path(name), err)
		}
	}
}

// acquireNow takes the lock if that needs no waiting. The error is ErrInUse if it does.
func acquireNow(h home, name string, kind int) (*lock, error) {
	f, err := h.openLock(name)
	if err != nil {
		return nil, err
	}
	l := &lock{file: f}
	ok, err := l.try(kind)
	if ok {
		return l, nil
	}
	f.Close()
	if err == nil {
		err = ErrInUse
	}
	return nil, err
}

// openLock opens a file of the data folder, and makes it when missing. It belongs to the
// folder's owner even when root makes it, or that owner could not use the folder afterwards.
func (h home) openLock(name string) (*os.File, error) {
	folder, err := os.Stat(h.root)
	if err != nil {
		return nil, err
	}
	// Links are not followed: root must not be led to other files by a user
	// who owns the folder.
	f, err := os.OpenFile(h.path(name), os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil || os.Geteuid() != 0 {
		return f, err
	}
	if err := f.Chown(ownerOf(folder)); err != nil {
		f.Close()
		return nil, fmt.Errorf("give %s to the owner of its folder: %w", f.Name(), err)
	}
	return f, nil
}

// try takes the lock if that needs no waiting. A holder may try to turn a
// shared lock into an exclusive one, and may lose it when that fails.
func (l *lock) try(kind int) (bool, error) { return tryLock(l.file, kind) }

// release gives the lock up. It unlocks before closing, because a child of this
// process that has been forked and not yet executed has the file open as well.
func (l *lock) release() {
	// Neither can fail in a way that leaves the lock held.
	_ = unlock(l.file)
	_ = l.file.Close()
}

// sleep waits for d, or returns why ctx ended before.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
