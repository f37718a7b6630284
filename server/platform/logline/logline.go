// Package logline limits the length of log lines: callers choose paths, and
// errors quote their input.
package logline

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"
)

// Longest is the maximum length of a line in bytes, including the newline.
const Longest = 2000

// budgets are the maximum lengths of each text in bytes, tried one after the
// other until the line is short enough. The last one always is: it leaves no
// attribute.
var budgets = []int{Longest, 1500, 1000, 500, 200, 50, 0}

// Handler is a slog.Handler whose lines have at most Longest bytes. Texts that
// are cut end in "…". It is safe for concurrent use.
type Handler struct {
	format slog.Handler // writes into line
	line   *line
}

// line is the line that is being written.
type line struct {
	mu   sync.Mutex
	text bytes.Buffer
	out  io.Writer
}

// New returns a Handler that writes each line to out with one call of Write, in
// the format of form, such as slog.NewTextHandler.
func New(out io.Writer, form func(io.Writer) slog.Handler) *Handler {
	l := &line{out: out}
	return &Handler{form(&l.text), l}
}

// Enabled reports whether records of the level are written.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.format.Enabled(ctx, level)
}

// Handle writes the record. It returns the errors of form and of out.
func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	h.line.mu.Lock()
	defer h.line.mu.Unlock()
	for _, budget := range budgets {
		h.line.text.Reset()
		if err := h.format.Handle(ctx, shortened(r, budget)); err != nil {
			return err
		}
		if h.line.text.Len() <= Longest {
			break
		}
	}
	_, err := h.line.out.Write(h.line.text.Bytes())
	return err
}

// given is the maximum length in bytes of a text that is in every line.
const given = 100

// WithAttrs returns a Handler that adds the attributes to each line.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	short := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		short[i] = cutAttr(a, given)
	}
	return &Handler{h.format.WithAttrs(short), h.line}
}

// WithGroup returns a Handler that puts further attributes into a group.
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.format.WithGroup(cut(name, given)), h.line}
}
