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

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/problem"
)

func (s *Site) sendEdition(c echo.Context, p *publisher, name, mediaType string, download bool) error {
	s.Feed.Await(c.Request().Context()) // so that every change is known
	e, err := p.get(c.Request().Context(), s.BaseURL(c.Request()))
	if err != nil {
		return err
	}
	return s.send(c, e, name, mediaType, download)
}

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
		tag, gzipped = document.Variant(c, f.tag)
	}
	h.Set("ETag", tag)
	h.Set("Last-Modified", e.at.UTC().Format(http.TimeFormat))
	h.Set("Cache-Control", mustRevalidate)
	h.Add("Vary", "Host")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if document.Holds(requested, tag) || unmodified(requested, e.at) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Type", mediaType)
	content := io.NewSectionReader(f.File, 0, f.size)
	to := fileWriter{ResponseWriter: c.Response(), control: http.NewResponseController(c.Response()), size: f.size}
	if gzipped {
		if !download {
			h.Set("Content-Encoding", "gzip")
		}
		http.ServeContent(to, withoutOtherRanges(c.Request(), f.size), "", e.at, content)
		return nil
	}
	return s.decompressing.send(c, content, to)
}

// unmodified reports whether the caller has what was written at this time. The date counts
// only without an If-None-Match (RFC 9110, 13.1.3).
func unmodified(h http.Header, at time.Time) bool {
	since, err := http.ParseTime(h.Get("If-Modified-Since"))
	return err == nil && h.Values("If-None-Match") == nil && !at.Truncate(time.Second).After(since)
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

// fileWriter gives a caller time for each part of a large answer, which takes longer than
// other answers may.
type fileWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	size    int64     // of the file as it is stored
	until   time.Time // when a caller must have all of it; zero for no such bound
}

// writeTimeout is how long a caller may take for each write of a large file.
const writeTimeout = time.Minute

// WriteHeader adds the length of what is sent, which http.ServeContent does not know
// of content that is encoded.
func (w fileWriter) WriteHeader(status int) {
	length := w.size
	if status == http.StatusPartialContent {
		var first, last int64
		_, _ = fmt.Sscanf(w.Header().Get("Content-Range"), "bytes %d-%d/", &first, &last) // as http.ServeContent writes it
		length = last - first + 1
	}
	if status == http.StatusOK || status == http.StatusPartialContent {
		w.Header().Set("Content-Length", strconv.FormatInt(length, 10))
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes a part.
func (w fileWriter) Write(text []byte) (int, error) {
	deadline := time.Now().Add(writeTimeout)
	if !w.until.IsZero() && w.until.Before(deadline) {
		deadline = w.until
	}
	_ = w.control.SetWriteDeadline(deadline) // a recorder in a test has no deadline
	return w.ResponseWriter.Write(text)
}

// decompressor sends files to callers that do not take gzip. It costs a core for each, so
// few are sent at once, and a caller that is too slow is disconnected.
type decompressor struct {
	slots chan struct{}
	rate  int64         // the minimum, in bytes of the compressed file per second
	grace time.Duration // how long a caller may take in addition
}

const (
	// maxDecompressing is how many files are decompressed at once.
	maxDecompressing = 4
	// minRate is how many bytes of a compressed file a caller must take per second.
	minRate = 100_000
)

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
