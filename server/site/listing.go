package site

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
)

// products shows a search, or all products.
func (*Site) products(ctx context.Context, v *visit) (build, error) {
	f := readFilters(v.query)
	return v.listing(ctx, &f, "/products", link{Text: v.words.AllProducts}, "", nil)
}

// category shows the products of a category.
func (*Site) category(ctx context.Context, v *visit) (build, error) {
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
	HiddenFields   []choice // further filters, which the form has no field for
	Filtered       bool
	Open           bool   // whether the filters are shown on a small screen
	Previous, Next string // addresses, "" for none
	Position       string
	Words          *words
}

// choice is a value of a filter.
type choice struct {
	Value, Text, Count string
	Selected           bool
}

// listing shows the products that the filters leave.
func (v *visit) listing(ctx context.Context, f *filters, path string, heading link, about string, above []link) (build, error) {
	v.note([]byte(f.address(path, f.Page)))
	found, err := v.ask(ctx, "products.search", f.search())
	if err != nil {
		return nil, err
	}
	images, err := v.otherImages(ctx, found)
	if err != nil {
		return nil, err
	}
	facets, err := v.ask(ctx, "products.facets", f.facets())
	if err != nil {
		return nil, err
	}
	return func() (*page, error) {
		var hits api.ProductsSearchReply
		if err := found.into(&hits); err != nil {
			return nil, err
		}
		var counts api.ProductsFacetsReply
		if err := facets.into(&counts); err != nil {
			return nil, err
		}
		view := v.listingView(f, path, &hits, images, &counts.Result)
		view.Heading, view.HeadingLang, view.Description = heading.Text, heading.Lang, about
		if f.Q != "" && above == nil {
			view.Heading = "“" + shorten(f.Q, maxCardName) + "”"
		}
		p := &page{
			name: "listing", Title: view.Heading, Description: excerpt(about, v.frame.Shop.Tagline), Path: f.address(path, f.Page),
			NoIndex: f.filteredAt(path) || f.Page > 1 && len(hits.Result) == 0, Search: f.Q, Breadcrumbs: append([]link{{Href: "/", Text: v.words.Home}}, above...), Content: view,
		}
		if f.Page > 1 {
			p.Title += " – " + format(v.words.Page, v.words.Count(f.Page))
		}
		p.JSONLD = []any{v.breadcrumbsLD(p)}
		return p, nil
	}, nil
}

// filteredAt reports whether a page shows a choice of the products at its path: search
// engines are to read those products on the pages without filters.
func (f *filters) filteredAt(path string) bool {
	whole := *f
	if path != "/products" {
		whole.Category = ""
	}
	return whole.filtered()
}

// chosen reports whether one of the filters in the form is set.
func (f *filters) chosen(path string) bool {
	form := *f
	form.Q = ""
	return form.filteredAt(path)
}

func (v *visit) listingView(f *filters, path string, hits *api.ProductsSearchReply, images map[string]string, counts *api.ProductFacets) *listingView {
	w := v.words
	pages := min((hits.Page.Total+perPage-1)/perPage, maxOffset/perPage+1)
	view := &listingView{
		Words:   w,
		Results: w.products(hits.Page.Total, hits.Page.TotalIsExact), Cards: v.cards(hits.Result, images), Action: path, Filters: f, Min: inKroner(f.MinOere), Max: inKroner(f.MaxOere),
		Brands: w.choices(most(counts.Brands), f.Brands...), FrameColors: w.choices(most(counts.FrameColors), f.FrameColor), LensColors: w.choices(most(counts.LensColors), f.LensColor),
		Sorts: w.sorts(f), HiddenFields: f.kept(), Filtered: f.filteredAt(path), Open: f.chosen(path), Position: format(w.PageOf, w.Count(f.Page), w.Count(max(pages, 1))),
	}
	view.Stocked = len(view.Cards) > 0 || view.Filtered || f.Page > 1
	switch {
	case f.Page > 1 && hits.Page.Total > 0:
		view.Empty = w.BeyondEnd
	case view.Filtered:
		view.Empty, view.Hint = w.NoMatch, w.NoMatchHint
	default:
		view.Empty = w.NoProducts
	}
	if path == "/products" {
		view.Categories = v.categoryChoices(counts.Categories, f.Category)
	}
	if hits.Page.Respelled != nil && *hits.Page.Respelled != "" {
		view.Note = format(w.Respelled, *hits.Page.Respelled)
	}
	if f.Page > 1 {
		view.Previous = f.address(path, min(f.Page-1, max(pages, 1)))
	}
	if f.Page > pages && f.Page > 1 {
		view.Position = ""
	}
	if f.Page < pages {
		view.Next = f.address(path, f.Page+1)
	}
	return view
}

// kept are the filters that the form has no field for, as parameters.
func (f *filters) kept() (all []choice) {
	if f.Featured != nil {
		all = append(all, choice{Value: "featured", Text: strconv.FormatBool(*f.Featured)})
	}
	for _, name := range slices.Sorted(maps.Keys(f.Attributes)) {
		all = append(all, choice{Value: attributePrefix + name, Text: f.Attributes[name]})
	}
	return all
}

// choices are the first of the values that products have, the most frequent first, and
// those that are chosen.
func (w *words) choices(values []api.FacetValue, chosen ...string) (all []choice) {
	room := maxChoiceBytes
	for _, value := range values {
		c := choice{value.Value, shorten(value.Value, maxLinkText), w.Count(value.Count), slices.Contains(chosen, value.Value)}
		room -= bytesInHTML(c.Value, c.Text) + choiceMarkup
		if room >= 0 || c.Selected {
			all = append(all, c)
		}
	}
	for _, value := range chosen {
		if value != "" && !slices.ContainsFunc(all, func(c choice) bool { return c.Value == value }) {
			all = append(all, choice{value, shorten(value, maxLinkText), w.Count(0), true})
		}
	}
	return all
}

// most are the most frequent values, as many as a visitor may be offered. There are few
// categories, and all of them are offered while there is room.
func most(values []api.FacetValue) []api.FacetValue { return values[:min(len(values), maxChoices)] }

// categoryChoices are the categories by their names.
func (v *visit) categoryChoices(values []api.FacetValue, chosen string) []choice {
	all := v.words.choices(values, chosen)
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
	for i, sort := range sorts {
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
