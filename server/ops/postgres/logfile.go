package postgres

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

const (
	// maxTail and maxTailLines bound what an error repeats of the log.
	maxTail      = 8 << 10
	maxTailLines = 15
)

// logFile is the server's log, from one start of it on.
type logFile struct {
	file  *os.File
	start int64 // where this start's lines begin
}

// openLog opens the log to append to, rotated when it has grown large.
func (h home) openLog() (*logFile, error) {
	if err := h.rotateLog(); err != nil {
		return nil, err
	}
	f, err := h.openFile(logName, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &logFile{file: f, start: info.Size()}, nil
}

// Close ends the writing; what was written stays.
func (l *logFile) Close() error { return l.file.Close() }

// lastLines returns the last lines since this start, for an error message.
func (l *logFile) lastLines() string {
	info, err := l.file.Stat()
	if err != nil {
		return fmt.Sprintf("(the log cannot be read: %v)", err)
	}
	if info.Size() < l.start {
		l.start = 0 // it has been rotated since
	}
	from := max(l.start, info.Size()-maxTail)
	text, err := io.ReadAll(io.NewSectionReader(l.file, from, info.Size()-from))
	if err != nil {
		return fmt.Sprintf("(the log cannot be read: %v)", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-maxTailLines):], "\n")
}
