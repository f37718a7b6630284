package site

import (
	"context"
	"html/template"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/markdown"
)

// maxFeatured is how many products the home page shows.
const maxFeatured = 8

// homeView is the home page.
type homeView struct {
	Heading, Tagline, Products string
	Cards                      []card
	Categories                 []categoryCard
}

// categoryCard is a category on the home page.
type categoryCard struct{ Href, Name, Count string }

// home shows the featured products, or else the newest, and the categories with products.
func (s *Site) home(ctx context.Context, v *visit) (build, error) {
	heading := v.words.Featured
	found, err := v.search(ctx, map[string]any{"featured": true, "limit": maxFeatured})
	if err != nil {
		return nil, err
	}
	if len(found.Result) == 0 {
		heading = v.words.Newest
		if found, err = v.search(ctx, map[string]any{"sort": api.ProductSortNewest, "limit": maxFeatured}); err != nil {
			return nil, err
		}
	}
	categories, err := v.ask(ctx, "categories.list", map[string]any{"includeEmpty": false})
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		var list api.CategoriesListReply
		if err := categories.into(&list); err != nil {
			return nil, err
		}
		view := &homeView{Heading: v.frame.Shop.Name, Tagline: v.frame.Shop.Tagline, Products: heading, Cards: v.cards(found)}
		room := maxTilesBytes
		for i := range list.Result[:min(len(list.Result), maxTiles)] {
			c := &list.Result[i]
			tile := categoryCard{"/categories/" + c.Slug, shorten(c.Name, maxLinkText), v.words.products(c.ProductCount, true)}
			if room -= bytesInHTML(tile.Href, tile.Name); room < 0 {
				break
			}
			view.Categories = append(view.Categories, tile)
		}
		return &page{
			name: "home", Title: v.frame.Shop.Name, Description: excerpt(v.frame.Shop.Tagline, v.frame.Shop.Name), Path: "/", Content: view,
			JSONLD: []any{v.organizationLD(), v.websiteLD()},
		}, nil
	}, nil
}

// infoView is a page of the shop.
type infoView struct {
	Title    string
	Body     template.HTML
	Sections []section // instead of the body
	HasHero  bool      // which has the heading of the page
}

// info shows a published page: its layout, or else its body.
func (s *Site) info(ctx context.Context, v *visit) (build, error) {
	found, err := v.ask(ctx, "site.get_page", api.SiteGetPageRequest{Slug: v.slug})
	if err != nil {
		return nil, err
	}
	var got api.SiteGetPageReply
	if err := found.into(&got); err != nil {
		return nil, err
	}
	sections, err := v.sections(ctx, got.Result.Layout)
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		each, bodyText := &got.Result, ""
		rendered := v.rendered(ctx, v.site.Store.Read().StorefrontPageRendered)
		view := &infoView{Title: each.Title, Sections: sections, HasHero: hasHero(sections)}
		for i := range sections {
			sections[i].rendered = rendered
		}
		if len(sections) == 0 {
			view.Body = rendered.Of(each.Body)
			bodyText = markdown.Text(view.Body)
		}
		p := &page{
			name: "info", Title: each.Title, Description: excerpt(orEmpty(each.MetaDescription), introduction(sections), bodyText), Path: "/info/" + each.Slug,
			Breadcrumbs: []link{{Href: "/", Text: v.words.Home}}, Content: view,
		}
		p.JSONLD = append([]any{v.breadcrumbsLD(p)}, sectionsLD(sections)...)
		return p, nil
	}, nil
}
