package reference

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/negotiate"
)

// file is something that is the same for everybody, as long as the program runs.
type file struct {
	digest  string
	text    func() ([]byte, error)
	gzipped []byte // nil when it is not worth it
}

func plain(text []byte) file {
	return file{digest: digest(text), text: func() ([]byte, error) { return text, nil }}
}

// compressed is a file that is kept as gzip, and unpacked for the first caller
// who does not take it so.
func compressed(packed []byte) file {
	return file{digest: digest(packed), gzipped: packed, text: sync.OnceValues(func() ([]byte, error) {
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	})}
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// send answers with the file, or with 304 when the caller has it already.
func (f file) send(c echo.Context, mediaType string) error {
	asked, h := c.Request().Header, c.Response().Header()
	tag, encoding := `"`+f.digest+`"`, ""
	if f.gzipped != nil {
		h.Add("Vary", "Accept-Encoding")
		if negotiate.TakesGzip(asked) {
			tag, encoding = `"`+f.digest+`-gzip"`, "gzip"
		}
	}
	h.Set("ETag", tag)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Access-Control-Allow-Origin", "*")
	if negotiate.Holds(asked, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		h.Set("Content-Length", strconv.Itoa(len(f.gzipped)))
		return c.Blob(http.StatusOK, mediaType, f.gzipped)
	}
	text, err := f.text()
	if err != nil {
		return err
	}
	h.Set("Content-Length", strconv.Itoa(len(text)))
	return c.Blob(http.StatusOK, mediaType, text)
}
