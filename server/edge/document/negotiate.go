package document

import (
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Accepts reports whether a caller accepts a media type. Without an Accept
// header it accepts everything.
func Accepts(h http.Header, mediaType string) bool { return wanted(h, mediaType) > 0 }

// Preferred returns the media type among those offered that the caller prefers:
// the first if several are preferred equally.
func Preferred(h http.Header, offered ...string) string {
	best, most := offered[0], 0.0
	for _, mediaType := range offered {
		if q := wanted(h, mediaType); q > most {
			best, most = mediaType, q
		}
	}
	return best
}

// wanted returns the quality, from 0 to 1, that a caller gives a media type: the
// most specific range that covers it decides (RFC 9110, 12.5.1).
func wanted(h http.Header, mediaType string) float64 {
	accept := joined(h, "Accept")
	if strings.TrimSpace(accept) == "" {
		return 1
	}
	name, _, _ := strings.Cut(mediaType, ";")
	kind, _, _ := strings.Cut(name, "/")
	return decided(accept, name, kind+"/*", "*/*")
}

// Coding returns the coding among those offered that the caller prefers (RFC 9110,
// 12.5.3): the first if several are preferred equally, "" if none is accepted, as
// without an Accept-Encoding header, or if the text itself ("identity") is preferred.
func Coding(h http.Header, offered ...string) string {
	accept := joined(h, "Accept-Encoding")
	best, most := "", 0.0
	for _, coding := range offered {
		if q := decided(accept, coding, "*"); q > most {
			best, most = coding, q
		}
	}
	if decided(accept, "identity") > most {
		return ""
	}
	return best
}

// Holds reports whether the caller has the version with this entity tag. Tags
// are compared weakly, as If-None-Match requires (RFC 9110, 13.1.2).
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

// decided returns the quality that a header gives to the first of names that is
// in it; names are in descending order of specificity.
func decided(header string, names ...string) (q float64) {
	best := len(names)
	for part := range strings.SplitSeq(header, ",") {
		name, params := strings.ToLower(strings.TrimSpace(part)), map[string]string(nil)
		if strings.Contains(part, ";") { // most have no parameters, and every request is read
			var err error
			if name, params, err = mime.ParseMediaType(part); err != nil {
				continue
			}
		}
		if at := slices.Index(names[:best], name); at >= 0 {
			best, q = at, quality(params)
		}
	}
	return q
}

// quality parses the parameter q; an invalid one is 0.
func quality(params map[string]string) float64 {
	text, given := params["q"]
	if !given {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return q
}
