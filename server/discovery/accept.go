package discovery

import (
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// preferred returns the media type that the caller wants most of those that a
// document has: the first, where none is wanted more.
func preferred(c echo.Context, offered ...string) string {
	if len(offered) > 1 {
		c.Response().Header().Add("Vary", "Accept")
	}
	accept := strings.Join(c.Request().Header.Values("Accept"), ",")
	best, most := offered[0], 0.0
	for _, mediaType := range offered {
		if q := wanted(accept, mediaType); q > most {
			best, most = mediaType, q
		}
	}
	return best
}

// Accepts tells whether a caller takes a media type.
func Accepts(h http.Header, mediaType string) bool {
	return wanted(strings.Join(h.Values("Accept"), ","), mediaType) > 0
}

// wanted is quality for a media type that may have parameters.
func wanted(accept, mediaType string) float64 {
	name, _, _ := strings.Cut(mediaType, ";")
	kind, subtype, _ := strings.Cut(name, "/")
	return quality(accept, kind, subtype)
}

// quality returns how much an Accept header wants a media type, from 0 to 1:
// the most particular range that covers it decides (RFC 9110, 12.5.1). No
// header at all wants everything.
func quality(accept, kind, subtype string) float64 {
	if strings.TrimSpace(accept) == "" {
		return 1
	}
	best, q := 0, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		media, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		particular := map[string]int{"*/*": 1, kind + "/*": 2, kind + "/" + subtype: 3}[media]
		if particular <= best {
			continue
		}
		best, q = particular, 1
		if text, ok := params["q"]; ok {
			if q, err = strconv.ParseFloat(text, 64); err != nil {
				q = 0
			}
		}
	}
	return q
}
