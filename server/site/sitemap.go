package site

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/problem"
)

// maxAddresses is the maximum number of addresses in one sitemap (sitemaps.org).
const maxAddresses = 50_000

// sitemapFile is the sitemap, or the list of its parts when one does not hold all
// addresses.
const sitemapFile = "sitemap.xml"

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"

// sitemap responds with the addresses of everything that is live.
func (s *Site) sitemap(c echo.Context) error {
	return s.sendEdition(c, s.sitemaps, sitemapFile, "application/xml", false)
}

// sitemapPart responds with a part of them.
func (s *Site) sitemapPart(c echo.Context) error {
	name := c.Param("name")
	if name == sitemapFile {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return s.sendEdition(c, s.sitemaps, name, "application/xml", false)
}

// sitemapURL is an address in a sitemap.
type sitemapURL struct {
	XMLName xml.Name
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// writeSitemap writes the sitemap in parts, and the list of them; or the one part
// under the name of the list.
func (s *Site) writeSitemap(ctx context.Context, base string, w *editionWriter) error {
	m := &sitemapWriter{editionWriter: w, base: base}
	if err := s.eachAddress(ctx, m.add); err != nil {
		return err
	}
	for _, path := range []string{"/docs", "/llms.txt"} {
		if err := m.add(path, time.Time{}); err != nil {
			return err
		}
	}
	return m.end()
}

// eachAddress calls add with the path of each page, and when it was changed last.
// There are none while the pages are switched off.
func (s *Site) eachAddress(ctx context.Context, add func(path string, changed time.Time) error) error {
	err := s.Open(ctx)
	if p, refused := errors.AsType[*problem.Error](err); refused && p.Code == problem.FeatureDisabled {
		return nil
	}
	if err != nil {
		return err
	}
	queries := s.Store.Read()
	f, err := s.frames.Get(ctx)
	if err != nil {
		return err
	}
	pages := []string{"/", "/products"}
	if f.Services {
		pages = append(pages, "/services")
	}
	for _, path := range pages {
		if err := add(path, time.Time{}); err != nil {
			return err
		}
	}
	rows, err := queries.StorefrontAddresses(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := add(row.Path, row.UpdatedAt); err != nil {
			return err
		}
	}
	after := uuid.UUID{}
	for {
		products, err := queries.StorefrontProducts(ctx, db.StorefrontProductsParams{After: after, Page: maxAddresses / 5})
		if err != nil {
			return err
		}
		for _, p := range products {
			if err := add("/products/"+p.Slug, p.ContentUpdatedAt); err != nil {
				return err
			}
		}
		if len(products) < maxAddresses/5 {
			return nil
		}
		after = products[len(products)-1].ID
	}
}

// sitemapWriter writes addresses into files, as many as each may hold.
type sitemapWriter struct {
	*editionWriter
	base    string
	pending []sitemapURL
	parts   []string // that are written
}

func (m *sitemapWriter) add(path string, changed time.Time) error {
	if len(m.pending) == maxAddresses {
		if err := m.part(); err != nil {
			return err
		}
	}
	a := sitemapURL{XMLName: xml.Name{Local: "url"}, Loc: m.base + path}
	if !changed.IsZero() {
		a.LastMod = changed.UTC().Format(time.RFC3339)
	}
	m.pending = append(m.pending, a)
	return nil
}

// part writes the addresses that are pending as a further part.
func (m *sitemapWriter) part() error {
	name := fmt.Sprintf("%d.xml", len(m.parts)+1)
	if err := m.put(name, "urlset", m.pending); err != nil {
		return err
	}
	m.parts, m.pending = append(m.parts, name), m.pending[:0]
	return nil
}

func (m *sitemapWriter) end() error {
	if len(m.parts) == 0 { // the first part has the same then
		if err := m.put(sitemapFile, "urlset", m.pending); err != nil {
			return err
		}
		return m.part()
	}
	if err := m.part(); err != nil {
		return err
	}
	parts := make([]sitemapURL, len(m.parts))
	for i, name := range m.parts {
		parts[i] = sitemapURL{XMLName: xml.Name{Local: "sitemap"}, Loc: m.base + "/sitemaps/" + name}
	}
	return m.put(sitemapFile, "sitemapindex", parts)
}

func (m *sitemapWriter) put(name, root string, addresses []sitemapURL) error {
	to, err := m.file(name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(to, xml.Header+"<"+root+` xmlns="`+sitemapNamespace+`">`+"\n"); err != nil {
		return err
	}
	e := xml.NewEncoder(to)
	for i := range addresses {
		if err := e.Encode(&addresses[i]); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(to, "\n</"+root+">\n"); err != nil {
		return err
	}
	return to.Close()
}
