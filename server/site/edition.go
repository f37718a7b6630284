package site

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/negotiate"
)

// edition is a set of files that were written together, such as the parts of a
// sitemap. They stay as they are until a newer edition replaces them, and are on
// disk, compressed: an edition of a million products takes no memory.
type edition struct {
	files map[string]*os.File // by name
	tags  map[string]string   // entity tags
	at    time.Time
}

// writing is an edition that is being written.
type writing struct {
	edition *edition
	sums    map[string]*summed
}

// summed is a compressed file whose content is hashed.
type summed struct {
	*gzip.Writer
	tag func() string
}

// file begins another file of the edition. The file has no name on disk, so that
// nothing is left of it when the process ends, however it ends.
func (w *writing) file(name string) (io.Writer, error) {
	f, err := os.CreateTemp("", "storefront-*")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // where an open file cannot be removed, the system's own cleaning does it
	w.edition.files[name] = f
	sum := sha256.New()
	packed, err := gzip.NewWriterLevel(io.MultiWriter(f, sum), gzip.BestSpeed)
	w.sums[name] = &summed{packed, func() string { return base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:12]) }}
	return packed, err
}

// write writes an edition.
func write(ctx context.Context, now time.Time, fill func(context.Context, *writing) error) (*edition, error) {
	w := &writing{&edition{files: map[string]*os.File{}, tags: map[string]string{}, at: now}, map[string]*summed{}}
	err := fill(ctx, w)
	for name, file := range w.sums {
		if closing := file.Close(); err == nil {
			err = closing
		}
		w.edition.tags[name] = file.tag()
	}
	if err != nil {
		w.edition.close()
		return nil, err
	}
	return w.edition, nil
}

func (e *edition) close() {
	for _, file := range e.files {
		_ = file.Close() // it was only read since it was written
	}
}

// send responds with a file of the edition: as it is if it is to be downloaded
// compressed, else with Content-Encoding or decompressed.
func (e *edition) send(c echo.Context, name, mediaType string, download bool) error {
	file := e.files[name]
	if file == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	h, asked := c.Response().Header(), c.Request().Header
	packed := download || negotiate.TakesGzip(asked)
	tag := `"` + e.tags[name] + `"`
	if !download {
		h.Add("Vary", "Accept-Encoding")
		if packed {
			tag = `"` + e.tags[name] + `-gzip"`
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", tag)
	h.Set("Last-Modified", e.at.UTC().Format(http.TimeFormat))
	h.Set("Cache-Control", revalidated)
	h.Add("Vary", "Host")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	if negotiate.Holds(asked, tag) {
		h.Del("Content-Encoding")
		return c.NoContent(http.StatusNotModified)
	}
	h.Set("Content-Type", mediaType)
	from := io.NewSectionReader(file, 0, info.Size())
	if packed {
		h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
		return copied(c, from)
	}
	unpacked, err := gzip.NewReader(from)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return copied(c, unpacked)
}

// copied sends the whole of a file, unless only its headers were asked for.
func copied(c echo.Context, from io.Reader) error {
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := io.Copy(c.Response(), from)
	return err
}
