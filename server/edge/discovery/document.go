package discovery

import (
	"cmp"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
)

// The media types that more than one document uses.
const (
	typeJSON = "application/json"
	typeHTML = "text/html; charset=utf-8"
	typeText = "text/plain; charset=utf-8"

	typeMarkdown = "text/markdown; charset=utf-8"
)

// cacheFor is how long clients may cache a document, in seconds.
const cacheFor = 300

// source defines the document at a path.
type source struct {
	name       string                                       // unique among all documents
	write      func(base, mediaType string) ([]byte, error) // for the service at the given address
	mediaTypes []string                                     // the first, unless Accept prefers another
	forms      bool                                         // whether the bytes differ by media type
	everywhere bool                                         // whether the bytes are the same for every address of the service
	maxAge     int                                          // in seconds; 0 means cacheFor
	link       string                                       // a Link header
}

// serve responds with the document.
func (o *Options) serve(s source) echo.HandlerFunc {
	return func(c echo.Context) error { return o.send(c, s) }
}

// send responds with the document in the form that the caller prefers, or with
// 304 when the caller has it already.
func (o *Options) send(c echo.Context, s source) error {
	h := c.Response().Header()
	mediaType := document.Preferred(c.Request().Header, s.mediaTypes...)
	if len(s.mediaTypes) > 1 {
		h.Add("Vary", "Accept")
	}
	base, name := o.BaseURL(c.Request()), s.name
	if s.everywhere {
		base = ""
	}
	if s.forms {
		name += " as " + mediaType
	}
	d, err := o.library.Get(base, name, func() ([]byte, error) { return s.write(base, mediaType) })
	if err != nil {
		return err
	}
	if s.link != "" {
		h.Set("Link", s.link)
	}
	if mediaType == typeHTML {
		guard(h)
	}
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(cmp.Or(s.maxAge, cacheFor)))
	h.Add("Vary", "Host")
	return d.Send(c, mediaType)
}
