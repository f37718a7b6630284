// Package content keeps the texts of the shop: its pages, its services, and what
// the public storefront shows of the pages.
package content

import (
	"context"
	"fmt"
	"time"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/call"
	"github.com/storefront/storefront/server/platform/contract"
	"github.com/storefront/storefront/server/platform/paging"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

// Pages answers the operations pages.*.
type Pages struct {
	Store    *store.Store
	Sections []contract.Section // used by pages.set_layout and pages.section_types only
}

// Services answers the operations services.*.
type Services struct{ Store *store.Store }

// Site answers the operations site.*.
type Site struct{ Store *store.Store }

const published = string(api.PublicationStatusPublished)

func pageURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/info/" + slug
}

func serviceURL(ctx context.Context, slug string) string {
	return call.From(ctx).BaseURL + "/services/" + slug
}

// imageURL returns the whole address of an image; nil is none.
func imageURL(ctx context.Context, stored *string) *string {
	if stored == nil {
		return nil
	}
	return new(wire.Absolute(call.From(ctx).BaseURL, *stored))
}

// checkVersion refuses a change if the thing is not the version that the caller
// read.
func checkVersion(expected *wire.Time, kind string, updatedAt time.Time) error {
	if expected == nil || expected.Equal(updatedAt) {
		return nil
	}
	return problem.New(problem.VersionConflict, fmt.Sprintf("The %s was changed at %s.", kind, wire.TimeOf(updatedAt)),
		fmt.Sprintf("Call %ss.get and set \"expectedUpdatedAt\" to the updatedAt of the %s.", kind, kind))
}

func pageNotFound(slug string) error {
	return problem.Newf(problem.PageNotFound, "No page has the slug %q.", slug)
}

// publicPageNotFound tells the caller to use the operation that lists published
// pages only.
func publicPageNotFound(slug string) error {
	return problem.New(problem.PageNotFound, fmt.Sprintf("No published page has the slug %q.", slug),
		`Call site.list_pages and set "slug" to the slug of a page.`)
}

func serviceNotFound(slug string) error {
	return problem.Newf(problem.ServiceNotFound, "No service has the slug %q.", slug)
}

// SiteListPages returns the published pages by title.
func (h Site) SiteListPages(ctx context.Context, _ api.SiteListPagesRequestObject) (api.SiteListPagesResponseObject, error) {
	rows, err := h.Store.Read().PageList(ctx, db.PageListParams{PublishedOnly: true, MaxRows: maxPages})
	if err != nil {
		return nil, err
	}
	result := make([]api.SitePageSummary, len(rows))
	for i := range rows {
		result[i] = toSitePageSummary(ctx, &rows[i])
	}
	return api.SiteListPages200JSONResponse{Ok: true, Result: result, Page: paging.Whole(len(rows))}, nil
}

// SiteGetPage returns a published page. The response for a draft is the same as
// for a page that does not exist.
func (h Site) SiteGetPage(ctx context.Context, req api.SiteGetPageRequestObject) (api.SiteGetPageResponseObject, error) {
	record, err := h.Store.Read().PageGet(ctx, req.Body.Slug)
	if store.NotFound(err) || err == nil && record.Status != published {
		return nil, publicPageNotFound(req.Body.Slug)
	}
	if err != nil {
		return nil, err
	}
	page, err := toSitePage(ctx, &record)
	return api.SiteGetPage200JSONResponse{Ok: true, Result: page}, err
}

func toPage(r *db.Page) api.Page {
	return api.Page{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, Status: api.PublicationStatus(r.Status),
		HasLayout: r.Layout != nil, CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
		MetaDescription: r.MetaDescription,
	}
}

func toPageSummary(r *db.PageListRow) api.PageSummary {
	return api.PageSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Status: api.PublicationStatus(r.Status), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

func toSitePage(ctx context.Context, r *db.Page) (api.SitePage, error) {
	layout, err := shown(r.Layout)
	return api.SitePage{
		Slug: r.Slug, Title: r.Title, Body: r.Body, BodyFormat: "markdown", Layout: layout,
		MetaDescription: r.MetaDescription, UpdatedAt: wire.TimeOf(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}, err
}

func toSitePageSummary(ctx context.Context, r *db.PageListRow) api.SitePageSummary {
	return api.SitePageSummary{
		Slug: r.Slug, Title: r.Title, MetaDescription: r.MetaDescription,
		UpdatedAt: wire.TimeOf(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}
}

// toService returns a service as it is stored, with the image as it was given.
func toService(ctx context.Context, r *db.Service) api.Service {
	return api.Service{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		CreatedAt: wire.TimeOf(r.CreatedAt), UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

func toServiceSummary(ctx context.Context, r *db.ServiceListRow) api.ServiceSummary {
	return api.ServiceSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: imageURL(ctx, r.HeroImage), Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		UpdatedAt: wire.TimeOf(r.UpdatedAt),
	}
}

// fromServiceCreate returns the record that a request describes, without the
// fields that the database decides: id, slug and timestamps.
func fromServiceCreate(b *api.ServicesCreateRequest) db.Service {
	r := db.Service{
		Title: b.Title, TitleSort: text.Sort(b.Title), Body: b.Body,
		ShortDescription: wire.ValueOrNil(b.ShortDescription), PriceString: wire.ValueOrNil(b.PriceString),
		HeroImage: wire.ValueOrNil(b.HeroImage), Features: []string{}, ShowInNav: *b.ShowInNav, Status: string(*b.Status),
	}
	wire.Set(&r.Features, b.Features)
	wire.Set(&r.NavOrder, b.NavOrder)
	return r
}

// applyServicePatch sets the fields that the patch names.
func applyServicePatch(r *db.Service, p *api.ServicePatch) {
	wire.Set(&r.Title, p.Title)
	wire.Set(&r.Body, p.Body)
	wire.Set(&r.ShowInNav, p.ShowInNav)
	wire.Set(&r.NavOrder, p.NavOrder)
	wire.Set(&r.Status, (*string)(p.Status))
	wire.SetOrClear(&r.ShortDescription, p.ShortDescription)
	wire.SetOrClear(&r.PriceString, p.PriceString)
	wire.SetOrClear(&r.HeroImage, p.HeroImage)
	wire.Set(&r.Features, p.Features)
	r.TitleSort = text.Sort(r.Title)
}
