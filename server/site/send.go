package site

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"path"
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

//go:embed assets
var assetFiles embed.FS

// assetTypes are the media types of the assets by the ends of their names.
var assetTypes = map[string]string{".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// assets are the files that pages refer to, by name.
var assets = func() map[string]*document.Document {
	all := map[string]*document.Document{}
	entries, err := assetFiles.ReadDir("assets")
	if err != nil {
		panic(err) //nolint:forbidigo // impossible: the files are in the program
	}
	for _, entry := range entries {
		content, err := assetFiles.ReadFile("assets/" + entry.Name())
		if err != nil {
			panic(err) //nolint:forbidigo // impossible: the files are in the program
		}
		all[entry.Name()] = document.New(content)
	}
	return all
}()

// assetPath is the address of an asset, with its version.
func assetPath(name string) string { return "/assets/" + name + "?v=" + assets[name].Tag() }

// asset responds with a file that pages refer to.
func asset(name string) echo.HandlerFunc {
	file := assets[name]
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'") // a drawing has no script, even when it is opened by itself
		h.Set("Cache-Control", "public, max-age=300")
		if c.QueryParam("v") == file.Tag() {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		return file.Send(c, assetTypes[path.Ext(name)])
	}
}

// What pages that list many things show of each, so that a list with the longest names
// that the contract allows stays below 60 KB with its stylesheet. The page of a thing
// shows all of it.
const (
	maxCardName    = 80  // characters
	maxCardBrand   = 40  // characters
	maxCardImage   = 200 // bytes of an address
	maxCardSummary = 160 // characters
	maxLinkText    = 60  // characters
	maxTiles       = 100
	maxTilesBytes  = 12_000
	maxChoices     = 20    // of a filter
	maxChoiceBytes = 4_000 // of a filter, of which each choice takes choiceMarkup
	choiceMarkup   = 110
	maxLinks       = 24    // in each list of the footer
	maxLinkBytes   = 2_000 // in each list of the footer
)

// bytesInHTML is how many bytes these texts take in a page.
func bytesInHTML(texts ...string) (n int) {
	for _, text := range texts {
		n += len(template.HTMLEscapeString(text))
	}
	return n
}
