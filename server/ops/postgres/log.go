package postgres

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// PostgreSQL's own collector writes the log. It begins a file at each start, and
// when the last one has logSize. It removes none, and what it can truncate it chooses by
// time, which bounds no size. So every process that uses the server removes the oldest files.
// The log has at most keptLogs times logSize, and what is written during a logPause.
const (
	logFormat  = "postgresql-%Y%m%d-%H%M%S.log" // in the order of time
	logPattern = logName + "/postgresql-*.log"
	logSize    = "4MB"
	keptLogs   = 10
	logPause   = 10 * time.Second
)

const (
	// maxTail and maxTailLines bound what an error repeats of the log.
	maxTail, maxTailLines = 8 << 10, 15
	// tailLimit is the time that the processes of a failed server get to end.
	tailLimit = 2 * time.Second
)

// keepLogsBounded removes old files of the log until ctx ends.
func (s *server) keepLogsBounded(ctx context.Context) {
	for {
		if err := s.home.removeOldLogs(); err != nil && !errors.Is(err, fs.ErrNotExist) { // another process was quicker
			s.options.Logger.Warn("the old logs of PostgreSQL are not removed", "error", err)
		}
		if sleep(ctx, logPause) != nil {
			return
		}
	}
}

func (h home) removeOldLogs() error {
	root, names, err := h.logs()
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range names[:max(0, len(names)-keptLogs)] {
		if err := root.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// logs returns the files of the log, oldest first, and the folder that they are in. The
// server's user owns them, and can lead root out of a Root by no link.
func (h home) logs() (*os.Root, []string, error) {
	root, err := os.OpenRoot(h.root)
	if err != nil {
		return nil, nil, err
	}
	names, err := fs.Glob(root.FS(), logPattern)
	if err != nil {
		root.Close()
	}
	return root, names, err
}

// newestLog returns the newest file of the log.
func (h home) newestLog() (string, error) {
	root, names, err := h.logs()
	if err != nil {
		return "", err
	}
	defer root.Close()
	if len(names) == 0 {
		return "", nil
	}
	text, err := root.ReadFile(names[len(names)-1])
	return string(text), err
}

// lastWords returns the last lines of a server that has failed to start: what it wrote to
// standard error, and what its collector wrote if that was running already. The
// collector holds standard error too, so at its end the log is complete.
func (p *process) lastWords(h home) string {
	_ = p.stderr.SetReadDeadline(time.Now().Add(tailLimit)) // a pipe has one
	written, _ := io.ReadAll(p.stderr)                      // what was read until then
	text := string(written)
	if strings.Contains(text, "logging collector") {
		logged, err := h.newestLog()
		if err != nil {
			logged = err.Error()
		}
		// Of two starts in one second the log is one file.
		text += logged[max(0, strings.LastIndex(logged, "starting PostgreSQL")):]
	}
	lines := strings.Split(strings.TrimSpace(text[max(0, len(text)-maxTail):]), "\n")
	return strings.Join(lines[max(0, len(lines)-maxTailLines):], "\n")
}
