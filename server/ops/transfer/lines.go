package transfer

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the maximum length of a line in bytes, the same as of a request's
// body.
const maxLine = 1 << 20

// source returns the records of a file, in order, and io.EOF after the last.
type source interface{ next() (record, error) }

// lines is the source of JSON Lines.
type lines struct {
	in     *bufio.Reader
	number int
}

func (l *lines) next() (record, error) {
	for {
		text, long, err := l.read()
		if err != nil && (!errors.Is(err, io.EOF) || len(text) == 0 && !long) {
			return record{}, err
		}
		l.number++
		if long {
			return record{number: l.number, faults: []string{"the line is longer than 1 MiB"}}, nil
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			return record{number: l.number, text: text}, nil
		}
	}
}

// read returns the next line without its newline. A line that is too long is
// discarded, and long is true.
func (l *lines) read() (text []byte, long bool, err error) {
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
