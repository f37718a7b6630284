package content

import (
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/platform/text"
)

// The contract's limits for a slug.
const (
	shortestSlug = 2
	longestSlug  = 200
)

// nameless is the slug of a service whose title has too few letters that a slug
// can contain, such as 修理.
const nameless = "service"

// deriveSlug makes a slug from a title.
func deriveSlug(title string) string {
	if slug := text.Slug(title); len(slug) >= shortestSlug {
		return slug
	}
	return nameless
}

// stem is the common prefix of a slug and its numbered variants.
func stem(slug string) string {
	const longestNumber = len("-9999999999")
	return slug[:min(len(slug), longestSlug-longestNumber)]
}

// freeSlug returns the wanted slug, or the slug with the lowest number from 2 on
// that is not taken.
func freeSlug(wanted string, taken []string) string {
	slices.Sort(taken)
	slug := wanted
	for n := 2; ; n++ {
		if _, found := slices.BinarySearch(taken, slug); !found {
			return slug
		}
		slug = numbered(wanted, n)
	}
}

func numbered(slug string, n int) string {
	suffix := "-" + strconv.Itoa(n)
	return strings.TrimRight(slug[:min(len(slug), longestSlug-len(suffix))], "-") + suffix
}
