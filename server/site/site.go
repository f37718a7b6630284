// Package site serves the public web pages of the shop. A page shows what the
// operations of the contract answer to an anonymous caller, as HTML or, where that
// is preferred, as markdown.
package site

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
)

// Ask runs an operation for an anonymous caller and returns its response. The
// error is its refusal, a *problem.Error.
type Ask func(ctx context.Context, operation string, arguments any) ([]byte, error)

// Draft returns what site.get_page would answer of a page that is previewed. The error is its refusal.
type Draft func(ctx context.Context, secret string) ([]byte, error)

// Products calls yield with each live product as products.get returns it, for the
// service at an address.
type Products func(ctx context.Context, base string, yield func(*api.Product) error) error

// Options are the dependencies of the pages.
type Options struct {
	Store        *store.Store
	Feed         *changes.Feed
	Log          *slog.Logger
	Ask          Ask
	Draft        Draft
	Open         func(context.Context) error // a feature_disabled while the pages are switched off
	Limit        echo.MiddlewareFunc         // counts a request for a page
	BaseURL      func(*http.Request) string  // the address of the service, without a trailing slash
	Timeout      time.Duration               // how long making a page may take
	Products     Products
	MaxPageBytes int  // of pages in the cache
	Sandbox      bool // whether every page says that the shop is a sandbox
}

// Site serves the pages.
type Site struct {
	Options
	frames   *changes.Copy[*frame]
	cache    *pageCache
	feeds    *publisher
	sitemaps *publisher

	decompressing *decompressor
}

// New returns the pages of the shop.
func New(o Options) *Site {
	s := &Site{Options: o, cache: newPageCache(o.MaxPageBytes), decompressing: newDecompressor()}
	s.frames = changes.NewCopy(o.Feed, s.readFrame, "settings", "campaigns", "discounts", "categories", "pages", "services")
	s.feeds = s.publisher("The list of all products", s.writeFeeds, "products", "categories", "settings")
	s.sitemaps = s.publisher("The sitemap", s.writeSitemap, "products", "categories", "pages", "services", "features")
	return s
}

func (s *Site) publisher(name string, fill func(context.Context, string, *editionWriter) error, tables ...string) *publisher {
	p := newPublisher(name, s.Log, s.Store.Now, fill)
	s.Feed.Follow(p, tables...)
	return p
}

// Run writes the files for crawlers until ctx ends.
func (s *Site) Run(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() { s.feeds.run(ctx) })
	wg.Go(func() { s.sitemaps.run(ctx) })
	wg.Wait()
}

// Register adds the routes, each for GET and HEAD, except that of the home page.
func (s *Site) Register(e *echo.Echo) {
	for path, page := range s.pages() {
		addRoute(e, path, s.page(page), s.Limit)
	}
	addRoute(e, previewPath, asDraft(s.page(s.preview)), s.Limit)
	for path, file := range map[string]echo.HandlerFunc{
		"/products.jsonl.gz": s.productsFeed, "/feeds/google.xml": s.googleFile, "/sitemap.xml": s.sitemap,
		"/sitemaps/:name": s.sitemapPart,
	} {
		addRoute(e, path, file, s.Limit)
	}
	for name := range assets {
		addRoute(e, "/assets/"+name, assetHandler(name), s.Limit)
	}
	addRoute(e, "/favicon.ico", assetHandler("icon.svg"), s.Limit)
}

// pages are the pages by their paths.
func (s *Site) pages() map[string]pageLoader {
	return map[string]pageLoader{
		"/products":         s.products,
		"/products/:slug":   s.product,
		"/categories/:slug": s.category,
		"/services":         s.services,
		"/services/:slug":   s.service,
		"/info/:slug":       s.info,
	}
}

// previewPath is the path of a page that is previewed.
const previewPath = "/previews/:draft"

func addRoute(e *echo.Echo, path string, handler echo.HandlerFunc, before ...echo.MiddlewareFunc) {
	e.GET(path, handler, before...)
	e.HEAD(path, handler, before...)
}

// Home responds with the home page.
func (s *Site) Home(c echo.Context) error { return s.page(s.home)(c) }

// Has reports whether a route is of a page.
func (s *Site) Has(path string) bool {
	return path == "/" || path == previewPath || s.pages()[path] != nil
}
