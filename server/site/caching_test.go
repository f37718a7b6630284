package site_test

import (
	"slices"
	"testing"

	"github.com/storefront/storefront/server/test/servertest"
)

// Each form of a page, in each language, has a tag of its own. A caller who has that
// form is sent nothing, and HEAD is answered as GET is.
func TestEachFormOfAPageHasATag(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/", "/products", "/products/round-metal", "/services/synsproeve"} {
		forms, bodies := map[string][]string{}, map[string]string{} // by the tag of the answer: the headers that were sent, and the body
		for _, accept := range []string{browser, "text/markdown"} {
			for _, language := range []string{"da", "en"} {
				for _, encoding := range []string{"gzip", "identity"} {
					header := []string{"Accept", accept, "Accept-Language", language, "Accept-Encoding", encoding}
					get, head := s.Ask(t, "GET", path, header...), s.AskUnchecked(t, "HEAD", path, header...)
					tag := get.Header.Get("ETag")
					if forms[tag] != nil && bodies[tag] != string(get.Body) { // a short body is not compressed
						t.Errorf("%s for %v has the tag for %v", path, header, forms[tag])
					}
					forms[tag], bodies[tag] = header, string(get.Body)
					for _, name := range []string{"ETag", "Vary", "Content-Type", "Content-Length", "Content-Language", "Content-Encoding", "Content-Security-Policy", "Link", "Cache-Control"} {
						if !slices.Equal(get.Header.Values(name), head.Header.Values(name)) {
							t.Errorf("%s for %v: %s is %q for GET and %q for HEAD", path, header, name, get.Header.Values(name), head.Header.Values(name))
						}
					}
					if head.Status != 200 || len(head.Body) != 0 {
						t.Errorf("HEAD %s: %d, %d bytes", path, head.Status, len(head.Body))
					}
				}
			}
		}
		for tag, header := range forms {
			for other := range forms {
				reply := s.Ask(t, "GET", path, append(slices.Clone(header), "If-None-Match", other)...)
				if want := map[bool]int{true: 304, false: 200}[tag == other]; reply.Status != want || (want == 304 && len(reply.Body) != 0) {
					t.Errorf("%s for %v, with the tag for %v: %d", path, header, forms[other], reply.Status)
				}
			}
		}
	}
}

// A file that is decompressed for a caller is sent as a whole: it says nothing of ranges.
func TestADecompressedFileHasNoRanges(t *testing.T) {
	t.Parallel()
	s := servertest.Borrow(t, servertest.Demo)
	for _, path := range []string{"/feeds/google.xml", "/sitemap.xml", "/sitemaps/1.xml"} {
		whole := s.Ask(t, "GET", path)
		part := s.Ask(t, "GET", path, "Range", "bytes=10-19")
		if part.Status != 200 || len(part.Body) != len(whole.Body) || part.Header.Get("Accept-Ranges") != "" || part.Header.Get("ETag") != whole.Header.Get("ETag") {
			t.Errorf("%s: %d, %d bytes, %v", path, part.Status, len(part.Body), part.Header)
		}
	}
}
