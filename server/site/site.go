// Package site serves the public web pages of the shop. A page shows what the
// operations of the contract answer to an anonymous caller, as HTML or, where that
// is preferred, as markdown.
package site

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/server/platform/changes"
	"github.com/storefront/storefront/server/platform/store"
)

// Ask runs an operation for an anonymous caller and returns its response. The
// error is its refusal, a *problem.Error.
type Ask func(ctx context.Context, operation string, arguments any) ([]byte, error)

// Options are the dependencies of the pages.
type Options struct {
	Store    *store.Store
	Feed     *changes.Feed
	Log      *slog.Logger
	Ask      Ask
	Open     func(context.Context) error // a feature_disabled while the pages are switched off
	Limit    echo.MiddlewareFunc         // counts a request for a page
	BaseURL  func(*http.Request) string  // the address of the service, without a trailing slash
	Timeout  time.Duration               // how long making a page may take
	MostKept int                         // bytes of pages that are kept
}

// Site serves the pages.
type Site struct {
	Options
	frames *changes.Copy[*frame]
	made   *memo
}

// New returns the pages of the shop.
func New(o Options) *Site {
	s := &Site{Options: o, made: newMemo(o.MostKept)}
	s.frames = changes.NewCopy(o.Feed, s.readFrame, "settings", "campaigns", "categories", "pages", "services")
	return s
}

// pages are the pages by their paths.
func (s *Site) pages() map[string]show {
	return map[string]show{
		"/products":         s.products,
		"/products/:slug":   s.product,
		"/categories/:slug": s.category,
		"/services":         s.services,
		"/services/:slug":   s.service,
		"/info/:slug":       s.info,
	}
}

// Register adds the routes, each for GET and HEAD, except that of the home page.
func (s *Site) Register(e *echo.Echo) {
	for path, show := range s.pages() {
		add(e, path, s.page(show), s.Limit)
	}
	add(e, "/assets/:name", s.asset, s.Limit)
}

// Home responds with the home page.
func (s *Site) Home(c echo.Context) error { return s.page(s.home)(c) }

// Has reports whether a route is of a page.
func (s *Site) Has(path string) bool { return path == "/" || s.pages()[path] != nil }

func add(e *echo.Echo, path string, handler echo.HandlerFunc, before ...echo.MiddlewareFunc) {
	e.GET(path, handler, before...)
	e.HEAD(path, handler, before...)
}
