package negotiate

import (
	"mime"
	"slices"
	"strconv"
	"strings"
)

// decided returns the quality that a header gives to the first of names that is
// in it; names are in descending order of specificity.
func decided(header string, names ...string) (q float64) {
	best := len(names)
	for part := range strings.SplitSeq(header, ",") {
		name, params, err := mime.ParseMediaType(part)
		if err != nil {
			continue
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
