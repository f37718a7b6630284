package site

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/negotiate"
	"github.com/storefront/storefront/server/platform/problem"
)

const (
	// writeTimeout is how long a caller may take for each write of a large file.
	writeTimeout = time.Minute
	// maxDecompressing is how many files are decompressed at once, for callers that do not
	// take gzip: it costs a core for each.
	maxDecompressing = 1
)

// send responds with a file of the edition: as it is if it is to be downloaded
// compressed, else with Content-Encoding or decompressed.
func (s *Site) send(c echo.Context, e *edition, name, mediaType string, download bool) error {
	f := e.files[name]
	if f == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	h, requested := c.Response().Header(), c.Request().Header
	gzipped, tag := download, `"`+f.tag+`"`
	if !download {
		h.Add("Vary", "Accept-Encoding")
		if gzipped = negotiate.TakesGzip(requested); gzipped {
			tag = `"` + f.tag + `-gzip"`
		}
	}
	h.Set("ETag", tag)
	h.Set("Last-Modified", e.at.UTC().Format(http.TimeFormat))
	h.Set("Cache-Control", revalidated)
	h.Add("Vary", "Host")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if negotiate.Holds(requested, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Type", mediaType)
	content, to := io.NewSectionReader(f.File, 0, f.size), fileWriter{c.Response(), http.NewResponseController(c.Response()), f.size}
	if gzipped {
		if !download {
			h.Set("Content-Encoding", "gzip")
		}
		http.ServeContent(to, withoutOtherRanges(c.Request(), f.size), "", e.at, content)
		return nil
	}
	return s.sendDecompressed(c, content, to)
}

// oneRange is the Range of a caller that goes on where a download broke off.
var oneRange = regexp.MustCompile(`^bytes=([0-9]{1,18})-([0-9]{1,18})?$`)

// withoutOtherRanges returns the request without a Range that is not of one part of the file:
// then the whole file is sent.
func withoutOtherRanges(r *http.Request, size int64) *http.Request {
	from := oneRange.FindStringSubmatch(r.Header.Get("Range"))
	if from != nil {
		start, _ := strconv.ParseInt(from[1], 10, 64) // digits that fit
		end, none := strconv.ParseInt(from[2], 10, 64)
		if start < size && (none != nil || end >= start) {
			return r
		}
	}
	r = r.Clone(r.Context())
	r.Header.Del("Range")
	return r
}

// sendDecompressed sends the whole of a compressed file, unless only its headers were asked
// for.
func (s *Site) sendDecompressed(c echo.Context, content io.Reader, to io.Writer) error {
	if c.Request().Method == http.MethodHead {
		c.Response().WriteHeader(http.StatusOK)
		return nil
	}
	if err := s.decompressing.acquire(c.Request().Context()); err != nil {
		return err
	}
	defer s.decompressing.release()
	text, err := gzip.NewReader(content)
	if err != nil {
		return err
	}
	c.Response().WriteHeader(http.StatusOK)
	_, err = io.Copy(to, text)
	return err
}

// fileWriter gives a caller time for each part of a large answer instead of a time for
// the whole of it.
type fileWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	size    int64 // of the file as it is stored
}

// WriteHeader adds the length of what is sent, which http.ServeContent does not know
// of content that is encoded.
func (p fileWriter) WriteHeader(status int) {
	length := p.size
	if status == http.StatusPartialContent {
		var first, last int64
		_, _ = fmt.Sscanf(p.Header().Get("Content-Range"), "bytes %d-%d/", &first, &last) // as http.ServeContent writes it
		length = last - first + 1
	}
	if status == http.StatusOK || status == http.StatusPartialContent {
		p.Header().Set("Content-Length", strconv.FormatInt(length, 10))
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write writes a part.
func (p fileWriter) Write(text []byte) (int, error) {
	_ = p.control.SetWriteDeadline(time.Now().Add(writeTimeout)) // a recorder in a test has no deadline
	return p.ResponseWriter.Write(text)
}

// semaphore bounds how many do something at once.
type semaphore chan struct{}

// acquire waits for a place. The error is for a caller that waited too long.
func (p semaphore) acquire(ctx context.Context) error {
	select {
	case p <- struct{}{}:
		return nil
	case <-time.After(maxWait):
	case <-ctx.Done():
	}
	busy := problem.New(problem.Unavailable, "The file is being decompressed for others.", `Send "Accept-Encoding: gzip": compressed, it is sent to all callers at once.`)
	busy.RetryAfter = maxWait
	return busy
}

func (p semaphore) release() { <-p }
