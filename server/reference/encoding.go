package reference

import (
	"mime"
	"strconv"
	"strings"
)

// takesGzip says whether an Accept-Encoding header allows gzip (RFC 9110, 12.5.3).
func takesGzip(headers []string) bool {
	takes := map[string]bool{}
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		coding, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
		}
		q, err := strconv.ParseFloat(params["q"], 64)
		takes[coding] = params["q"] == "" || err == nil && q > 0
	}
	if said, ok := takes["gzip"]; ok {
		return said
	}
	return takes["*"]
}
