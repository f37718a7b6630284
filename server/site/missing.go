package site

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// WantsPage reports whether a browser asks for a page: then a problem is sent as
// a page. A program that probes addresses under /api/ and /.well-known/ always
// gets a problem, because it would take a page for a match, whatever its Accept
// header says.
func WantsPage(r *http.Request) bool {
	return isPage(r) && document.Preferred(r.Header, problem.MediaType, "application/json", typeHTML) == typeHTML
}

// isPage reports whether a request is for an address where a page may be.
func isPage(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	return !slices.ContainsFunc([]string{"/api/", "/.well-known/", "/docs/assets/", "/assets/"}, func(programs string) bool {
		return strings.HasPrefix(r.URL.Path+"/", programs)
	})
}

// missingView is a problem, as a page.
type missingView struct {
	Hint, Detail, Code, Instance string
	DetailLang                   lang
}

// Refuse responds with a problem as a page. The page of a limit, or of a failure,
// reads nothing from the database.
func (s *Site) Refuse(c echo.Context, p problem.Document) error {
	v := s.visitWithoutFrame(c)
	if p.Status == http.StatusNotFound || p.Status == http.StatusForbidden {
		ctx, cancel := context.WithTimeout(c.Request().Context(), s.Timeout)
		defer cancel()
		if full, err := s.visit(ctx, c); err == nil {
			v = full
		}
	}
	w := v.words
	title, hint := w.Failed, w.FailedHint
	switch p.Status {
	case http.StatusNotFound:
		title, hint = w.NotFound, w.NotFoundHint
	case http.StatusForbidden:
		title, hint = w.Closed, w.ClosedHint
	}
	body, err := v.render(&page{
		name: "missing", Title: title, Path: c.Request().URL.EscapedPath(), NoIndex: true, Content: &missingView{hint, p.Detail, string(p.Code), p.Instance, langIn(w, "en")}, // the language of problems
	}, typeHTML)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	setSecurityHeaders(h, v.base)
	h.Set("Content-Type", typeHTML)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	c.Response().WriteHeader(p.Status)
	_, err = c.Response().Write(body)
	return err
}

// visitWithoutFrame is a visit of a page without a frame.
func (s *Site) visitWithoutFrame(c echo.Context) *visit {
	return &visit{
		site: s, frame: &frame{Shop: shop{Name: "Storefront", Locale: "da", Unknown: true}}, base: s.BaseURL(c.Request()), words: chooseLanguage(c.Request().Header, "da"),
		query: c.QueryParams(),
	}
}

// Redirect leads on from a path where nothing is, if there is a redirect from it,
// and reports whether it did. The error is that of the database.
func (s *Site) Redirect(c echo.Context) (bool, error) {
	r := c.Request()
	if !isPage(r) {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout)
	defer cancel()
	path := (&url.URL{Path: r.URL.Path}).EscapedPath() // as redirects.import stores it
	if plain, slash := strings.CutSuffix(path, "/"); slash && s.exists(ctx, c, plain) {
		return s.withoutSlash(c)
	}
	found, err := s.Store.Read().RedirectGet(ctx, []string{path, strings.TrimRight(path, "/")})
	if store.NotFound(err) {
		return s.withoutSlash(c)
	}
	if err != nil {
		return false, err
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return true, c.Redirect(int(found.Status), withQuery(found.ToPath, r.URL.RawQuery))
}

// exists reports whether there is a page with this path.
func (s *Site) exists(ctx context.Context, c echo.Context, path string) bool {
	load, slug := s.routed(path)
	if load == nil {
		return false
	}
	v, err := s.visit(ctx, c)
	if err != nil {
		return false
	}
	v.slug, v.query = slug, url.Values{}
	_, err = load(ctx, v)
	return err == nil
}

// withoutSlash leads from the path of a page with a slash after it to the page.
func (s *Site) withoutSlash(c echo.Context) (bool, error) {
	u := c.Request().URL
	path, slash := strings.CutSuffix(u.EscapedPath(), "/")
	if load, _ := s.routed(path); !slash || load == nil {
		return false, nil
	}
	return true, c.Redirect(http.StatusPermanentRedirect, withQuery(path, u.RawQuery))
}

// routed returns what asks for the page with this path, and its slug, whether it exists or not; nil when no page has it.
func (s *Site) routed(path string) (load pageLoader, slug string) {
	for route, load := range s.pages() {
		folder, ofSlug := strings.CutSuffix(route, ":slug")
		slug, below := strings.CutPrefix(path, folder)
		if path == route || ofSlug && below && slug != "" && !strings.Contains(slug, "/") {
			return load, slug
		}
	}
	return nil, ""
}

// withQuery adds the parameters of a request that the address does not have.
func withQuery(address, query string) string {
	target, err := url.Parse(address)
	if err != nil {
		return address
	}
	own := target.Query()
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		if name, err := url.QueryUnescape(name); part != "" && err == nil && !own.Has(name) {
			target.RawQuery = strings.TrimPrefix(target.RawQuery+"&"+part, "&")
		}
	}
	return target.String()
}
