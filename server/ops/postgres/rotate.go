package postgres

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"time"
)

// The server writes to the log that it was started with for as long as it lives,
// whichever processes use it meanwhile: it cannot be made to open another file.
// So the log is copied and then emptied. The server appends, and goes on at the
// new end. What it writes between the two, a few microseconds, is lost.
const (
	maxLog   = 10 << 20         // the size in bytes from which the log is rotated
	keptLogs = 3                // how many rotated logs are kept
	logPause = 10 * time.Second // how often each user of the server looks at the size
)

// rotateLog rotates the log if it has grown large. Of many processes that do so
// at once, one does.
func (h home) rotateLog() error {
	info, err := os.Lstat(h.path(logName))
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() <= maxLog {
		return nil
	}
	if err != nil {
		return err
	}
	log, err := h.openFile(logName, os.O_RDWR)
	if err != nil {
		return err
	}
	// The lock of the file itself; the server, which inherited another opening of
	// it, holds none.
	l := &lock{file: log}
	defer l.release()
	if free, err := l.try(exclusive); err != nil || !free {
		return err
	}
	if info, err = log.Stat(); err != nil || info.Size() <= maxLog {
		return err // another process was quicker
	}
	if err := h.copyLog(log); err != nil {
		return errors.Join(err, os.Remove(h.path(copiedName)))
	}
	for n := keptLogs - 1; n >= 1; n-- {
		if err := os.Rename(h.path(rotatedName(n)), h.path(rotatedName(n+1))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := os.Rename(h.path(copiedName), h.path(rotatedName(1))); err != nil {
		return err
	}
	return log.Truncate(0)
}

// copyLog copies the log under a name that is not yet one of a rotated log: a
// copy that fails, on a full disk for example, costs none of those.
func (h home) copyLog(log io.Reader) error {
	kept, err := h.openFile(copiedName, os.O_WRONLY|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = io.Copy(kept, log)
	return errors.Join(err, kept.Close())
}

// copiedName is what a rotated log is called until it is complete.
const copiedName = logName + ".new"

func rotatedName(n int) string { return logName + "." + strconv.Itoa(n) }

// rotation rotates the log while the server is in use.
type rotation struct {
	end  chan struct{}
	done sync.WaitGroup
}

func (r *rotation) start(s *server) {
	r.end = make(chan struct{})
	r.done.Go(func() {
		for {
			if err := s.home.rotateLog(); err != nil {
				s.options.Logger.Warn("the log of PostgreSQL is not rotated", "error", err)
			}
			select {
			case <-r.end:
				return
			case <-time.After(logPause):
			}
		}
	})
}

func (r *rotation) stop() {
	close(r.end)
	r.done.Wait()
}
