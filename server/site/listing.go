package site

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
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
func (s *Site) home(ctx context.Context, v *visit) (pageBuilder, error) {
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

// products shows a search, or all products.
func (*Site) products(ctx context.Context, v *visit) (pageBuilder, error) {
	f := readFilters(v.query)
	return v.listing(ctx, &f, "/products", link{Text: v.words.AllProducts}, "", nil)
}

// category shows the products of a category.
func (*Site) category(ctx context.Context, v *visit) (pageBuilder, error) {
	c, ok := v.frame.category(v.slug)
	if !ok {
		return nil, problem.Newf(problem.CategoryNotFound, "There is no category %.200q.", v.slug)
	}
	f := readFilters(v.query)
	f.Category = c.Slug
	return v.listing(ctx, &f, "/categories/"+c.Slug, link{Text: c.Name, Lang: v.shopLang()}, c.Description, []link{{Href: "/products", Text: v.words.Products}})
}

// listingView is a list of products as its page shows it.
type listingView struct {
	Heading        string
	HeadingLang    lang
	Description    string
	Note           string // what was searched instead
	Results        string
	Cards          []card
	Empty          string // why there are no cards
	Hint           string // what to do then, "" for nothing
	Stocked        bool   // whether there is anything to filter
	Action         string // where the form leads
	Filters        *filters
	Min, Max       string // the limits of the price, in kroner
	Brands         []choice
	FrameColors    []choice
	LensColors     []choice
	Categories     []choice
	Sorts          []choice
	HiddenFields   []parameter // further filters, which the form has no field for
	Filtered       bool
	Open           bool   // whether the filters are shown on a small screen
	Previous, Next string // addresses, "" for none
	PageText       string
	End            string // that the list goes on where pages end
	Words          *words
}

// choice is a value of a filter.
type choice struct {
	Value, Text, Count string
	Selected           bool
}

// parameter is one of an address.
type parameter struct{ Name, Value string }

// listing shows the products that the filters leave.
func (v *visit) listing(ctx context.Context, f *filters, path string, heading link, about string, above []link) (pageBuilder, error) {
	v.addToDigest([]byte(f.address(path, f.Page)))
	found, err := v.search(ctx, f.search())
	if err != nil {
		return nil, err
	}
	facets, err := v.ask(ctx, "products.facets", f.facets())
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		var counts api.ProductsFacetsReply
		if err := facets.into(&counts); err != nil {
			return nil, err
		}
		view := v.listingView(f, path, found, &counts.Result)
		view.Heading, view.HeadingLang, view.Description = heading.Text, heading.Lang, about
		if f.Q != "" && path == "/products" {
			view.Heading = "“" + shorten(f.Q, maxCardName) + "”"
		}
		p := &page{
			name: "listing", Title: view.Heading, Description: excerpt(about, v.frame.Shop.Tagline), Path: f.address(path, f.Page),
			NoIndex: f.hasAnyAt(path) || f.Page > 1 && len(found.Result) == 0, Search: f.Q, Breadcrumbs: append([]link{{Href: "/", Text: v.words.Home}}, above...), Content: view,
		}
		if f.Page > 1 {
			p.Title += " – " + format(v.words.Page, v.words.Count(f.Page))
		}
		p.JSONLD = []any{v.breadcrumbsLD(p)}
		return p, nil
	}, nil
}

// hasAnyAt reports whether a page shows a choice of the products at its path: search
// engines are to read those products on the pages without filters.
func (f *filters) hasAnyAt(path string) bool {
	whole := *f
	if path != "/products" {
		whole.Category = ""
	}
	return whole.hasAny()
}

// hasAnyInForm reports whether one of the filters in the form is set.
func (f *filters) hasAnyInForm(path string) bool {
	form := *f
	form.Q = ""
	return form.hasAnyAt(path)
}

func (v *visit) listingView(f *filters, path string, found *foundProducts, counts *api.ProductFacets) *listingView {
	w := v.words
	pages := min((found.Page.Total+perPage-1)/perPage, maxOffset/perPage+1)
	view := &listingView{
		Words:   w,
		Results: w.products(found.Page.Total, found.Page.TotalIsExact), Cards: v.cards(found), Action: path, Filters: f, Min: inKroner(f.MinOere), Max: inKroner(f.MaxOere),
		Brands: w.choices(counts.Brands, maxChoices, f.Brands...), FrameColors: w.choices(counts.FrameColors, maxChoices, f.FrameColor),
		LensColors: w.choices(counts.LensColors, maxChoices, f.LensColor),
		Sorts:      w.sorts(f), HiddenFields: f.hiddenFields(), Filtered: f.hasAnyAt(path), Open: f.hasAnyInForm(path), PageText: format(w.PageOf, w.Count(f.Page), w.Count(max(pages, 1))),
	}
	view.Stocked = len(view.Cards) > 0 || view.Filtered || f.Page > 1
	switch {
	case f.Page > 1 && found.Page.Total > 0:
		view.Empty = w.BeyondEnd
	case view.Filtered:
		view.Empty, view.Hint = w.NoMatch, w.NoMatchHint
	default:
		view.Empty = w.NoProducts
	}
	if path == "/products" {
		view.Categories = v.categoryChoices(counts.Categories, f.Category)
	}
	if found.Page.Respelled != nil && *found.Page.Respelled != "" {
		view.Note = format(w.Respelled, *found.Page.Respelled)
	}
	if f.Page > 1 {
		view.Previous = f.address(path, min(f.Page-1, max(pages, 1)))
	}
	if f.Page > pages && f.Page > 1 {
		view.PageText = ""
	}
	switch {
	case f.Page < pages:
		view.Next = f.address(path, f.Page+1)
	case f.Page == pages && found.Page.Total > pages*perPage:
		view.End = format(w.NarrowDown, w.Count(pages*perPage))
	}
	return view
}

// hiddenFields are the filters that the form has no field for.
func (f *filters) hiddenFields() (all []parameter) {
	if f.Featured != nil {
		all = append(all, parameter{"featured", strconv.FormatBool(*f.Featured)})
	}
	for _, name := range slices.Sorted(maps.Keys(f.Attributes)) {
		for _, value := range f.Attributes[name] {
			all = append(all, parameter{attributePrefix + name, value})
		}
	}
	return all
}

// choices are the first of the values that products have, the most frequent first, and
// those that are chosen. Like the filters they ignore case.
func (w *words) choices(values []api.FacetValue, most int, chosen ...string) (all []choice) {
	room := maxChoiceBytes
	for i, value := range values {
		selected := slices.ContainsFunc(chosen, func(text string) bool { return strings.EqualFold(text, value.Value) })
		c := choice{value.Value, shorten(value.Value, maxLinkText), w.Count(value.Count), selected}
		room -= bytesInHTML(c.Value, c.Text) + choiceMarkup
		if i < most && room >= 0 || c.Selected {
			all = append(all, c)
		}
	}
	for _, text := range chosen {
		if text != "" && !slices.ContainsFunc(all, func(c choice) bool { return strings.EqualFold(text, c.Value) }) {
			all = append(all, choice{text, shorten(text, maxLinkText), w.Count(0), true})
		}
	}
	return all
}

// categoryChoices are the categories by their names. There are few, and all of them
// are offered while there is room.
func (v *visit) categoryChoices(values []api.FacetValue, chosen string) []choice {
	all := v.words.choices(values, len(values), chosen)
	for i := range all {
		if c, ok := v.frame.category(all[i].Value); ok {
			all[i].Text = shorten(c.Name, maxLinkText)
		}
	}
	return all
}

func (w *words) sorts(f *filters) (all []choice) {
	names := []string{w.Relevance, w.ByName, w.PriceAsc, w.PriceDesc, w.ByNewest, w.ByUpdated}
	chosen := f.Sort
	if chosen == "" {
		chosen = string(api.ProductSortName)
		if f.Q != "" {
			chosen = string(api.ProductSortRelevance)
		}
	}
	for i, sort := range sortOrders {
		if sort != api.ProductSortRelevance || f.Q != "" {
			all = append(all, choice{Value: string(sort), Text: names[i], Selected: string(sort) == chosen})
		}
	}
	return all
}

// inKroner is a limit of a price as its field shows it.
func inKroner(ore *int64) string {
	if ore == nil {
		return ""
	}
	if *ore%100 == 0 {
		return strconv.FormatInt(*ore/100, 10)
	}
	return kroner(*ore)
}
