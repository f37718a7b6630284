package site

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/wire"
)

// The files about all products.
const (
	productsFile = "products.jsonl.gz"
	googleName   = "google.xml"
)

// productsFeed responds with every live product: a line for each, the result of
// products.get.
func (s *Site) productsFeed(c echo.Context) error {
	return s.sendEdition(c, s.feeds, productsFile, "application/gzip", true)
}

// googleFile responds with every live product for the Google Merchant Center.
func (s *Site) googleFile(c echo.Context) error {
	return s.sendEdition(c, s.feeds, googleName, "application/xml", false)
}

func (s *Site) sendEdition(c echo.Context, p *publisher, name, mediaType string, download bool) error {
	s.Feed.Await(c.Request().Context()) // so that every change is known
	e, err := p.get(c.Request().Context(), s.BaseURL(c.Request()))
	if err != nil {
		return err
	}
	return s.send(c, e, name, mediaType, download)
}

// writeFeeds reads all products once for both files.
func (s *Site) writeFeeds(ctx context.Context, base string, w *editionWriter) error {
	lines, err := w.file(productsFile)
	if err != nil {
		return err
	}
	google, err := w.file(googleName)
	if err != nil {
		return err
	}
	f, err := s.frames.Get(ctx)
	if err != nil {
		return err
	}
	rss, err := newGoogleFeed(google, base, &f.Shop)
	if err != nil {
		return err
	}
	err = s.Products(ctx, base, func(p *api.Product) error {
		line, err := wire.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := lines.Write(append(line, '\n')); err != nil {
			return err
		}
		return rss.item(p)
	})
	if err != nil {
		return err
	}
	return rss.end()
}
