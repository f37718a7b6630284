package discovery

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/negotiate"
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
	if negotiate.Holds(c.Request().Header, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return c.Blob(http.StatusOK, mediaType, body)
}

// preferred returns the media type that the caller wants most of those that a
// document has.
func preferred(c echo.Context, offered ...string) string {
	if len(offered) > 1 {
		c.Response().Header().Add("Vary", "Accept")
	}
	return negotiate.Preferred(c.Request().Header, offered...)
}
