// Package document serves documents that are the same for many callers: their
// bytes are made, hashed and compressed once, and the headers Accept, Accept-Encoding and
// If-None-Match decide in which form. Every answer of the service says that it varies by
// Accept-Encoding, so these do not.
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
)

// Document is a text with its entity tag and its compressed forms.
type Document struct {
	tag    string
	text   func() ([]byte, error)
	packed []form // the smallest first; none when it saves too little
	length int    // of the text, in bytes
}

// form is a text in a content coding, such as gzip.
type form struct {
	coding string
	body   []byte
}

// New returns a document of text, which must not be changed any more.
func New(text []byte) *Document {
	d := &Document{tag: digest(text), length: len(text), text: func() ([]byte, error) { return text, nil }}
	if gzipped := compress(text); gzipped != nil {
		d.packed = []form{{"gzip", gzipped}}
	}
	return d
}

// Packed returns a document of text that keeps only its gzip, and decompresses it
// for each caller who does not accept gzip. It is for documents of which there are
// many.
func Packed(text []byte) *Document {
	d := New(text)
	if len(d.packed) > 0 {
		d.text = func() ([]byte, error) { return decompress(d.packed[0].body) }
	}
	return d
}

// Stored returns a document that is stored compressed, in two forms of the same
// text. It is decompressed for the first caller who accepts neither.
func Stored(brotli, gzipped []byte) *Document {
	return &Document{
		tag: digest(gzipped), packed: []form{{"br", brotli}, {"gzip", gzipped}},
		text: sync.OnceValues(func() ([]byte, error) { return decompress(gzipped) }),
	}
}

// Size is about how many bytes a packed document takes in memory.
func (d *Document) Size() int {
	const fields = 300 // of the document, and of its place in a list and a map
	if len(d.packed) == 0 {
		return fields + d.length
	}
	return fields + cap(d.packed[0].body)
}

// Tag identifies the version of the document: the same text has the same tag
// after a restart. It consists of letters, digits, hyphens and underscores.
func (d *Document) Tag() string { return d.tag }

// Send responds with the document, or with 304 when the caller has it already.
func (d *Document) Send(c echo.Context, mediaType string) error {
	h := c.Response().Header()
	sent := d.form(c)
	tag := entityTag(d.tag, sent.coding)
	h.Set("ETag", tag)
	h.Set("Access-Control-Allow-Origin", "*") // even without an Origin: a cache may serve the response to a page
	if Holds(c.Request().Header, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	if sent.coding != "" {
		h.Set("Content-Encoding", sent.coding)
	} else {
		var err error
		if sent.body, err = d.text(); err != nil {
			return err
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(sent.body)))
	return c.Blob(http.StatusOK, mediaType, sent.body)
}

// form returns the form that the caller prefers; one without a coding stands for
// the text itself.
func (d *Document) form(c echo.Context) form {
	if len(d.packed) == 0 {
		return form{}
	}
	codings := make([]string, len(d.packed))
	for i, each := range d.packed {
		codings[i] = each.coding
	}
	wanted := Coding(c.Request().Header, codings...)
	for _, each := range d.packed {
		if each.coding == wanted {
			return each
		}
	}
	return form{}
}

// Variant returns the entity tag of the variant for a caller of what is stored as gzip
// and as text, and reports whether it is the gzip. tag is that of the content.
func Variant(c echo.Context, tag string) (etag string, gzipped bool) {
	wanted := Coding(c.Request().Header, "gzip")
	return entityTag(tag, wanted), wanted != ""
}

func entityTag(tag, coding string) string {
	if coding != "" {
		tag += "-" + coding
	}
	return `"` + tag + `"`
}

func digest(text []byte) string {
	const kept = 12 // bytes: enough to make a collision practically impossible
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:kept])
}

// LeastPacked is how many bytes of text are compressed: a shorter response fits into one packet anyway.
const LeastPacked = 1024

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
	if len(text) < LeastPacked {
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

// SandboxNotice is what every page of a sandbox says, in English. The pages of the shop say it
// in their own language.
const SandboxNotice = "This is a sandbox: a shop for tests, whose data is made up and whose keys are public."

// Sandboxed returns a page of HTML that begins with the notice.
func Sandboxed(page []byte) []byte {
	const body = "<body>"
	const notice = `<p role="note" style="margin:0;padding:.5rem 1rem;text-align:center;background:#0b6b53;color:#fff">` + SandboxNotice + "</p>\n"
	return bytes.Replace(page, []byte(body), []byte(body+"\n"+notice), 1)
}
