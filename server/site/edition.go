package site

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"hash"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/problem"
)

// edition is a set of files that were written together, such as the parts of a
// sitemap. They stay as they are until a newer edition replaces them, and are on
// disk, compressed: an edition of a million products takes no memory.
type edition struct {
	files map[string]*file
	at    time.Time
}

// file is a file of an edition.
type file struct {
	*os.File
	size int64
	tag  string // of its content
}

// editionWriter is an edition that is being written.
type editionWriter struct {
	files map[string]*gzipFile
}

// gzipFile compresses what is written to a file, and hashes the result.
type gzipFile struct {
	*gzip.Writer
	to     *os.File
	sum    hash.Hash
	closed bool
}

// file begins another file of the edition. The file has no name on disk, so that
// nothing is left of it when the process ends, however it ends.
func (w *editionWriter) file(name string) (*gzipFile, error) {
	to, err := os.CreateTemp("", "storefront-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(to.Name()) // where an open file cannot be removed, the system's own cleaning does it
	p := &gzipFile{to: to, sum: sha256.New()}
	w.files[name] = p
	p.Writer, err = gzip.NewWriterLevel(io.MultiWriter(to, p.sum), gzip.BestSpeed)
	return p, err
}

// Close ends the file. It may be called again.
func (p *gzipFile) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	return p.Writer.Close()
}

// writeEdition writes an edition.
func writeEdition(ctx context.Context, fill func(context.Context, *editionWriter) error) (*edition, error) {
	w := &editionWriter{map[string]*gzipFile{}}
	e := &edition{map[string]*file{}, time.Now()}
	err := fill(ctx, w)
	for name, p := range w.files {
		err = errors.Join(err, p.Close())
		size, seeking := p.to.Seek(0, io.SeekEnd)
		err = errors.Join(err, seeking)
		e.files[name] = &file{p.to, size, base64.RawURLEncoding.EncodeToString(p.sum.Sum(nil)[:12])}
	}
	if err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

func (e *edition) close() {
	for _, f := range e.files {
		_ = f.Close() // it was only read since it was written
	}
}

const (
	// maxDecompressing is how many files are decompressed at once.
	maxDecompressing = 4
	// minRate is how many bytes of a compressed file a caller must take per second.
	minRate = 100_000
)

// decompressor sends files to callers that do not take gzip. It costs a core for each, so
// few are sent at once, and a caller that is too slow is disconnected.
type decompressor struct {
	slots chan struct{}
	rate  int64         // the minimum, in bytes of the compressed file per second
	grace time.Duration // how long a caller may take in addition
}

func newDecompressor() *decompressor {
	return &decompressor{make(chan struct{}, maxDecompressing), minRate, time.Minute}
}

// send sends the whole of a compressed file, unless only its headers were asked for.
func (d *decompressor) send(c echo.Context, content io.Reader, to fileWriter) error {
	if c.Request().Method == http.MethodHead {
		c.Response().WriteHeader(http.StatusOK)
		return nil
	}
	if err := d.acquire(c.Request().Context()); err != nil {
		return err
	}
	defer d.release()
	text, err := gzip.NewReader(content)
	if err != nil {
		return err
	}
	c.Response().WriteHeader(http.StatusOK)
	to.until = time.Now().Add(d.grace + time.Duration(to.size/d.rate)*time.Second)
	_, err = io.Copy(to, text)
	return err
}

// acquire waits for a slot. The error is for a caller that waited too long.
func (d *decompressor) acquire(ctx context.Context) error {
	select {
	case d.slots <- struct{}{}:
		return nil
	case <-time.After(maxWait):
	case <-ctx.Done():
	}
	busy := problem.New(problem.Unavailable, "The file is being decompressed for others.", `Send "Accept-Encoding: gzip": compressed, it is sent to all callers at once.`)
	busy.RetryAfter = maxWait
	return busy
}

func (d *decompressor) release() { <-d.slots }
