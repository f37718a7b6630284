package server

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/wire"
	"github.com/storefront/storefront/server/shop/catalog"
	"github.com/storefront/storefront/server/shop/content"
	"github.com/storefront/storefront/server/shop/settings"
	"github.com/storefront/storefront/server/site"
	"github.com/storefront/storefront/server/site/pictures"
)

// mountSite serves the public pages, which show what the operations answer.
func (s *Server) mountSite(routed *toolRouter) {
	s.site = site.New(site.Options{
		Store: s.store, Feed: s.feed, Log: s.log, Ask: s.asker(routed), Draft: s.draft, Open: s.pagesOpen, Limit: s.limitPages, BaseURL: s.baseURL,
		Products: s.everyProduct, Timeout: s.config.CallTimeout, MaxPageBytes: s.config.PageCacheMB << 20, Sandbox: s.sandboxed(),
	})
	s.site.Register(s.echo)
	pictures.Register(s.echo, s.limitPages)
	s.mountImages()
}

// everyProduct calls yield with each live product.
func (s *Server) everyProduct(ctx context.Context, base string, yield func(*api.Product) error) error {
	return catalog.Every(call.With(ctx, call.Task("storefront")), s.store, base, yield)
}

// draft returns a page that is previewed.
func (s *Server) draft(ctx context.Context, secret string) ([]byte, error) {
	page, err := content.Preview(ctx, s.store, secret)
	if err != nil {
		return nil, err
	}
	return wire.Marshal(page)
}

// asker runs an operation for a page, as an anonymous caller. The request for the
// page was counted.
func (s *Server) asker(routed *toolRouter) site.Ask {
	return func(ctx context.Context, operation string, arguments any) ([]byte, error) {
		op := s.contract.Tool(operation)
		if op == nil || !op.Anonymous {
			return nil, problem.Internal(fmt.Errorf("%s is not an operation that everybody may call", operation))
		}
		body, err := wire.Marshal(arguments)
		if err != nil {
			return nil, err
		}
		visitor := *call.From(ctx)
		return s.answerInside(inside(call.With(ctx, &visitor), op, body, jsonHeader), routed.inside[operation])
	}
}

// pagesOpen refuses a request for a page while the pages are switched off.
func (s *Server) pagesOpen(ctx context.Context) error {
	on, err := s.switches.On(ctx, settings.StorefrontPages)
	if err != nil || on {
		return err
	}
	return problem.New(problem.FeatureDisabled, "The pages of the shop are switched off: storefront_pages.",
		`Switch "storefront_pages" on with features.set, then send the call again.`).
		Then(settings.SwitchOn(settings.StorefrontPages))
}

// followRedirect leads a visitor on from a path where nothing is, if there is a redirect from
// it. It returns the problem to send otherwise.
func (s *Server) followRedirect(c echo.Context, p *problem.Error) (*problem.Error, bool) {
	if p.Status() != http.StatusNotFound || c.Response().Committed {
		return p, false
	}
	done := false
	look := func(c echo.Context) (err error) {
		done, err = s.site.Redirect(c)
		return err
	}
	if c.Response().Header().Get("RateLimit-Policy") == "" { // the request was not counted yet
		look = s.limitPages(look)
	}
	if err := look(c); err != nil {
		return asProblem(err), false
	}
	return p, done
}
