package site

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/problem"
)

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
