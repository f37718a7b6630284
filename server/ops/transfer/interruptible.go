package transfer

import (
	"context"
	"io"
)

// interruptible is a reader whose Read ends with its context: nothing else
// interrupts a Read from a pipe that nobody writes to.
type interruptible struct {
	ctx   context.Context
	from  io.Reader
	parts chan part // of one Read of from at most
	now   part      // what is left of the last one
	ready bool      // whether no Read of from is under way
}

type part struct {
	text []byte
	err  error
}

func newInterruptible(ctx context.Context, from io.Reader) *interruptible {
	return &interruptible{ctx: ctx, from: from, parts: make(chan part, 1), ready: true}
}

// Read fails with the cause of the end of the context.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.now.text) == 0 && r.now.err == nil {
		if err := r.next(len(p)); err != nil {
			return 0, err
		}
	}
	n := copy(p, r.now.text)
	if r.now.text = r.now.text[n:]; len(r.now.text) > 0 {
		return n, nil
	}
	return n, r.now.err
}

// next reads the next part. After ctx has ended the Read that is under way keeps
// its own memory, and its goroutine until it returns.
func (r *interruptible) next(most int) error {
	if r.ready {
		r.ready = false
		go func() {
			text := make([]byte, most)
			n, err := r.from.Read(text)
			r.parts <- part{text[:n], err}
		}()
	}
	select {
	case r.now = <-r.parts:
		r.ready = true
		return nil
	case <-r.ctx.Done():
		return context.Cause(r.ctx)
	}
}
