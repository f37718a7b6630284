// Package negotiate reads what a caller says it takes and holds: Accept,
// Accept-Encoding and If-None-Match.
package negotiate

import (
	"net/http"
	"strings"
)

// Accepts tells whether a caller takes a media type. One that says nothing takes
// everything.
func Accepts(h http.Header, mediaType string) bool { return wanted(h, mediaType) > 0 }

// Preferred returns the media type that the caller wants most of those offered:
// the first, where none is wanted more.
func Preferred(h http.Header, offered ...string) string {
	best, most := offered[0], 0.0
	for _, mediaType := range offered {
		if q := wanted(h, mediaType); q > most {
			best, most = mediaType, q
		}
	}
	return best
}

// wanted returns how much a caller wants a media type, from 0 to 1: the most
// particular range that covers it decides (RFC 9110, 12.5.1).
func wanted(h http.Header, mediaType string) float64 {
	accept := joined(h, "Accept")
	if strings.TrimSpace(accept) == "" {
		return 1
	}
	name, _, _ := strings.Cut(mediaType, ";")
	kind, _, _ := strings.Cut(name, "/")
	return decided(accept, name, kind+"/*", "*/*")
}

// TakesGzip tells whether a caller takes gzip (RFC 9110, 12.5.3). One that says
// nothing does not.
func TakesGzip(h http.Header) bool { return decided(joined(h, "Accept-Encoding"), "gzip", "*") > 0 }

// Holds tells whether a caller has the version with this entity tag. Tags are
// compared weakly, as If-None-Match asks (RFC 9110, 13.1.2).
func Holds(h http.Header, tag string) bool {
	for part := range strings.SplitSeq(joined(h, "If-None-Match"), ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == "*" || part == tag {
			return true
		}
	}
	return false
}

func joined(h http.Header, name string) string { return strings.Join(h.Values(name), ",") }
