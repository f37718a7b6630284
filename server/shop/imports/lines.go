package imports

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the maximum length of a line in bytes, the same as of a request's
// body.
const maxLine = 1 << 20

// Source returns the records of a file, in order, and io.EOF after the last.
type Source interface{ Next() (Record, error) }

// Lines is the source of JSON Lines.
type Lines struct {
	in     *bufio.Reader
	number int
}

// NewLines returns the source of a text.
func NewLines(in *bufio.Reader) *Lines { return &Lines{in: in} }

// Next returns the next line that is not blank.
func (l *Lines) Next() (Record, error) {
	for {
		text, long, err := l.read()
		if err != nil && (!errors.Is(err, io.EOF) || len(text) == 0 && !long) {
			return Record{}, err
		}
		l.number++
		if long {
			return Record{Line: l.number, Faults: []string{"the line is longer than 1 MiB"}}, nil
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			return Record{Line: l.number, text: text}, nil
		}
	}
}

// read returns the next line without its newline. A line that is too long is
// discarded, and long is true.
func (l *Lines) read() (text []byte, long bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		more := errors.Is(err, bufio.ErrBufferFull)
		if more {
			err = nil
		}
		text = append(text, bytes.TrimSuffix(part, []byte("\n"))...)
		if len(text) > maxLine {
			text, long = text[:0], true
		}
		if !more {
			return text, long, err
		}
	}
}
