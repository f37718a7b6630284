package discovery

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// cacheFor is how long a document may be used without asking again, in seconds.
const cacheFor = 300

// conditional answers with a document, or with 304 when the caller has it
// already.
func conditional(c echo.Context, mediaType string, body []byte) error {
	return conditionalFor(c, mediaType, body, cacheFor)
}

// conditionalFor is conditional for a document that may be used for so many
// seconds. The tag is of the content, so that it survives a restart and differs
// between two forms of a document only if they do.
func conditionalFor(c echo.Context, mediaType string, body []byte, seconds int) error {
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	h := c.Response().Header()
	if mediaType == typeHTML {
		guard(h)
	}
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(seconds))
	h.Set("Access-Control-Allow-Origin", "*") // also without an Origin: a cache may give the answer to a page
	h.Add("Vary", "Host")
	if matches(c.Request().Header.Values("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return c.Blob(http.StatusOK, mediaType, body)
}

// matches compares weakly, as If-None-Match asks (RFC 9110, 13.1.2).
func matches(headers []string, tag string) bool {
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == "*" || part == tag {
			return true
		}
	}
	return false
}
