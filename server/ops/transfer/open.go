package transfer

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/storefront/storefront/server/platform/text"
)

// input is an opened file.
type input struct {
	*bufio.Reader       // its text, decompressed and without a byte order mark
	size          int64 // of the file in bytes, compressed if it is; 0 when unknown
	read          atomic.Int64
	close         func() error
}

// open opens the file. When ctx ends, reading it fails with the cause.
func open(ctx context.Context, o Options) (*input, error) {
	in := &input{close: func() error { return nil }}
	raw := o.Reader
	switch {
	case raw != nil:
	case o.Path == "-":
		raw = os.Stdin
	default:
		file, err := os.Open(o.Path)
		if err != nil {
			return nil, err
		}
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			in.size = info.Size()
		}
		raw, in.close = file, file.Close
	}
	if err := in.unpack(newInterruptible(ctx, raw)); err != nil {
		return nil, errors.Join(err, in.close())
	}
	return in, nil
}

// unpack looks at the first bytes rather than at the name: standard input has
// none.
func (in *input) unpack(raw io.Reader) error {
	const size = 64 << 10
	in.Reader = bufio.NewReaderSize(counter{raw, &in.read}, size)
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(in.Reader)
		if err != nil {
			return fmt.Errorf("gzip: %w", err)
		}
		in.Reader = bufio.NewReaderSize(unzipped, size)
	}
	for { // a program that adds a mark to a text that has one is not rare
		if begin, _ := in.Peek(len(text.ByteOrderMark)); string(begin) != text.ByteOrderMark {
			return nil
		}
		_, _ = in.Discard(len(text.ByteOrderMark))
	}
}

// begin returns the first line, and what was read with it.
func (in *input) begin() []byte {
	for n := 1; ; n = in.Buffered() + 1 {
		text, err := in.Peek(min(n, in.Size()))
		if err != nil || n > in.Size() || bytes.IndexByte(text, '\n') >= 0 {
			text, _ = in.Peek(in.Buffered())
			return text
		}
	}
}

// counter counts the bytes read from the file, for the progress.
type counter struct {
	io.Reader
	n *atomic.Int64
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}

// format returns the format of the file.
func (o Options) format() (string, error) {
	switch o.Format {
	case JSONLines, ShopifyCSV:
		return o.Format, nil
	case "":
	default:
		return "", fmt.Errorf("the format %q is unknown: use %s or %s", o.Format, JSONLines, ShopifyCSV)
	}
	name := strings.TrimSuffix(strings.ToLower(o.Path), ".gz")
	if strings.HasSuffix(name, ".csv") {
		return ShopifyCSV, nil
	}
	return JSONLines, nil
}

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
