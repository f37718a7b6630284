package site

import (
	"context"

	"github.com/storefront/storefront/gen/api"
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
	featured, err := v.ask(ctx, "products.search", map[string]any{"featured": true, "limit": maxFeatured})
	if err != nil {
		return nil, err
	}
	featuredImages, err := v.otherImages(ctx, featured)
	if err != nil {
		return nil, err
	}
	newest, err := v.ask(ctx, "products.search", map[string]any{"sort": api.ProductSortNewest, "limit": maxFeatured})
	if err != nil {
		return nil, err
	}
	newestImages, err := v.otherImages(ctx, newest)
	if err != nil {
		return nil, err
	}
	categories, err := v.ask(ctx, "categories.list", map[string]any{"includeEmpty": false})
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		w := v.words
		heading, hits, images := w.Featured, api.ProductsSearchReply{}, featuredImages
		if err := featured.into(&hits); err != nil {
			return nil, err
		}
		if len(hits.Result) == 0 {
			heading, images = w.Newest, newestImages
			if err := newest.into(&hits); err != nil {
				return nil, err
			}
		}
		var list api.CategoriesListReply
		if err := categories.into(&list); err != nil {
			return nil, err
		}
		view := &homeView{Heading: v.frame.Shop.Name, Tagline: v.frame.Shop.Tagline, Products: heading, Cards: v.cards(hits.Result, images)}
		room := maxTilesBytes
		for i := range list.Result[:min(len(list.Result), maxTiles)] {
			c := &list.Result[i]
			tile := categoryCard{"/categories/" + c.Slug, shorten(c.Name, maxLinkText), w.products(c.ProductCount, true)}
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
