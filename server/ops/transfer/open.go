package transfer

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
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
		if begin, _ := in.Peek(len(byteOrderMark)); string(begin) != byteOrderMark {
			return nil
		}
		_, _ = in.Discard(len(byteOrderMark))
	}
}

// byteOrderMark may begin a text in UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

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
