package site

import (
	"github.com/storefront/storefront/gen/api"
)

// onHome is how many products the home page shows.
const onHome = 8

// mostTiles is how many categories the home page shows; the others are among the
// filters of the products.
const mostTiles = 100

// homeView is the home page.
type homeView struct {
	Heading, Tagline, Products string
	Cards                      []card
	Categories                 []categoryCard
}

// categoryCard is a category on the home page.
type categoryCard struct{ Href, Name, Count string }

// home shows the featured products, or else the newest, and the categories.
func (s *Site) home(v *visit) (func() (*page, error), error) {
	featured, err := v.ask("products.search", map[string]any{"featured": true, "limit": onHome})
	if err != nil {
		return nil, err
	}
	newest, err := v.ask("products.search", map[string]any{"sort": api.ProductSortNewest, "limit": onHome})
	if err != nil {
		return nil, err
	}
	categories, err := v.ask("categories.list", map[string]any{})
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		w := v.words
		heading, hits := w.Featured, api.ProductsSearchReply{}
		if err := featured.into(&hits); err != nil {
			return nil, err
		}
		if len(hits.Result) == 0 {
			heading = w.Newest
			if err := newest.into(&hits); err != nil {
				return nil, err
			}
		}
		var list api.CategoriesListReply
		if err := categories.into(&list); err != nil {
			return nil, err
		}
		view := &homeView{Heading: v.frame.Shop.Name, Tagline: v.frame.Shop.Tagline, Products: heading, Cards: v.cards(hits.Result)}
		for i := range list.Result[:min(len(list.Result), mostTiles)] {
			c := &list.Result[i]
			view.Categories = append(view.Categories, categoryCard{"/categories/" + c.Slug, c.Name, w.products(c.ProductCount, true)})
		}
		return &page{
			name: "home", Title: v.frame.Shop.Name, About: brief(v.frame.Shop.Tagline, v.frame.Shop.Name), Path: "/", Content: view,
			Linked: []any{v.linkedShop(), v.linkedSearch()},
		}, nil
	}, nil
}
