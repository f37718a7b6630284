package site

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// writeTimeout is how long a caller may take for each write of a large file.
const writeTimeout = time.Minute

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
	h.Set("Cache-Control", revalidated)
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
	deadline := time.Now().Add(writeTimeout)
	if !p.until.IsZero() && p.until.Before(deadline) {
		deadline = p.until
	}
	_ = p.control.SetWriteDeadline(deadline) // a recorder in a test has no deadline
	return p.ResponseWriter.Write(text)
}
