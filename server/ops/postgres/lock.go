package postgres

import (
	"context"
	"fmt"
	"os"
	"time"
)

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

// acquire waits for the lock on the named file of h.
func acquire(ctx context.Context, h home, name string, kind int) (*lock, error) {
	f, err := h.openFile(name, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	l := &lock{file: f}
	for {
		ok, err := l.try(kind)
		if ok {
			return l, nil
		}
		if err == nil {
			err = sleep(ctx, lockPoll)
		}
		if err != nil {
			l.release()
			return nil, fmt.Errorf("wait for lock %s: %w", f.Name(), err)
		}
	}
}

// try takes the lock if that needs no waiting. A holder may try to turn a
// shared lock into an exclusive one, and may lose it when that fails.
func (l *lock) try(kind int) (bool, error) {
	return tryLock(l.file, kind)
}

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
