package discovery

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/storefront/storefront/server/edge/negotiate"
	"github.com/storefront/storefront/server/platform/problem"
)

// WantsPage reports whether a browser asks for a page: then a problem is sent as
// a page. A program that probes addresses under /api/ and /.well-known/ always
// gets a problem, because it would take a page for a match, whatever its Accept
// header says.
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

// WriteMissing responds with the problem of an address that does not exist, as a
// page.
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
