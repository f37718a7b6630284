package site

import (
	"slices"
	"strconv"

	"github.com/storefront/storefront/gen/api"
	"github.com/storefront/storefront/server/platform/problem"
	"github.com/storefront/storefront/server/platform/store"
)

// mostValues is how many brands a page offers as a filter.
const mostValues = 20

// products shows a search, or all products.
func (s *Site) products(v *visit) (func() (*page, error), error) {
	f := readFilters(v.query)
	return v.listing(&f, "/products", v.words.AllProducts, "", nil)
}

// category shows the products of a category.
func (s *Site) category(v *visit) (func() (*page, error), error) {
	row, err := s.Store.Read().CategoryGet(v.ctx, v.slug)
	if store.NotFound(err) {
		return nil, problem.Newf(problem.CategoryNotFound, "There is no category %.200q.", v.slug)
	}
	if err != nil {
		return nil, err
	}
	f := readFilters(v.query)
	f.Category = row.Slug
	about := orEmpty(row.Description)
	v.note([]byte(row.Name))
	v.note([]byte(about))
	return v.listing(&f, "/categories/"+row.Slug, row.Name, about, []link{{"/products", v.words.Products}})
}

// listingView is a list of products as its page shows it.
type listingView struct {
	Heading, About string
	Note           string // what was searched instead
	Results        string
	Cards          []card
	Action         string // where the form leads
	Filters        *filters
	Min, Max       string // the limits of the price, in kroner
	Brands         []choice
	FrameColors    []choice
	LensColors     []choice
	Categories     []choice
	Sorts          []choice
	Narrow         bool
	Previous, Next string // addresses, "" for none
	Position       string
	Words          *words
}

// choice is a value of a filter.
type choice struct {
	Value, Text, Count string
	Chosen             bool
}

// listing shows the products that the filters leave.
func (v *visit) listing(f *filters, path, heading, about string, above []link) (func() (*page, error), error) {
	v.note([]byte(f.address(path, f.Page)))
	found, err := v.ask("products.search", f.search())
	if err != nil {
		return nil, err
	}
	facets, err := v.ask("products.facets", f.facets())
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
		view := v.listingView(f, path, &hits, &counts.Result)
		view.Heading, view.About = heading, about
		if f.Q != "" && above == nil {
			view.Heading = "“" + f.Q + "”"
		}
		p := &page{
			name: "listing", Title: view.Heading, About: brief(about, v.frame.Shop.Tagline), Path: f.address(path, f.Page), Hidden: f.narrowed(path),
			Crumbs: append([]link{{"/", v.words.Home}}, above...), Content: view,
		}
		p.Linked = []any{v.linkedCrumbs(p)}
		return p, nil
	}, nil
}

// narrowed reports whether a page shows a choice of the products at its path: search
// engines are to read those products on the pages without filters.
func (f *filters) narrowed(path string) bool {
	whole := *f
	if path != "/products" {
		whole.Category = ""
	}
	return whole.narrow()
}

func (v *visit) listingView(f *filters, path string, hits *api.ProductsSearchReply, counts *api.ProductFacets) *listingView {
	w := v.words
	pages := min((hits.Page.Total+perPage-1)/perPage, furthest/perPage+1)
	view := &listingView{
		Words:   w,
		Results: filled(w.Results, w.Count(hits.Page.Total)), Cards: v.cards(hits.Result), Action: path, Filters: f, Min: inKroner(f.MinOere), Max: inKroner(f.MaxOere),
		Brands: w.choices(counts.Brands, f.Brands...), FrameColors: w.choices(counts.FrameColors, f.FrameColor), LensColors: w.choices(counts.LensColors, f.LensColor),
		Sorts: w.sorts(f), Narrow: f.narrowed(path), Position: filled(w.PageOf, w.Count(f.Page), w.Count(max(pages, 1))),
	}
	if path == "/products" {
		view.Categories = v.categoryChoices(counts.Categories, f.Category)
	}
	if hits.Page.Respelled != nil && *hits.Page.Respelled != "" {
		view.Note = filled(w.Similar, *hits.Page.Respelled)
	}
	if f.Page > 1 {
		view.Previous = f.address(path, min(f.Page-1, max(pages, 1)))
	}
	if f.Page < pages {
		view.Next = f.address(path, f.Page+1)
	}
	return view
}

// choices are the values that products have, the most frequent first, and those that
// are chosen.
func (w *words) choices(values []api.FacetValue, chosen ...string) (all []choice) {
	for i, value := range values {
		is := slices.Contains(chosen, value.Value)
		if i < mostValues || is {
			all = append(all, choice{value.Value, value.Value, w.Count(value.Count), is})
		}
	}
	for _, value := range chosen {
		if value != "" && !slices.ContainsFunc(all, func(c choice) bool { return c.Value == value }) {
			all = append(all, choice{value, value, w.Count(0), true})
		}
	}
	return all
}

// categoryChoices are the categories by their names.
func (v *visit) categoryChoices(values []api.FacetValue, chosen string) []choice {
	all := v.words.choices(values, chosen)
	for i := range all {
		at := slices.IndexFunc(v.frame.Categories, func(l link) bool { return l.Href == "/categories/"+all[i].Value })
		if at >= 0 {
			all[i].Text = v.frame.Categories[at].Text
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
			all = append(all, choice{Value: string(sort), Text: names[i], Chosen: string(sort) == chosen})
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
