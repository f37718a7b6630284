package content

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// The lengths of paths and addresses, in characters as sent. A percent-encoded
// path is up to three times as long.
const (
	longestFrom = 500
	longestTo   = 2000
)

// reserved are the paths of the API and its documents. A test compares them with
// the contract.
var reserved = []string{
	"/.well-known", "/api", "/assets", "/docs", "/favicon.ico", "/feeds", "/healthz", "/llms.txt", "/openapi", "/openapi.json", "/openapi.yaml", "/pictures", "/problems",
	"/products.jsonl.gz", "/readyz", "/robots.txt", "/sitemap.xml", "/sitemaps",
}

// always are the pages that a shop always has.
var always = []string{"/", "/products", "/services"}

func isReserved(path string) bool {
	return slices.Contains(always, path) || slices.ContainsFunc(reserved, func(r string) bool { return path == r || strings.HasPrefix(path, r+"/") })
}

// fromPath returns the one spelling of the path of a redirect, or why it cannot be
// one.
func fromPath(text string) (path, reason string) {
	if len([]rune(text)) > longestFrom {
		return "", fmt.Sprintf("fromPath has over %d characters.", longestFrom)
	}
	u, ok := local(text)
	switch {
	case !ok:
		return "", fmt.Sprintf("fromPath must be a path such as /old-page, without a host, not %q.", text)
	case strings.ContainsAny(text, "?#"):
		return "", fmt.Sprintf("fromPath must be a path alone, without ? and #, not %q.", text)
	case isReserved(u.Path):
		return "", fmt.Sprintf("fromPath %q is served by the shop itself.", text)
	}
	return (&url.URL{Path: u.Path}).EscapedPath(), ""
}

// toPath returns the one spelling of where a redirect leads, or why it cannot lead
// there.
func toPath(text string) (address, reason string) {
	if len([]rune(text)) > longestTo {
		return "", fmt.Sprintf("toPath has over %d characters.", longestTo)
	}
	if u, ok := local(text); ok {
		return u.String(), ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.Contains(text, `\`) {
		return "", fmt.Sprintf("toPath must be a path or an https URL, not %q.", text)
	}
	return u.String(), ""
}

// local parses an address that begins with a path of the shop. A browser reads
// "//host" and "/\host" as another host, and resolves "." and "..".
func local(text string) (*url.URL, bool) {
	if !strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsAny(text, "\\ \t\r\n") {
		return nil, false
	}
	u, err := url.Parse(text)
	if err != nil || u.RawPath != "" && strings.Contains(strings.ToLower(u.RawPath), "%2f") {
		return nil, false
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if segment == "." || segment == ".." || strings.ContainsAny(segment, "\\\x00") {
			return nil, false
		}
	}
	return u, true
}
