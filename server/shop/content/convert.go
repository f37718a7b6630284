package content

import (
	"context"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/gen/db"
	"github.com/storefront/storefront/server/platform/fold"
	"github.com/storefront/storefront/server/platform/patch"
	"github.com/storefront/storefront/server/platform/timestamp"
)

func toPage(r *db.Page) api.Page {
	return api.Page{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, Status: api.PublicationStatus(r.Status),
		HasLayout: r.Layout != nil, CreatedAt: timestamp.Of(r.CreatedAt), UpdatedAt: timestamp.Of(r.UpdatedAt),
		MetaDescription: r.MetaDescription,
	}
}

func toPageSummary(r *db.PageListRow) api.PageSummary {
	return api.PageSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Status: api.PublicationStatus(r.Status), UpdatedAt: timestamp.Of(r.UpdatedAt),
	}
}

func toSitePage(ctx context.Context, r *db.Page) (api.SitePage, error) {
	layout, err := shown(r.Layout)
	return api.SitePage{
		Slug: r.Slug, Title: r.Title, Body: r.Body, BodyFormat: "markdown", Layout: layout,
		MetaDescription: r.MetaDescription, UpdatedAt: timestamp.Of(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}, err
}

func toSitePageSummary(ctx context.Context, r *db.PageListRow) api.SitePageSummary {
	return api.SitePageSummary{
		Slug: r.Slug, Title: r.Title, MetaDescription: r.MetaDescription,
		UpdatedAt: timestamp.Of(r.UpdatedAt), Url: pageURL(ctx, r.Slug),
	}
}

// toService returns a service as it is stored, with the image as it was given.
func toService(ctx context.Context, r *db.Service) api.Service {
	return api.Service{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, Body: r.Body, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: r.HeroImage, Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		CreatedAt: timestamp.Of(r.CreatedAt), UpdatedAt: timestamp.Of(r.UpdatedAt),
	}
}

func toServiceSummary(ctx context.Context, r *db.ServiceListRow) api.ServiceSummary {
	return api.ServiceSummary{
		Id: r.ID.String(), Slug: r.Slug, Title: r.Title, ShortDescription: r.ShortDescription,
		PriceString: r.PriceString, HeroImage: imageURL(ctx, r.HeroImage), Features: r.Features, ShowInNav: r.ShowInNav,
		NavOrder: r.NavOrder, Status: api.PublicationStatus(r.Status), PublicUrl: serviceURL(ctx, r.Slug),
		UpdatedAt: timestamp.Of(r.UpdatedAt),
	}
}

// fromServiceCreate returns the record that a request describes, without the
// fields that the database decides: id, slug and timestamps.
func fromServiceCreate(b *api.ServicesCreateRequest) db.Service {
	r := db.Service{
		Title: b.Title, TitleSort: fold.Sort(b.Title), Body: b.Body,
		ShortDescription: patch.OrNil(b.ShortDescription), PriceString: patch.OrNil(b.PriceString),
		HeroImage: patch.OrNil(b.HeroImage), Features: []string{}, ShowInNav: *b.ShowInNav, Status: string(*b.Status),
	}
	patch.Set(&r.Features, b.Features)
	patch.Set(&r.NavOrder, b.NavOrder)
	return r
}

// applyServicePatch sets the fields that the patch names.
func applyServicePatch(r *db.Service, p *api.ServicePatch) {
	patch.Set(&r.Title, p.Title)
	patch.Set(&r.Body, p.Body)
	patch.Set(&r.ShowInNav, p.ShowInNav)
	patch.Set(&r.NavOrder, p.NavOrder)
	patch.Set(&r.Status, (*string)(p.Status))
	patch.SetOrClear(&r.ShortDescription, p.ShortDescription)
	patch.SetOrClear(&r.PriceString, p.PriceString)
	patch.SetOrClear(&r.HeroImage, p.HeroImage)
	patch.Set(&r.Features, p.Features)
	r.TitleSort = fold.Sort(r.Title)
}
