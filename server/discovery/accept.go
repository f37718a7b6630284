package discovery

import (
	"mime"
	"strconv"
	"strings"
)

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
