package discovery

import (
	"cmp"

	"github.com/labstack/echo/v4"
)

// The media types that more than one document has.
const (
	typeJSON = "application/json"
	typeHTML = "text/html; charset=utf-8"
	typeText = "text/plain; charset=utf-8"
)

// document is what is served at an address.
type document struct {
	write      func(base string) ([]byte, error) // for the service at this address
	mediaTypes []string                          // of the same bytes; the first, unless Accept prefers another
	maxAge     int                               // in seconds, when it is not the usual time
	link       string                            // a Link header
}

// serve answers with the document.
func (o Options) serve(d document) echo.HandlerFunc {
	return func(c echo.Context) error {
		body, err := d.write(o.BaseURL(c.Request()))
		if err != nil {
			return err
		}
		if d.link != "" {
			c.Response().Header().Set("Link", d.link)
		}
		return conditionalFor(c, preferred(c, d.mediaTypes...), body, cmp.Or(d.maxAge, cacheFor))
	}
}
