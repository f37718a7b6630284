package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/maypok86/otter/v2"
	"github.com/maypok86/otter/v2/stats"

	"github.com/storefront/storefront/server/edge/document"
	"github.com/storefront/storefront/server/platform/problem"
)

// visit is one request for a page.
type visit struct {
	site     *Site
	frame    *frame
	announce string
	base     string // the address of the service
	words    *words
	query    url.Values // nil once the digest is taken: what a page shows of it must be noted before
	slug     string
	draft    string    // the secret of a preview
	hash     hash.Hash // of all that the page is made of
}

// pageLoader asks for all that a page shows, and returns what makes the page of it. The
// answers identify the page, so it is made only when it is not in the cache.
type pageLoader func(context.Context, *visit) (pageBuilder, error)

// pageBuilder makes a page.
type pageBuilder func() (*page, error)

// page serves a page.
func (s *Site) page(from pageLoader) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), s.Timeout)
		defer cancel()
		form := document.Preferred(c.Request().Header, typeHTML, typeMarkdown)
		var v *visit
		var d *document.Document
		err := s.Feed.Read(ctx, func(ctx context.Context) (err error) {
			v, d, err = s.document(ctx, c, from, form)
			return err
		})
		if err != nil {
			return err
		}
		h := c.Response().Header()
		setSecurityHeaders(h, v.base)
		h.Set("Cache-Control", mustRevalidate)
		for _, name := range []string{"Accept", "Accept-Language", "Host"} {
			h.Add("Vary", name)
		}
		h.Set("Content-Language", v.words.Tag)
		h.Set("Link", linkHeader)
		return d.Send(c, form)
	}
}

// The forms of a page.
const (
	typeHTML     = "text/html; charset=utf-8"
	typeMarkdown = "text/markdown; charset=utf-8"
)

// mustRevalidate has caches ask each time whether a page is still the same: a change is
// shown at once.
const mustRevalidate = "public, max-age=0, must-revalidate"

// linkHeader leads programs to what they would rather read.
const linkHeader = `</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json", ` +
	`</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="describedby"; type="text/plain"`

// setSecurityHeaders sets headers that keep a browser from running what a text of the shop
// could smuggle in. A page has no script of its own; images are of the shop or
// https. Tools that rate a page read /robots.txt from it, hence connect-src. A service
// whose address is https is to be asked by https alone from then on.
func setSecurityHeaders(h http.Header, base string) {
	if strings.HasPrefix(base, "https://") {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
}

// asDraft serves a page that is not for everybody yet: neither caches nor search engines keep it, and a browser runs it apart
// from the shop. For that it has a policy beside its own.
func asDraft(serve echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Request().Header.Del("If-None-Match") // nobody has it
		c.Response().Before(func() {
			h := c.Response().Header()
			h.Del("ETag")
			h.Set("Cache-Control", "no-store")
			h.Set("X-Robots-Tag", "noindex")
			h.Add("Content-Security-Policy", "sandbox")
		})
		return serve(c)
	}
}

// document returns a page in one of its forms, from the cache if it is there.
func (s *Site) document(ctx context.Context, c echo.Context, from pageLoader, form string) (*visit, *document.Document, error) {
	if err := s.Open(ctx); err != nil {
		return nil, nil, err
	}
	v, err := s.visit(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	v.startDigest(c.Path(), v.slug, form)
	build, err := from(ctx, v)
	if p, refused := errors.AsType[*problem.Error](err); refused && p.Code == problem.ValidationFailed && v.slug != "" { // no slug is like this one
		err = problem.Newf(problem.EndpointNotFound, "There is nothing at %.200q.", c.Request().URL.Path)
	}
	if err != nil {
		return nil, nil, err
	}
	v.query = nil
	d, err := s.cache.get(ctx, digest(v.hash.Sum(nil)), func() ([]byte, error) {
		p, err := build()
		if err != nil {
			return nil, err
		}
		return v.render(p, form)
	})
	return v, d, err
}

// visit prepares a page for a request.
func (s *Site) visit(ctx context.Context, c echo.Context) (*visit, error) {
	s.Feed.Await(ctx) // many that read the frame at once would delay the feed further
	f, err := s.frames.Get(ctx)
	if err != nil {
		return nil, err
	}
	r := c.Request()
	return &visit{
		site: s, frame: f, announce: f.announcement(s.Store.Now()), base: s.BaseURL(r), words: chooseLanguage(r.Header, f.Shop.Locale),
		query: c.QueryParams(), slug: c.Param("slug"), draft: c.Param("draft"), hash: sha256.New(),
	}, nil
}

// startDigest adds to the digest what does not come from answers.
func (v *visit) startDigest(texts ...string) {
	v.hash.Write(v.frame.digest[:])
	for _, text := range append(texts, v.announce, v.base, v.words.Tag) {
		v.addToDigest([]byte(text))
	}
}

// addToDigest adds a text to the digest, with its length: two texts are not one.
func (v *visit) addToDigest(text []byte) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	v.hash.Write(length[:])
	v.hash.Write(text)
}

// ask runs an operation.
func (v *visit) ask(ctx context.Context, operation string, arguments any) (answer, error) {
	text, err := v.site.Ask(ctx, operation, arguments)
	if err != nil {
		return nil, err
	}
	v.addToDigest(text)
	return text, nil
}

// answer is the response of an operation.
type answer []byte

// into decodes the response.
func (a answer) into(response any) error {
	d := json.NewDecoder(bytes.NewReader(a))
	d.UseNumber()
	return d.Decode(response)
}

// digest identifies a page by all that it is made of: the answers that it shows,
// its frame, its address, its language and its form. A page is therefore never
// outdated, and nothing has to be told when something changes.
type digest = [sha256.Size]byte

// pageCache is a cache of pages. It is safe for concurrent use.
type pageCache struct {
	pages   *otter.Cache[string, *document.Document] // by digest
	counter *stats.Counter
}

func newPageCache(maxBytes int) *pageCache {
	m := &pageCache{counter: stats.NewCounter()}
	m.pages = otter.Must(&otter.Options[string, *document.Document]{
		StatsRecorder: m.counter, MaximumWeight: uint64(max(maxBytes, 1)), // 1: no page is so small
		Weigher: func(_ string, page *document.Document) uint32 { return uint32(page.Size()) },
	})
	return m
}

// get returns the page with this digest, or makes it. Callers who want the same page at once wait for the one
// that makes it.
func (m *pageCache) get(ctx context.Context, key digest, write func() ([]byte, error)) (*document.Document, error) {
	return m.pages.Get(ctx, string(key[:]), otter.LoaderFunc[string, *document.Document](func(context.Context, string) (*document.Document, error) {
		text, err := write()
		if err != nil {
			return nil, err
		}
		return document.Packed(text), nil
	}))
}

// CacheStatus is how the cache of pages is used.
type CacheStatus struct {
	Entries      int
	Hits, Misses uint64
}

// Cache returns how the cache of pages is used.
func (s *Site) Cache() CacheStatus {
	used := s.cache.counter.Snapshot()
	return CacheStatus{s.cache.pages.EstimatedSize(), used.Hits, used.Misses}
}
