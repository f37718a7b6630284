package discovery

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/edge/negotiate"
	"github.com/storefront/storefront/server/platform/problem"
)

// WantsPage tells whether somebody with a browser asks for a page: a refusal is
// one to read then. Programs that look under /api/ and /.well-known/ take a page
// for a find, whatever they say that they accept.
func WantsPage(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	for _, programs := range []string{"/api/", "/.well-known/", "/docs/assets/"} {
		if strings.HasPrefix(r.URL.Path+"/", programs) {
			return false
		}
	}
	return negotiate.Preferred(r.Header, problem.MediaType, typeJSON, typeHTML) == typeHTML
}

// WriteMissing answers with a problem, of something that does not exist, as a page.
func WriteMissing(w http.ResponseWriter, p problem.Document) error {
	body, err := page("missing", p)
	if err != nil {
		return err
	}
	h := w.Header()
	guard(h)
	h.Set("Content-Type", typeHTML)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_, err = w.Write(body)
	return err
}
