package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/text"
	"github.com/storefront/storefront/server/platform/wire"
)

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
