// Package document serves documents that are the same for many callers: their
// bytes are made, hashed and compressed once.
package document

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/negotiate"
)

// Document is a text with its entity tag and, if it is worth it, its gzip.
type Document struct {
	tag     string
	text    func() ([]byte, error)
	gzipped []byte // nil when it saves too little
	length  int    // of the text, in bytes
}

// New returns a document of text, which must not be changed any more.
func New(text []byte) *Document {
	return &Document{tag: digest(text), gzipped: compress(text), length: len(text), text: func() ([]byte, error) { return text, nil }}
}

// Packed returns a document of text that keeps only its gzip, and decompresses it
// for each caller who does not accept gzip. It is for documents of which there are
// many.
func Packed(text []byte) *Document {
	d := New(text)
	if d.gzipped != nil {
		d.text = func() ([]byte, error) { return decompress(d.gzipped) }
	}
	return d
}

// FromGzip returns a document that is stored as gzip. It is decompressed for the
// first caller who does not accept gzip.
func FromGzip(packed []byte) *Document {
	return &Document{tag: digest(packed), gzipped: packed, text: sync.OnceValues(func() ([]byte, error) { return decompress(packed) })}
}

// Size is about how many bytes a packed document takes in memory.
func (d *Document) Size() int {
	const fields = 300 // of the document, and of its place in a list and a map
	if d.gzipped == nil {
		return fields + d.length
	}
	return fields + cap(d.gzipped)
}

// Tag identifies the version of the document: the same text has the same tag
// after a restart. It consists of letters, digits, hyphens and underscores.
func (d *Document) Tag() string { return d.tag }

// Send responds with the document, or with 304 when the caller has it already.
func (d *Document) Send(c echo.Context, mediaType string) error {
	asked, h := c.Request().Header, c.Response().Header()
	tag, zipped := `"`+d.tag+`"`, false
	if d.gzipped != nil {
		tag, zipped = Variant(c, d.tag)
	}
	h.Set("ETag", tag)
	h.Set("Access-Control-Allow-Origin", "*") // even without an Origin: a cache may serve the response to a page
	if negotiate.Holds(asked, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	body := d.gzipped
	if zipped {
		h.Set("Content-Encoding", "gzip")
	} else {
		var err error
		if body, err = d.text(); err != nil {
			return err
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return c.Blob(http.StatusOK, mediaType, body)
}

// Variant returns the entity tag of the variant for a caller of what is stored compressed
// and not, and reports whether it is the compressed one. tag is that of the content.
func Variant(c echo.Context, tag string) (etag string, gzipped bool) {
	c.Response().Header().Add("Vary", "Accept-Encoding")
	if negotiate.TakesGzip(c.Request().Header) {
		return `"` + tag + `-gzip"`, true
	}
	return `"` + tag + `"`, false
}

func digest(text []byte) string {
	const kept = 12 // bytes: enough to make a collision practically impossible
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:kept])
}

// packer compresses texts. Its memory is reused: that of a gzip.Writer takes longer
// to make than a page to compress.
type packer struct {
	*gzip.Writer
	out bytes.Buffer
}

var packers = sync.Pool{New: func() any {
	p := &packer{}
	p.Writer = gzip.NewWriter(&p.out)
	return p
}}

// compress returns the gzip of a text, or nil if that would hardly be shorter.
func compress(text []byte) []byte {
	const least = 1000 // bytes: a shorter response fits into one packet anyway
	if len(text) < least {
		return nil
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	p.out.Reset()
	p.Reset(&p.out)
	_, _ = p.Write(text) // a buffer accepts everything
	_ = p.Close()
	return bytes.Clone(p.out.Bytes())
}

func decompress(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
