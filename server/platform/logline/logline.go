// Package logline keeps the lines of the log short, whatever goes into them:
// callers choose paths, and faults quote what they choke on.
package logline

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"
)

// Longest is how many bytes a line has at most, with its end.
const Longest = 2000

// budgets are how many bytes of each text are kept, tried one after the other
// until the line is short enough. The last one always is: no attribute is left.
var budgets = []int{Longest, 1500, 1000, 500, 200, 50, 0}

// Handler is a slog.Handler whose lines are at most Longest bytes. Texts that
// are cut end in "…". It is safe for concurrent use.
type Handler struct {
	format slog.Handler // writes into line
	line   *line
}

// line is the one that is being written.
type line struct {
	mu   sync.Mutex
	text bytes.Buffer
	out  io.Writer
}

// New returns a Handler that writes to out, each line at once, in a form such as
// slog.NewTextHandler writes.
func New(out io.Writer, form func(io.Writer) slog.Handler) *Handler {
	l := &line{out: out}
	return &Handler{form(&l.text), l}
}

// Enabled reports whether records of the level are written.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.format.Enabled(ctx, level)
}

// Handle writes the record. The errors are those of the form and of out.
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

// given is how many bytes of a text are kept that stands in every line.
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
