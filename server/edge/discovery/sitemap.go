package discovery

import (
	"encoding/xml"
	"maps"
	"slices"

	"github.com/storefront/storefront/server/platform/problem"
)

type urlset struct {
	XMLName xml.Name  `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []siteURL `xml:"url"`
}

type siteURL struct {
	Loc string `xml:"loc"`
}

// sitemap lists the documentation and the pages of the problems (sitemaps.org).
func sitemap(base string) ([]byte, error) {
	set := urlset{URLs: []siteURL{{base + "/docs"}}}
	for _, code := range slices.Sorted(maps.Keys(problem.Catalogue)) {
		set.URLs = append(set.URLs, siteURL{base + "/problems/" + string(code)})
	}
	text, err := xml.MarshalIndent(set, "", " ")
	return append([]byte(xml.Header), text...), err
}
